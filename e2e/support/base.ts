/** Fixtures for every browser: language and size, texts, the shop's API, and a phone number. */
import { createHash } from "node:crypto";
import { test as runner } from "@playwright/test";
import { Api } from "./api";
import { type Lang, type Say, speak } from "./texts";

export interface Options {
  lang: Lang;
  size: "phone" | "desktop";
}

export interface Basics {
  say: Say;
  api: Api;
  /** National digits without the zero; unique in the run, also among repeated tries of the same journey. */
  phone: string;
}

export const base = runner.extend<Options & Basics>({
  lang: ["en", { option: true }],
  size: ["phone", { option: true }],

  say: async ({ lang }, use) => use(speak(lang)),

  api: async ({ playwright, baseURL, lang }, use) => {
    const context = await playwright.request.newContext({ baseURL });
    await use(new Api(context, lang));
    await context.dispose();
  },

  phone: async ({}, use, info) => {
    const mark = createHash("sha256")
      .update(`${info.testId} ${info.project.name} ${info.repeatEachIndex} ${info.retry}`)
      .digest();
    await use(`10${String(20_000_000 + (mark.readUInt32BE(0) % 70_000_000))}`);
  },
});
