/** A personal home page: what is available here and now, and what was ordered before. */
import { sumOf, watchShifts } from "./support/shifts";
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, expectAccessible, type Page, settled, test } from "./support/test";

const pair = { tag: ["@ar-phone", "@en-phone", "@each"] };

/** The branch that an order would be repeated at. */
interface Again {
  is_closed: boolean;
  opens_at: string | null;
  delivers: boolean | null;
}

const firstProduct = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.locator("a[href*='/products/']") })
    .first();

test(
  "the first product is on the first screen, and all of them can be had here",
  pair,
  async ({ page, api, say }) => {
    await beAt(page, api);
    for (const service of ["food", "grocery"]) {
      await open(page, `/home?service_id=${service}`);
      await settled(page);
      expect((await firstProduct(page).boundingBox())?.y).toBeLessThanOrEqual(700);
      const offered = page.getByRole("article");
      await expect(offered.getByText(say("branches:not_here"))).toHaveCount(0);
      await expect(offered.getByText(say("cart:sold_out"))).toHaveCount(0);
    }
    await expectAccessible(page, "home");
    // Where nothing of some categories is delivered, one line shows that and expands to them.
    const zayed = await api.district("sheikh-zayed");
    await beAt(page, api, { place: { district: zayed.id, lat: 30.0455, lng: 30.98 } });
    await open(page, "/home?service_id=grocery");
    await settled(page);
    const folded = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: say("home:categories"), exact: true }) })
      .getByRole("group");
    await expect(folded).toContainText(say.part("branches:not_here"));
    await expect(folded.getByRole("link")).toHaveCount(0);
    await folded.locator("summary").click();
    await expect(folded.getByRole("link").first()).toBeVisible();
    await expect(page.getByText(say.part("branches:not_here"))).toHaveCount(1);
  },
);

test(
  "a phone's first screen shows more than one branch and more than two products a row",
  pair,
  async ({ page, api }) => {
    await beAt(page, api);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      for (const service of ["food", "grocery"]) {
        await open(page, `/home?service_id=${service}`);
        await settled(page);
        const rows = page
          .getByRole("main")
          .locator("ul")
          .filter({ has: page.getByRole("article") });
        const seen = async (row: number) =>
          rows.nth(row).evaluate((list, edge) => {
            const tiles = [...list.querySelectorAll("article")].map((one) =>
              one.getBoundingClientRect(),
            );
            const parts = tiles.map(
              ({ left, right, width }) =>
                Math.max(0, Math.min(right, edge) - Math.max(left, 0)) / width,
            );
            return {
              across: parts.reduce((sum, one) => sum + one, 0),
              heights: new Set(tiles.map(({ height }) => Math.round(height))).size,
              foot: Math.max(...tiles.map(({ bottom }) => bottom)),
            };
          }, width);
        const [branches, first, second] = [await seen(0), await seen(1), await seen(2)];
        const where = `${service} at ${width}`;
        expect(branches.across, where).toBeGreaterThan(1.5);
        expect(first.across, where).toBeGreaterThan(2.05);
        expect(second.across, where).toBeGreaterThan(2.05);
        expect(
          [branches, first, second].map(({ heights }) => heights),
          where,
        ).toEqual([1, 1, 1]);
        // The first row of products is fully visible above the navigation bar.
        expect(first.foot, where).toBeLessThanOrEqual(787);
      }
    }
  },
);

test(
  "what is under way has its line, and is not offered again",
  pair,
  async ({ page, api, phone, say, look }) => {
    const address = await readyCustomer(page, api, phone);
    await api.placeOrder(address);
    await open(page, "/home?service_id=grocery");
    const line = page.getByRole("region", { name: say("shell:under_way.label") });
    await expect(line).toBeVisible();
    await expect(line).toContainText(say.part("shell:under_way.due"));
    await settled(page);
    await expect(page.getByRole("heading", { name: say("home:again"), exact: true })).toHaveCount(
      0,
    );
    await look("home-under-way");
    await line.getByRole("link").click();
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
    await expect(line).toHaveCount(0);
  },
);

test(
  "who had something delivered has it again at a press, in its own service",
  pair,
  async ({ page, api, say, look }) => {
    await api.signIn(api.lang === "ar" ? "1000000101" : "1000000102", "");
    await beAt(page, api);
    let number = "";
    for (const service of ["grocery", "food", "general"]) {
      // Orders that can be repeated here come first, those of open branches before others; the rest
      // is not shown.
      const orders = (
        await api.send<{ number: string; again: Again | null }[]>(
          "GET",
          `/orders?service_id=${service}&status=delivered`,
        )
      ).filter(({ again }) => again?.delivers && (!again.is_closed || again.opens_at));
      const first = orders.find(({ again }) => !again?.is_closed) ?? orders[0];
      if (!first) continue;
      number = first.number;
      await open(page, `/home?service_id=${service}`);
      break;
    }
    await expect(page.getByRole("heading", { name: say("home:again"), exact: true })).toBeVisible();
    await settled(page);
    expect((await firstProduct(page).boundingBox())?.y).toBeLessThanOrEqual(700);
    await expectAccessible(page, "home of a customer");
    await look("home-known");
    const again = page.getByRole("button", { name: say.part("home:again_of") });
    await expect(again.first()).toHaveAccessibleName(new RegExp(number));
    await again.first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
);

for (const who of ["with orders", "without"]) {
  test(`nothing of home moves for a customer ${who}`, { tag: ["@en-phone"] }, async ({
    page,
    api,
    phone,
  }) => {
    const known = api.lang === "ar" ? "1000000101" : "1000000102";
    await api.signIn(who === "with orders" ? known : phone, "Laila Hassan");
    await beAt(page, api);
    // Orders arrive after the page is rendered, as they do on a slow network.
    await page.route("**/api/v1/orders?*", async (route) => {
      // A request that the next page does not wait for ends with this page.
      await page
        .evaluate(() => new Promise((drawn) => setTimeout(drawn, 400)))
        .catch(() => undefined);
      await route.continue().catch(() => undefined);
    });
    const shifts = await watchShifts(page);
    const moved: string[] = [];
    for (const address of [
      "/home",
      ...["food", "grocery", "general"].map((one) => `/home?service_id=${one}`),
    ]) {
      const read = page.waitForResponse(/\/api\/v1\/orders\?/);
      await open(page, address);
      await read;
      await settled(page);
      const all = (await shifts()).filter(({ byFont }) => !byFont);
      if (sumOf(all) >= 0.001) moved.push(`${address}: ${JSON.stringify(all)}`);
    }
    expect(moved).toEqual([]);
  });
}
