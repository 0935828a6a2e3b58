/** A branch as a menu: sections that its tabs follow, found in, and the basket beside it. */
import { grocery } from "./support/api";
import { beAt, open } from "./support/shop";
import { expect, expectAccessible, type Page, settled, test } from "./support/test";

const card = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.locator("a[href*='/products/']") })
    .first();

test("goods stand on the first screen, of an open branch and of a closed one", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, look }) => {
  await beAt(page, api);
  // The last is switched off by hand, the one before it closes at night.
  for (const slug of [grocery.slug, "sabaa-habbat-maadi", "forn-nawara-maadi"]) {
    const { is_closed: closed } = await api.branch(slug);
    await open(page, `/branches/${slug}`);
    await settled(page);
    expect((await card(page).boundingBox())?.y, slug).toBeLessThanOrEqual(closed ? 500 : 400);
  }
  expect((await api.branch(grocery.slug)).is_closed).toBe(false);
  expect((await api.branch("forn-nawara-maadi")).is_closed).toBe(true);
  // Switched off it says no time to order for: nothing of it is offered.
  await expect(card(page).getByRole("link", { name: say("cart:choose_thing") })).toHaveCount(0);
  await expect(card(page).getByText(say("branches:closed"), { exact: true })).toBeVisible();
  await look("branch-closed");
  // Nor where it is found, in the panel below the search and among the results.
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
  await expect(page.getByRole("heading", { name: last, exact: true })).toBeInViewport();
  await expect(tab).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Home");
  await expect(tabs.getByRole("link", { name: names[0], exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
});

test("the branch is searched in place", { tag: ["@ar-phone", "@en-desktop", "@each"] }, async ({
  page,
  api,
  say,
}) => {
  const sugar = await api.product("sugar");
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  const box = page.getByRole("searchbox", { name: say("branches:find") });
  await box.fill(sugar.name);
  await expect(page).toHaveURL(/\?q=/);
  await expect(page.getByRole("link", { name: sugar.name, exact: true }).first()).toBeVisible();
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
  await main
    .getByRole("button", { name: say("cart:add_thing", { name: sugar.name }) })
    .first()
    .click();
  const basket = page.getByRole("complementary", { name: say("cart:bar") });
  await expect(basket.getByRole("link", { name: sugar.name })).toBeVisible();
  await expectAccessible(page, "branch with its basket");
  await look("branch-basket");
});
