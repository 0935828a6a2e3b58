/** The files a first visit loads, and that nothing moves, before anything is pressed. */
import type { Browser } from "@playwright/test";
import { sumOf, watchShifts } from "./support/shifts";
import { open } from "./support/shop";
import { expect, type Page, settled, test } from "./support/test";

/** Bytes after brotli compression. */
const limit = { script: 135_000, style: 20_000 };

for (const address of ["/home", "/branches/souq-ganayen-maadi", "/products/sugar"]) {
  // The heaviest pages; the built files of the others are measured in web/first_test.go. Without a
  // place, home and the branch page open the picker, with its script.
  test(`scripts and styles of ${address} on a first visit`, { tag: "@ar-phone" }, async ({
    page,
    request,
  }) => {
    const wanted = new Set<string>();
    page.on("request", (one) => {
      if (["script", "stylesheet"].includes(one.resourceType())) wanted.add(one.url());
    });
    await open(page, address);
    await page.waitForLoadState("networkidle");
    await settled(page);
    const sum = { script: 0, style: 0 };
    for (const url of wanted) {
      const answer = await request.get(url, { headers: { "Accept-Encoding": "br" } });
      expect(answer.status(), url).toBe(200);
      sum[/javascript/.test(answer.headers()["content-type"] ?? "") ? "script" : "style"] += Number(
        answer.headers()["content-length"],
      );
    }
    expect(sum.script, `${wanted.size} files`).toBeGreaterThan(limit.script / 2);
    expect(sum.script, `${wanted.size} files`).toBeLessThanOrEqual(limit.script);
    expect(sum.style).toBeGreaterThan(0);
    expect(sum.style).toBeLessThanOrEqual(limit.style);
  });
}

for (const address of ["/home", "/branches/souq-ganayen-maadi", "/products/mango-nectar"]) {
  test(`nothing of ${address} moves on a first visit`, {
    tag: ["@ar-phone", "@en-phone", "@en-desktop", "@each"],
  }, async ({ page, say }) => {
    const shifts = await watchShifts(page);
    // The districts arrive after the picker is open, as they do on a slow network.
    const picker = page.getByRole("dialog", { name: say("places:title") });
    const opens = !address.startsWith("/products/");
    if (opens) {
      await page.route("**/api/v1/districts*", async (route) => {
        await picker.getByText(say("places:why")).waitFor();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        await route.continue();
      });
    }
    await open(page, address);
    if (opens) await picker.getByRole("searchbox").waitFor();
    await settled(page);
    const all = await shifts();
    expect(sumOf(all.filter(({ byFont }) => !byFont))).toBeLessThan(0.001);
    expect(sumOf(all.filter(({ byFont }) => byFont))).toBeLessThan(0.006);
    // On a single line: with two it would be the largest contentful paint, and the page would count
    // as late as its scripts.
    if (opens)
      expect((await picker.getByText(say("places:why")).boundingBox())?.height).toBeLessThan(40);
  });
}

/** The number of elements whose style the browser recalculates for `change`. */
async function lookedAt(page: Page, change: () => void): Promise<number> {
  const browser = page.context().browser() as Browser;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(change);
  await page.evaluate(() => document.body.offsetHeight);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  return Math.max(0, ...traceEvents.map(({ args }) => args.elementCount ?? 0));
}

test("the browser looks only at what changes, not at every element of the page", {
  tag: "@ar-phone",
}, async ({ page }) => {
  await open(page, "/products/mango-nectar");
  await settled(page);
  const some = (await page.evaluate(() => document.querySelectorAll("*").length)) / 10;
  const comes = await lookedAt(page, () => {
    document.querySelector("main")?.append(document.createElement("p"));
  });
  expect(comes, "an element comes into the page").toBeGreaterThan(0);
  expect(comes, "an element comes into the page").toBeLessThan(some);
  const stands = await lookedAt(page, () => {
    document.documentElement.setAttribute("data-modal", "");
  });
  expect(stands, "the page stands still behind a dialog").toBeGreaterThan(0);
  expect(stands, "the page stands still behind a dialog").toBeLessThan(some);
});
