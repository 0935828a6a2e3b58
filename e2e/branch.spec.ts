/** A branch's menu: sections that its tabs follow, the search in it, and the basket next to it. */
import { type Api, grocery } from "./support/api";
import { alive, beAt, open } from "./support/shop";
import { expect, expectAccessible, type Page, settled, test } from "./support/test";

const card = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.locator("a[href*='/products/']") })
    .first();

test("goods of every branch stand on the first screen, 24 of them drawn by the server", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, look }) => {
  test.slow();
  await beAt(page, api);
  // The longest names of each kind of branch: a test of all takes half a minute.
  const longest = (await api.branches()).toSorted((a, b) => b.length - a.length);
  expect(longest.length).toBeGreaterThan(40);
  const slugs = [grocery.slug, ...longest.slice(0, 12)];
  const late: string[] = [];
  for (const slug of slugs) {
    const { is_closed, delivers, categories } = await api.branch(slug);
    const answer = await page.goto(`/branches/${slug}`, { waitUntil: "domcontentloaded" });
    await page.evaluate(() => document.fonts.ready);
    const y = (await card(page).boundingBox())?.y ?? Number.NaN;
    // A notice needs space, and so do the delivery time and minimum of a branch that does not
    // deliver here.
    const most = delivers === false ? 530 : is_closed ? 500 : 400;
    if (!(y <= most)) late.push(`${slug} at ${y}`);
    const drawn = (await answer?.text())?.match(/<h3[^>]*><a [^>]*href="[^"]*\/products\//g) ?? [];
    const all = categories.reduce((sum, { products }) => sum + products, 0);
    expect(drawn.length, slug).toBe(Math.min(24, all));
  }
  expect(late).toEqual([]);
  await test.step("a dot between its facts, and an edge that fades where tabs go on behind it", async () => {
    await open(page, `/branches/${grocery.slug}`);
    const facts = page.getByRole("main").locator(".facts").first();
    await expect(facts).toHaveCSS("overflow-x", "clip");
    const dots = facts
      .locator("> *")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").width));
    expect(new Set(await dots)).toEqual(new Set(["3px"]));
    const tabs = page
      .getByRole("navigation", { name: say("catalog:categories") })
      .getByRole("list");
    const fades = () =>
      tabs.evaluate((row) => {
        const of = getComputedStyle(row);
        return ["--fade-before", "--fade-after"].map(
          (name) => Number.parseFloat(of.getPropertyValue(name)) > 16,
        );
      });
    expect(await tabs.evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true);
    await expect.poll(fades).toEqual([false, true]);
    await tabs.evaluate((row) => {
      row.scrollLeft = row.scrollWidth * (document.dir === "rtl" ? -1 : 1);
    });
    await expect.poll(fades).toEqual([true, false]);
  });
  // A branch that is switched off has no opening time to order for: none of its products is
  // offered.
  await open(page, "/branches/forn-nawara-maadi");
  await expect(card(page).getByRole("link", { name: say("cart:choose_thing") })).toHaveCount(0);
  await expect(page.getByText(say("branches:closed"), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("article").getByText(say("branches:closed"))).toHaveCount(0);
  await expect(page.getByRole("link", { name: say("branches:others") })).toBeVisible();
  await look("branch-closed");
  // Nor where it is listed, in the panel below the search and among the results.
  const { name } = await api.product("pizza-margherita?branch_id=forn-nawara-maadi");
  const choose = page.getByRole("link", { name: say("cart:choose_thing", { name }) });
  const found = page.getByRole("article").filter({ has: page.getByRole("link", { name }) });
  await open(page, `/search-results?q=${encodeURIComponent(name)}`);
  await expect(found.first().getByText(say("branches:closed"), { exact: true })).toBeVisible();
  await expect(choose).toHaveCount(0);
  await open(page, "/home");
  await page
    .getByRole("navigation", { name: say("shell:nav.label") })
    .getByRole("link", { name: say("shell:nav.search") })
    .click();
  await page.getByRole("combobox", { name: say("search:label") }).fill(name);
  const goods = page.getByRole("region", { name: say("catalog:products"), exact: true });
  const line = goods.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  await expect(line.first().getByText(say("branches:closed"), { exact: true })).toBeVisible();
  await expect(choose).toHaveCount(0);
  await look("search-closed");
});

/** The grocery's longest section, of which the server renders one product at most. */
async function longSection(page: Page, api: Api) {
  const parts = (await api.branch(grocery.slug)).categories;
  const part = parts.reduce((most, one) => (one.products > most.products ? one : most));
  expect(part.products).toBeGreaterThan(24);
  const section = page.locator(`#menu-${part.slug}`);
  return {
    part,
    section,
    more: section.locator("a[rel=next]"),
    goods: section.getByRole("article"),
  };
}

