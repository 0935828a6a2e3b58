/** Pages as they are read with large text. */
import { grocery, plenty, staffApi } from "../support/api";
import { brokenWords } from "./measure";
import { expect, ready, test } from "./test";
import { weighedProduct } from "./weighed";

// A list of cards asks the width in rem how many stand beside each other, which a style does not change: not judged by
// words. A wide screen with large text is laid out as a narrow one: a phone's, twice as near.
test("text of twice the size stays within a phone's screen, in whole words", async ({
  another,
  api,
  phone,
  lang,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  await weighedProduct(api, staff); // the longest price: of a kilogram
  const tab = await another("phone");
  await ready(tab, api, phone, { [plenty]: 2 });
  const pages: Record<string, string> = {
    home: "/home",
    branch: `/branches/${grocery.slug}`,
    product: "/products/full-cream-milk",
    dish: "/products/oriental-sausage-pizza",
    search: `/search-results?q=${lang === "ar" ? "لبن" : "milk"}`,
    cart: `/cart?service_id=${grocery.service}`,
    checkout: `/checkout?service_id=${grocery.service}`,
    account: "/account",
    orders: "/account/my-orders",
    addresses: "/account/my-address",
  };
  for (const [name, path] of Object.entries(pages)) {
    await test.step(name, async () => {
      await tab.open(path);
      await tab.settled();
      await tab.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      await tab.see(`large-${name}`);
      const broken = await tab.evaluate(brokenWords);
      expect.soft(broken, `${name}: words in pieces`).toEqual([]);
    });
  }
});
