/**
 * A product's page: choosing a colour changes the gallery's picture, and another product has its own
 * gallery.
 */
import { alive, beAt, open } from "./support/shop";
import { expect, settled, test, tooWide } from "./support/test";

test("a chosen colour is shown, and nothing moves", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, api, look }) => {
  const product = await api.product("wireless-headphones");
  const values = product.options[0]?.values ?? [];
  await beAt(page, api);
  await open(page, "/products/wireless-headphones");
  await alive(page);
  const gallery = page.getByRole("main").getByRole("list", { name: product.name }).first();
  const seen = () =>
    gallery.evaluate((list) => {
      const at = Math.round(Math.abs(list.scrollLeft) / list.clientWidth);
      return list.querySelectorAll("img")[at]?.getAttribute("src");
    });
  const price = page.getByRole("main").getByText(/\d{3}/).first();
  const before = await price.boundingBox();
  for (const value of values.toReversed()) {
    await page.getByText(value.name, { exact: true }).first().click();
    const image = product.variants.find(({ choices }) =>
      Object.values(choices).includes(value.id),
    )?.image;
    await expect.poll(seen).toBe(image?.src ?? product.images[0]?.src);
  }
  expect(await price.boundingBox()).toEqual(before);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await settled(page);
  await look("product-colour");

  const other = page.getByRole("main").locator('a[href*="/products/"]:visible').last();
  await other.click();
  await expect(page).not.toHaveURL(/wireless-headphones/);
  await expect(page.getByRole("main").locator('img[src*="wireless-headphones-"]')).toHaveCount(0);
});