test("a section goes on as its end comes near, and what is looked at stays where it is", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api }) => {
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  const { part, section, more, goods } = await longSection(page, api);
  expect(await goods.count()).toBeLessThan(24);
  await expect(more).toHaveAttribute("href", /category_id=[^&]+$/);
  while ((await goods.count()) < part.products) {
    const before = await goods.count();
    // None of it is rendered yet where the sections above it are long.
    const seen = before > 0 ? goods.nth(before - 1) : section;
    await seen.scrollIntoViewIfNeeded();
    const y = (await seen.boundingBox())?.y ?? 0;
    await expect.poll(() => goods.count()).toBeGreaterThan(before);
    expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - y)).toBeLessThan(2);
  }
  await expect(more).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/branches/${grocery.slug}$`));
});

test("a section whose rest does not come says so and is tried again in place", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, say, watch }) => {
  watch.allow(/ERR_FAILED|Failed to fetch/);
  await beAt(page, api);
  const rest = /\/products\?.*page=[2-9]/;
  await page.route(rest, (route) => route.abort());
  await open(page, `/branches/${grocery.slug}`);
  const { part, section, more, goods } = await longSection(page, api);
  await more.scrollIntoViewIfNeeded();
  await expect(goods).toHaveCount(24);
  await goods.last().scrollIntoViewIfNeeded();
  await expect(section.getByRole("alert")).toHaveText(say("catalog:failed"));
  await expect(more).toHaveText(say("catalog:retry"));
  await expect(more).toHaveAttribute("href", /category_id=.*page=2/);
  await expectAccessible(page, "a section that did not come");
  await page.unroute(rest);
  await more.focus();
  const y = (await goods.nth(23).boundingBox())?.y ?? 0;
  await page.keyboard.press("Enter");
  await expect.poll(() => goods.count()).toBeGreaterThan(24);
  expect(Math.abs(((await goods.nth(23).boundingBox())?.y ?? 0) - y)).toBeLessThan(2);
  await expect(goods.nth(24).getByRole("link").first()).toBeFocused();
  await goods.last().scrollIntoViewIfNeeded();
  await expect(goods).toHaveCount(part.products);
});

test("without a script a section's rest is an address", { tag: ["@ar-phone"] }, async ({
  browser,
  baseURL,
  api,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto(`/branches/${grocery.slug}`);
  const { section, more } = await longSection(page, api);
  // No space is reserved for products that are not loaded.
  expect((await section.boundingBox())?.height).toBeLessThan(700);
  await more.click();
  await expect(card(page)).toBeVisible();
  expect(await page.getByRole("main").getByRole("article").count()).toBeGreaterThanOrEqual(24);
  await context.close();
});

test("tabs follow the sections and lead to them", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, say }) => {
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  const tabs = page.getByRole("navigation", { name: say("catalog:categories") });
  const names = await tabs.getByRole("link").allInnerTexts();
  expect(names.length).toBeGreaterThan(2);
  const last = names.at(-1) ?? "";
  const tab = tabs.getByRole("link", { name: last, exact: true });
  await expect(tab).toHaveAttribute("href", /category_id=/);
  await tab.click();
  await expect(page).toHaveURL(new RegExp(`/branches/${grocery.slug}$`));
  await settled(page);
  // The sections above it are not filled, and it is below the sticky header.
  const heading = page.getByRole("heading", { name: last, exact: true });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(220);
  const foot = await tabs.boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThan((foot?.y ?? 0) + (foot?.height ?? 0));
  await expect(tab).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Home");
  await expect(tabs.getByRole("link", { name: names[0], exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("a shelf far down is shown from its beginning, and left again to where one was", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, say, look }) => {
  await beAt(page, api);
  const part = (await api.branch(grocery.slug)).categories.findLast(
    ({ children }) => children.length > 1,
  );
  const [, shelf] = part?.children ?? [];
  if (!part || !shelf) throw new Error("no part of this branch has shelves");
  await open(page, `/branches/${grocery.slug}`);
  await alive(page);
  const tabs = page.getByRole("navigation", { name: say("catalog:categories") });
  await tabs.getByRole("link", { name: part.name, exact: true }).click();
  await settled(page);
  const way = page.locator("main").getByRole("link", { name: shelf.name, exact: true });
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1_000);
  await way.click();
  await expect(page).toHaveURL(/category_id=/);
  await expect(way).toHaveAttribute("aria-current", "true");
  await expect(tabs.getByRole("link", { name: part.name, exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(card(page)).toBeInViewport();
  await look("shelf");
  await page.goBack();
  await expect(way).not.toHaveAttribute("aria-current");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 400);
});

test("the branch is searched in place", { tag: ["@ar-phone", "@en-desktop", "@each"] }, async ({
  page,
  api,
  say,
}) => {
  const sugar = await api.product("sugar");
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  await alive(page);
  const box = page.getByRole("searchbox", { name: say("branches:find") });
  // From far down: the result is shorter than the scrolled distance.
  await page.mouse.wheel(0, 1_500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await box.fill(sugar.name);
  await expect(page).toHaveURL(/\?q=/);
  const found = page.getByRole("main").getByRole("link", { name: sugar.name, exact: true }).first();
  await expect(found).toBeInViewport();
  await expect(box).toBeInViewport();
  await expect(box).toBeFocused();
  await expectAccessible(page, "search in a branch");
  await page.getByRole("link", { name: say("branches:all_products"), exact: true }).click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(box).toHaveValue("");
});

test("on a desktop the basket stands beside the menu", { tag: ["@en-desktop"] }, async ({
  page,
  api,
  say,
  look,
}) => {
  const sugar = await api.product("sugar");
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  const main = page.getByRole("main");
  await (await longSection(page, api)).more.scrollIntoViewIfNeeded();
  await main
    .getByRole("button", { name: say("cart:add_thing", { name: sugar.name }) })
    .first()
    .click();
  const basket = page.getByRole("complementary", { name: say("cart:bar") });
  await expect(basket.getByRole("link", { name: sugar.name })).toBeVisible();
  await expectAccessible(page, "branch with its basket");
  await look("branch-basket");
  // At any screen width, one link back to the other branches is visible.
  const back = main.locator('a[href*="/branches-results?service_id="]:visible');
  for (const width of [600, 700, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(back, `the way back at ${width}`).toHaveCount(1);
  }
});
