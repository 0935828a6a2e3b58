/**
 * The base of every journey in Chromium: a watch that fails it on any browser error, and
 * screenshots.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { base } from "./base";

export { expect, type Page } from "@playwright/test";
export type { Options } from "./base";

export class Watch {
  readonly complaints: string[] = [];
  /** Journeys block service workers in their configuration, which the browser logs every time. */
  private readonly allowed: RegExp[] = [/Service Worker registration blocked by Playwright/];

  /** For journeys that provoke a refusal: the browser logs every answer of 400 and above. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  follow(context: BrowserContext): void {
    context.on("page", (page) => this.listen(page));
    for (const page of context.pages()) this.listen(page);
    context.on("response", (answer) => {
      if (answer.status() >= 500) this.note(`${answer.status()} ${answer.url()}`);
    });
  }

  private listen(page: Page): void {
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      const place = this.note(
        `${message.type()} on ${page.url()}: ${message.text()} (${message.location().url})`,
      );
      // The cause of a recovered React error is hidden behind the error it reports.
      for (const value of message.args()) {
        value
          .evaluate((one: unknown) =>
            one instanceof Error && one.cause
              ? String((one.cause as Error).stack ?? one.cause)
              : "",
          )
          .then(
            (cause) => cause && this.add(place, cause),
            () => undefined,
          );
      }
    });
    page.on("pageerror", (error) => this.note(`thrown on ${page.url()}: ${error.message}`));
  }

  private note(text: string): number {
    return this.complaints.push(text) - 1;
  }

  private add(place: number, cause: string): void {
    this.complaints[place] += `\n  caused by ${cause}`;
  }

  left(): string[] {
    return this.complaints.filter((one) => !this.allowed.some((pattern) => pattern.test(one)));
  }
}

interface Fixtures {
  watch: Watch;
  /** Saves a screenshot where WEKALA_SHOTS names a folder. */
  look: (name: string, on?: Page) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      watch.follow(context);
      await use(watch);
      expect(watch.left(), "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],

  look: async ({ page, lang, size }, use) => {
    const folder = process.env.WEKALA_SHOTS;
    await use(async (name, on = page) => {
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await layOut(on);
      await on.screenshot({
        path: path.join(folder, `${name}-${lang}-${size}.png`),
        fullPage: true,
        animations: "disabled",
      });
    });
  },
});

/** Renders the content-visibility sections that the browser defers: screenshots and axe need all of them. */
const layOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll("section"))
      if (getComputedStyle(part).contentVisibility === "auto")
        part.style.contentVisibility = "visible";
  });

/** Waits until nothing on the page is loading for the first time and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await layOut(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Animations begin with the frame after a change or the one after that: three still frames in a
    // row.
    for (let still = 0; still < 3; ) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const moving = document.getAnimations().filter(
        (one) =>
          one.playState === "running" &&
          // An animation driven by scrolling never ends.
          one.timeline === document.timeline &&
          one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
          // Collapsed or far below the screen nothing is rendered, so its animations never end.
          (one.effect as KeyframeEffect).target?.checkVisibility({
            contentVisibilityAuto: true,
          }) !== false,
      );
      still = moving.length === 0 ? still + 1 : 0;
      await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    }
  });
}

interface Finding {
  screen: string;
  rule: string;
  where: string;
}

/** Every rule of WCAG 2.2 A and AA that can be checked automatically, or `only` one, or all `but` one. */
export async function axe(
  page: Page,
  screen: string,
  { only, but }: { only?: string; but?: string } = {},
): Promise<Finding[]> {
  // From the top: an element half under the header only has to be scrolled, which axe does not
  // know.
  await page.evaluate(() => window.scrollTo(0, 0));
  // One document, no frames: legacy mode and violations only take about half the time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({
    rules: { "target-size": { enabled: true }, ...(but && { [but]: { enabled: false } }) },
    resultTypes: ["violations"],
  });
  const { violations } = await (only
    ? builder.withRules([only])
    : builder.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
  ).analyze();
  // An element half under the sticky bottom bars only has to be scrolled, which axe does not know:
  // such a target is checked again in the middle of the screen.
  for (const found of violations) {
    if (found.id !== "target-size") continue;
    const kept: typeof found.nodes = [];
    for (const node of found.nodes) {
      const target = node.target.join(" ");
      await page
        .locator(target)
        .first()
        .evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
      const again = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .include(target)
        .withRules(["target-size"])
        .analyze();
      kept.push(...again.violations.flatMap(({ nodes }) => nodes));
    }
    found.nodes = kept;
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({
      screen,
      rule: id,
      where: `${node.target.join(" ")} – ${(node.failureSummary ?? "").replace(/\s+/g, " ").slice(0, 260)} – ${node.html.slice(0, 160)}`,
    })),
  );
}

/** The number of pixels by which the page is wider than the screen. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Once settled, no rule that can be checked automatically fails, and nothing scrolls sideways. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await settled(page);
  expect(await axe(page, screen)).toEqual([]);
  expect(await tooWide(page), `${screen} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** A page in a separate browser context, watched like the first: another person. */
export async function somebodyElse(page: Page, watch: Watch, desktop = true): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("There is no browser");
  const options = test.info().project.use;
  const context = await browser.newContext({
    baseURL: options.baseURL,
    locale: options.locale,
    timezoneId: options.timezoneId,
    viewport: desktop ? { width: 1280, height: 800 } : { width: 390, height: 844 },
  });
  watch.follow(context);
  return context.newPage();
}
