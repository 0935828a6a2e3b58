/** Listings: products on the first screen, filtered in place, added from the list. */
import AxeBuilder from "@axe-core/playwright";
import { grocery } from "./support/api";
import { amountOf, beAt, open } from "./support/shop";
import { expect, expectAccessible, type Page, settled, test } from "./support/test";

const cards = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.locator("a[href*='/products/']") });

test("the first product stands on the first screen, two across on a phone, more on wider screens", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, api, lang, look }) => {
  await beAt(page, api);
  // Also names of shops, of one in another area and of an area; then misspelled ones and one
  // without results.
  const words =
    lang === "ar"
      ? ["لبن", "كشري", "سوق الجناين", "خان ورده", "الدقي", "الزمالك", "شاخن", "مصر الجديدة لبن"]
      : ["milk", "koshary", "Souq Ganayen", "Khan Warda", "Dokki", "Zamalek", "chargr", "xyzqq"];
  for (const address of [
    ...words.map((one) => `/search-results?q=${encodeURIComponent(one)}`),
    "/categories/dairy-and-eggs",
  ]) {
    await open(page, address);
    await settled(page);
    const box = (place: number) => cards(page).nth(place).boundingBox();
    const first = await box(0);
    expect(first?.y, address).toBeLessThanOrEqual(300);
    // One or two results fit in the first row; products that others buy follow in a separate list.
    const list = page
      .getByRole("main")
      .locator("ul")
      .filter({ has: cards(page) });
    if ((await list.first().getByRole("article").count()) < 3) continue;
    const [second, third] = [await box(1), await box(2)];
    expect(second?.y, address).toBe(first?.y);
    expect(third?.y, address).toBeGreaterThan(first?.y ?? 0);
  }
  await look("category");
  await page.setViewportSize({ width: 700, height: 900 });
  await settled(page);
  const [first, third] = [
    await cards(page).nth(0).boundingBox(),
    await cards(page).nth(2).boundingBox(),
  ];
  expect(third?.y).toBe(first?.y);
});

test("filters are in a sheet, narrow at once and stand as chips", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, lang, look }) => {
  await beAt(page, api);
  await open(page, `/search-results?q=${lang === "ar" ? "لبن" : "milk"}`);
  const row = page.getByRole("navigation", { name: say("catalog:filters") });
  await row.getByRole("button", { name: say("catalog:filters") }).click();
  const sheet = page.getByRole("dialog", { name: say("catalog:filters") });
  const facet = sheet
    .getByRole("link", { name: /[0-9٠-٩]/ })
    .and(sheet.locator("[href*=category_id]"))
    .first();
  const name = (await facet.innerText()).replace(/[0-9٠-٩]+/g, "").trim();
  await expectAccessible(page, "filter sheet");
  await look("filter-sheet");
  await facet.click();
  await expect(page).toHaveURL(/category_id=/);
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: say.part("catalog:show_count") }).click();
  await expect(sheet).toBeHidden();
  await row.getByRole("link", { name }).click();
  await expect(page).not.toHaveURL(/category_id=/);

  // A price is applied while typing, and no press after it is lost.
  await row.getByRole("button", { name: say("catalog:filters") }).click();
  const from = sheet.getByRole("textbox", { name: say("search:price_from") });
  const to = sheet.getByRole("textbox", { name: say("search:price_to") });
  await from.fill("10");
  await expect(page).toHaveURL(/price_min=10/);
  await expect(from).toBeFocused();
  await to.fill("5");
  await expect(sheet.getByText(say("search:price_order"))).toBeVisible();
  await expect(to).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "a price that is wrong");
  await look("filter-price");
  expect(page.url()).not.toContain("price_max");
  await to.fill("90");
  await sheet.getByRole("link", { name: say.part("catalog:in_stock") }).click();
  await expect(page).toHaveURL(/in_stock=true/);
  await expect(page).toHaveURL(/price_max=90/);
  await sheet.getByRole("button", { name: say("catalog:clear_filters") }).click();
  await expect(page).not.toHaveURL(/price_m/);
  await expect(from).toHaveValue("");

  // On other pages the counts are loaded with the press, and follow the filters.
  for (const address of ["/categories/dairy-and-eggs", `/branches/${grocery.slug}?sort=popular`]) {
    await open(page, address);
    await row.getByRole("button", { name: say("catalog:filters") }).click();
    const offers = sheet.getByRole("link", { name: say.part("catalog:offer") });
    await expect(offers).toHaveText(/[0-9٠-٩]/);
    const shown = amountOf((await offers.innerText()).replace(say.raw("catalog:offer"), ""));
    await offers.click();
    await expect(page).toHaveURL(/offer=true/);
    const all = sheet.getByRole("button", { name: say.part("catalog:show_count") });
    await expect(all).toHaveText(new RegExp(`(?:^|\\D)${shown}(?:\\D|$)`));
    await all.click();
  }
});

