import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { engines } from "./driver";
import type { EngineOptions } from "./test";

const origin = process.env.WEKALA_URL;
if (!origin) throw new Error("Start the journeys with scripts/engines.sh");

// Playwright is only the runner, because its bundled browsers are not the ones that people use.
const config: PlaywrightTestConfig<object, EngineOptions> = {
  testDir: ".",
  outputDir: "../../var/engines",
  fullyParallel: false,
  workers: process.env.WEKALA_E2E_WORKERS ? Number(process.env.WEKALA_E2E_WORKERS) : 2,
  retries: 2,
  timeout: 120_000,
  reporter: [["list"], ["json"]],
  use: { baseURL: origin },
  projects: engines.flatMap((engine) => [
    { name: `${engine}-ar-phone`, use: { engine, lang: "ar" as const, size: "phone" as const } },
    {
      name: `${engine}-en-desktop`,
      use: { engine, lang: "en" as const, size: "desktop" as const },
    },
  ]),
};

export default defineConfig<object, EngineOptions>(config);
