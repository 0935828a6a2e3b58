import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import type { Options } from "./support/test";

// scripts/journeys.sh starts the program and sets its address and the Chromium to use.
const origin = process.env.WEKALA_URL;
if (!origin) throw new Error("Start the journeys with scripts/journeys.sh");

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const desktop = { viewport: { width: 1280, height: 800 } };

// A journey without a tag runs in every project: its subject depends on direction and size. One
// with project tags ('@en-phone') runs in the first of them, or in all of them with '@each' or
// WEKALA_E2E_PAIRS. Each run covers both languages and both sizes with its share of such journeys.
const anyProject = "@(?:en|ar)-(?:phone|desktop)\\b";
const inProject = (name: string) =>
  new RegExp(
    process.env.WEKALA_E2E_PAIRS
      ? `@${name}\\b|^(?!.*${anyProject})`
      : `^(?:(?!${anyProject}).)*@${name}\\b|^(?=.*@each\\b).*@${name}\\b|^(?!.*${anyProject})`,
    "s",
  );

const config: PlaywrightTestConfig<Options> = {
  testDir: ".",
  // Screenshots are generated, not tested, and timings depend on the machine; other engines have a
  // separate driver.
  testIgnore: [
    "engines/**",
    ...(process.env.WEKALA_PICTURES ? [] : ["**/pictures.spec.ts"]),
    ...(process.env.WEKALA_MEASURE ? [] : ["**/interactions.spec.ts"]),
  ],
  outputDir: "../var/e2e",
  fullyParallel: false,
  workers: process.env.WEKALA_E2E_WORKERS ? Number(process.env.WEKALA_E2E_WORKERS) : 2,
  // A journey that passes only when repeated is counted and named as flaky: it has to be
  // investigated, but a machine that pauses for a moment is not a broken shop.
  retries: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: origin,
    timezoneId: "Africa/Cairo",
    geolocation: { latitude: 29.9602, longitude: 31.2569 },
    permissions: ["geolocation"],
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    trace: process.env.WEKALA_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: (["en", "ar"] as const).flatMap((lang) => [
    {
      name: `${lang}-phone`,
      grep: inProject(`${lang}-phone`),
      use: { lang, size: "phone" as const, locale: lang === "ar" ? "ar-EG" : "en-GB", ...phone },
    },
    {
      name: `${lang}-desktop`,
      grep: inProject(`${lang}-desktop`),
      use: {
        lang,
        size: "desktop" as const,
        locale: lang === "ar" ? "ar-EG" : "en-GB",
        ...desktop,
      },
    },
  ]),
};

export default defineConfig<Options>(config);