test("on a wide screen filters stand beside the list and narrow it at once", {
  tag: ["@ar-desktop", "@en-desktop", "@each"],
}, async ({ page, say, api, lang, look }) => {
  await beAt(page, api);
  await open(page, `/search-results?q=${lang === "ar" ? "لبن" : "milk"}`);
  const row = page.getByRole("navigation", { name: say("catalog:filters") });
  const beside = page.getByRole("complementary", { name: say("catalog:filters") });
  const facet = beside
    .getByRole("link", { name: /[0-9٠-٩]/ })
    .and(beside.locator("[href*=category_id]"))
    .first();
  const name = (await facet.innerText()).replace(/[0-9٠-٩]+/g, "").trim();
  await expect(row.getByRole("button", { name: say("catalog:filters") })).toBeHidden();
  await expect(beside.getByRole("button", { name: say("catalog:clear_filters") })).toBeHidden();
  await expectAccessible(page, "filters beside the list");
  await look("filters-beside");
  await facet.press("Enter");
  await expect(page).toHaveURL(/category_id=/);
  await row.getByRole("link", { name }).click();
  await expect(page).not.toHaveURL(/category_id=/);
  await beside.getByRole("textbox", { name: say("search:price_from") }).fill("10");
  await expect(page).toHaveURL(/price_min=10/);
  await beside.getByRole("button", { name: say("catalog:clear_filters") }).click();
  await expect(page).not.toHaveURL(/price_m/);

  // A category's counts are fetched, and follow the filters.
  await open(page, "/categories/dairy-and-eggs");
  const offers = beside.getByRole("link", { name: say.part("catalog:offer") });
  await expect(offers).toHaveText(/[0-9٠-٩]/);
  await offers.click();
  await expect(page).toHaveURL(/offer=true/);
  await expect(row.getByRole("link", { name: say("catalog:offer") })).toBeVisible();
  // On a narrower screen, the sheet is back.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(beside).toBeHidden();
  // With the number of active filters.
  await expect(row.getByRole("button", { name: say.part("catalog:filters") })).toBeVisible();
});

