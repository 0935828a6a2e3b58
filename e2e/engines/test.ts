/** Fixtures of the journeys in every engine. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { base } from "../support/base";
import { placeCookies, readied } from "../support/shop";
import { type Engine, type EngineName, type Size, start } from "./driver";
import { Tab } from "./tab";

export { expect } from "@playwright/test";

export interface EngineOptions {
  engine: EngineName;
  lang: "en" | "ar";
}

const sizes: Record<"phone" | "desktop", Size> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

interface Fixtures {
  /** A first-time visitor's window. */
  tab: Tab;
  /** Another person's window, with separate storage. */
  another: (size?: "phone" | "desktop") => Promise<Tab>;
  /** Page errors that this journey provokes. */
  allowed: RegExp[];
}

/** Engines log every answer of 400 and above themselves. */
const known = [
  /favicon\.ico/,
  // Firefox logs this for a request that the page itself aborted.
  /A ServiceWorker intercepted the request and encountered an unexpected error/,
];

export const test = base.extend<Fixtures, { engine: EngineName; running: Engine }>({
  engine: ["chromium", { option: true, scope: "worker" }],

  running: [
    async ({ engine }, use, info) => {
      const lang = info.project.use as { lang?: string };
      const running = await start(engine, {
        locale: lang.lang === "ar" ? "ar-EG" : "en-GB",
        timezone: "Africa/Cairo",
      });
      await use(running);
      await running.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads its names
  allowed: async ({}, use) => use([...known]),

  another: async ({ running, baseURL, engine, lang, size, allowed }, use, info) => {
    const tabs: Tab[] = [];
    const folder = process.env.WEKALA_SHOTS;
    await use(async (wanted = size) => {
      const tab = new Tab(
        await running.open(sizes[wanted]),
        baseURL ?? "",
        async (name, picture) => {
          if (!folder) return;
          mkdirSync(folder, { recursive: true });
          writeFileSync(
            path.join(folder, `${name}-${lang}-${wanted}-${engine}.png`),
            await picture(),
          );
        },
      );
      tabs.push(tab);
      return tab;
    });
    const failed = info.status !== info.expectedStatus;
    const complaints: string[] = [];
    for (const [index, tab] of tabs.entries()) {
      if (failed) {
        const file = info.outputPath(`window-${index + 1}.png`);
        await tab.driver
          .screenshot()
          .then((picture) => writeFileSync(file, picture))
          .catch(() => undefined);
      }
      complaints.push(...(await tab.driver.complaints().catch(() => [])));
      await tab.close();
    }
    const left = complaints.filter((one) => !allowed.some((pattern) => pattern.test(one)));
    base.expect(left, "what the browser complained about").toEqual([]);
  },

  tab: async ({ another }, use) => use(await another()),
});

/** Gives a window the cookies of the API's visitor. */
export async function beThere(
  tab: Tab,
  api: Parameters<typeof placeCookies>[0],
  more: Parameters<typeof placeCookies>[1] = {},
): Promise<void> {
  const cookies = await placeCookies(api, more);
  await tab.driver.goto(`${process.env.WEKALA_URL}/robots.txt`);
  await tab.evaluate((pairs) => {
    for (const [name, value] of pairs)
      document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=86400; samesite=lax`;
  }, Object.entries(cookies));
}

/** A customer with an address and a cart that may be ordered. */
export async function ready(
  tab: Tab,
  api: Parameters<typeof readied>[0],
  phone: string,
  lines?: Record<string, number>,
): Promise<string> {
  const address = await readied(api, phone, lines);
  await beThere(tab, api, { address });
  return address;
}

/**
 * Rewrites the answers this document reads from an address, for states that would disturb the
 * shop's other journeys. Opening another document ends it.
 */
export async function pretend(
  tab: Tab,
  address: string,
  values: Record<string, unknown>,
): Promise<void> {
  await tab.evaluate(
    (address: string, values: Record<string, unknown>) => {
      const real = window.fetch;
      window.fetch = async (...asked) => {
        const answer = await real(...asked);
        if (!answer.ok || !new URL(answer.url).pathname.endsWith(address)) return answer;
        const body = await answer.json();
        Object.assign(body.response.data, values);
        return new Response(JSON.stringify(body), answer);
      };
    },
    address,
    values,
  );
}
