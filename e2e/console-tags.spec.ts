/**
 * Tags in the browser: typed in a product's form, removed by keyboard, and used as a filter of the
 * list; and the source of the map tiles.
 */
import { enterConsole, open } from "./support/shop";
import { axe, expect, test } from "./support/test";

test("products are sorted by tags", { tag: ["@ar-phone", "@en-desktop"] }, async ({
  page,
  say,
  lang,
  look,
}) => {
  const words = (key: string) => say.raw(`console/catalogue:${key}`);
  await enterConsole(page, say, "/products?sort=newest");
  const tag = lang === "ar" ? "عروض الجمعة" : "Friday deals";

  // A different product for each language: both copies of the test may run at once.
  const links = page.locator('main a[href*="/console/products/prd_"]');
  await links.nth(lang === "ar" ? 2 : 4).click();
  const field = page.getByLabel(words("tags"), { exact: true });
  await field.fill("Spare");
  await field.press("Enter");
  await field.fill(`${tag},`);
  await field.press("Enter");
  await field.fill(tag.toUpperCase());
  await field.press("Enter");
  const removal = (what: string) =>
    page.getByRole("button", { name: say("console/backoffice:remove", { what }), exact: true });
  await expect(removal(tag)).toHaveCount(1);
  await removal("Spare").focus();
  await page.keyboard.press("Enter");
  await expect(removal("Spare")).toHaveCount(0);
  await expect(field).toBeFocused();
  await look("console-product-tags", page);
  await page.getByRole("button", { name: say("console/backoffice:save"), exact: true }).click();
  await expect(page.getByText(words("saved")).first()).toBeVisible();

  await open(page, "/console/products");
  await page.getByLabel(words("tags"), { exact: true }).selectOption(tag);
  await expect(links).toHaveCount(1);
  await look("console-products-by-tag", page);
  expect(await axe(page, "console-products-by-tag")).toEqual([]);
  await links.first().click();
  await expect(removal(tag)).toBeVisible();
  expect(await axe(page, "console-product-tags")).toEqual([]);
});

test("an owner finds where the map comes from", { tag: ["@ar-phone", "@en-desktop"] }, async ({
  page,
  say,
  watch,
  look,
}) => {
  watch.allow(/status of 422/);
  const words = (key: string) => say.raw(`console/tiles:${key}`);
  await enterConsole(page, say, "/tiles");
  await expect(page.getByRole("heading", { level: 1, name: words("title") })).toBeVisible();
  const address = page.getByLabel(words("url"), { exact: true });
  await address.fill("http://maps.example/{z}/{x}/{y}.png");
  await page.getByRole("button", { name: words("try"), exact: true }).click();
  await expect(page.getByText("https://", { exact: false }).last()).toBeVisible();
  await address.fill("https://maps.example/{z}/{x}/{y}.png");
  await page.getByRole("button", { name: words("try"), exact: true }).click();
  // The demo does not contact the tile server.
  await expect(page.getByText(words("try_not"), { exact: false })).toBeVisible();
  await look("console-tiles", page);
  expect(await axe(page, "console-tiles")).toEqual([]);
});