test("what needs a choice is chosen in a sheet, and the list stays", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, say, api, watch, look }) => {
  watch.allow(/status of 4/);
  const milk = await api.product("full-cream-milk");
  await beAt(page, api);
  await open(page, `/branches/${grocery.slug}`);
  const plus = page
    .getByRole("main")
    .getByRole("link", { name: say("cart:choose_thing", { name: milk.name }) })
    .first();
  await plus.click();
  const sheet = page.getByRole("dialog", { name: milk.name });
  await sheet.getByText(milk.variants[1]?.name ?? "").click();
  await expectAccessible(page, "options sheet");
  await look("options-sheet");
  await sheet.getByRole("button", { name: say.part("cart:add_for") }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/branches/${grocery.slug}$`));
  await expect(plus).toHaveText(/[1١]/);
  await expect(page.getByText(say("cart:added")).first()).toBeVisible();
});

test("the search offers products to add while one types", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, say, api, size }) => {
  const sugar = await api.product("sugar");
  await beAt(page, api);
  await open(page, "/home");
  await page.getByRole("combobox", { name: say("search:label") }).fill(sugar.name);
  const head = page.getByRole("banner");
  await head.getByRole("button", { name: say("cart:add_thing", { name: sugar.name }) }).click();
  await expect(
    head.getByRole("button", { name: say("cart:one_more", { name: sugar.name }) }),
  ).toBeFocused();
  // On a phone it covers the rest of the header until it is left.
  if (size === "desktop") await expectAccessible(page, "search panel");
});

test("an area that is begun in the search leads to its branches", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, say, api, lang }) => {
  const maadi = await api.district("maadi");
  const dokki = await api.district("dokki");
  await beAt(page, api, { place: { district: dokki.id, lat: 30.0385, lng: 31.2119 } });
  await open(page, "/home");
  const name = lang === "ar" ? "المعادي" : "Maadi";
  await page.getByRole("combobox", { name: say("search:label") }).fill(name.slice(0, 4));
  await page.getByRole("option", { name: say("search:area", { area: name }), exact: true }).click();
  await expect(page).toHaveURL(/\/branches-results/);
  const district = (await page.context().cookies()).find((one) => one.name === "district_id");
  expect(decodeURIComponent(district?.value ?? "")).toBe(maadi.id);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expectAccessible(page, "branches of an area");
});

test("what is not delivered here is folded behind what is", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, say, lang, look }) => {
  const dokki = await api.district("dokki");
  await beAt(page, api, { place: { district: dokki.id, lat: 30.0385, lng: 31.2119 } });
  const words = lang === "ar" ? "كشري" : "koshary";
  await open(page, `/search-results?q=${encodeURIComponent(words)}`);
  const main = page.getByRole("main");
  const folded = main.getByRole("group").filter({ has: page.locator("summary") });
  await expect(main.getByRole("article").first()).toBeVisible();
  await expect(main.getByRole("article").first()).not.toContainText(say.part("branches:not_here"));
  await expect(folded.getByRole("article")).toHaveCount(0);
  await expectAccessible(page, "search with a fold");
  await look("search-folded");
  const goods = folded.filter({ hasText: say.part("branches:not_here") });
  await goods.locator("summary").click();
  // Shown once above them, not on every card.
  await expect(goods.getByRole("article").first()).toBeVisible();
  await expect(goods.getByRole("article").first()).not.toContainText(say.part("branches:not_here"));

  await open(page, "/categories/fruit-and-vegetables");
  await expect(main.getByRole("button", { name: say("branches:change_place") })).toBeVisible();
  await expect(main.getByRole("article")).toHaveCount(0);
});

test("a heart half under the shop's places is no covered target", {
  tag: ["@en-phone", "@ar-phone", "@each"],
}, async ({ page, api, say }) => {
  await beAt(page, api);
  await open(page, "/categories/dairy-and-eggs");
  await settled(page);
  const places = page.getByRole("navigation", { name: say("shell:nav.label") });
  const heart = page.getByRole("main").locator("article button[aria-pressed]").nth(6);
  const box = await heart.boundingBox();
  const bar = await places.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  // A third of it is visible.
  await page.evaluate(
    (by) => window.scrollTo({ top: by, behavior: "instant" }),
    (box?.y ?? 0) + 15 - (bar?.y ?? 0),
  );
  const seen = (bar?.y ?? 0) - ((await heart.boundingBox())?.y ?? 0);
  expect(seen).toBeGreaterThan(10);
  expect(seen).toBeLessThan(20);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withRules(["target-size"])
    .analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  // The bar stays in place: the page's end is above it.
  await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: "instant" }));
  const end = await page.locator("footer").last().boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
});
