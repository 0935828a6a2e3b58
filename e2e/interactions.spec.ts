/**
 * How long the shop takes to respond to a press, on a phone at a quarter of the machine's speed.
 * Run by hand, `WEKALA_MEASURE=1 WEKALA_E2E_WORKERS=1 scripts/journeys.sh interactions`: the
 * results depend on the machine.
 */
import { grocery } from "./support/api";
import { beAt, open } from "./support/shop";
import { expect, type Page, settled, test } from "./support/test";

/** Milliseconds from a press to the next frame. */
const bar = 200;

/** The longest of the page's own event timings that belong to a press or a key. */
async function watchEvents(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & {
        interactionId?: number;
      })[]) {
        if (entry.interactionId) seen.push(entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  return async () => {
    await settled(page);
    // Measurements are reported a frame later.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return page.evaluate(() => {
      const { seen } = window as unknown as { seen: number[] };
      return Math.max(0, ...seen.splice(0));
    });
  };
}

test("what is pressed answers within a fifth of a second", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, phone, lang }) => {
  page.setDefaultTimeout(15_000);
  await api.signIn(phone, "Laila Hassan");
  await beAt(page, api);
  const longest = await watchEvents(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const figures: Record<string, number> = {};
  const press = async (name: string, act: () => Promise<unknown>) => {
    await longest();
    await act();
    figures[name] = await longest();
    console.log(`${name}: ${Math.round(figures[name])} ms`);
  };
  const main = page.getByRole("main");

  await open(page, "/home");
  await press("the heart of a card", () =>
    main
      .getByRole("button", { name: say("hearts:heart") })
      .first()
      .tap(),
  );
  await press("the other service", () =>
    main.getByRole("navigation").first().getByRole("link").nth(1).tap(),
  );
  await press("the search, opened", () =>
    page
      .getByRole("navigation", { name: say("shell:nav.label") })
      .getByRole("link", { name: say("shell:nav.search") })
      .tap(),
  );
  await press("five letters of a search", () =>
    page
      .getByRole("combobox", { name: say("search:label") })
      .pressSequentially(lang === "ar" ? "بطاطس" : "potat", { delay: 120 }),
  );
  await press("the search, sent", () => page.keyboard.press("Enter"));
  await expect(page).toHaveURL(/search-results/);
  await press("the filters, opened", () =>
    page
      .getByRole("navigation", { name: say("catalog:filters") })
      .getByRole("button", { name: say("catalog:filters") })
      .tap(),
  );
  const sheet = page.getByRole("dialog", { name: say("catalog:filters") });
  await press("a filter", () =>
    sheet
      .getByRole("link", { name: /[0-9٠-٩]/ })
      .first()
      .tap(),
  );

  await open(page, `/branches/${grocery.slug}`);
  const add = main.getByRole("button", { name: say("cart:add_thing") });
  await press("a plus", () => add.first().tap());
  await press("a second plus", () => add.nth(3).tap());
  await press("a tab of the menu", () =>
    main
      .getByRole("navigation", { name: say("catalog:categories") })
      .getByRole("link")
      .nth(2)
      .tap(),
  );
  await press("the sizes of a product", () =>
    main
      .getByRole("link", { name: say("cart:choose_thing") })
      .last()
      .tap(),
  );
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeVisible();
  await press("the sheet, closed", () => page.keyboard.press("Escape"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("a product", () =>
    main.getByRole("article").getByRole("heading").getByRole("link").last().tap(),
  );
  await expect(page).toHaveURL(/products/);
  await press("the cart", () => page.getByRole("banner").locator("a[href*='/cart']").tap());
  expect(Math.max(...Object.values(figures))).toBeLessThanOrEqual(bar);
});
