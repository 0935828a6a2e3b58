/** Pages with enlarged text. */
import { grocery, plenty, staffApi } from "../support/api";
import { brokenWords } from "./measure";
import { unfold } from "./shop";
import type { Tab } from "./tab";
import { expect, pretend, ready, test } from "./test";
import { weighedProduct } from "./weighed";

async function enlarge(tab: Tab, name: string): Promise<void> {
  await tab.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await tab.see(`large-${name}`);
  expect.soft(await tab.evaluate(brokenWords), `${name}: words in pieces`).toEqual([]);
}

// The columns of a card list depend on the width in rem, which a style does not change: not checked
// for broken words. A wide screen with large text has the layout of a narrow one: a phone's,
// enlarged twice.
test("text of twice the size stays within a phone's screen, in whole words", async ({
  another,
  say,
  api,
  phone,
  lang,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  await weighedProduct(api, staff); // the longest price: per kilogram
  const tab = await another("phone");
  await ready(tab, api, phone, { [plenty]: 2 });
  const pages: Record<string, string> = {
    // Its banners change with the service, which depends on what is open.
    ...Object.fromEntries(
      ["food", "grocery", "general"].map((service) => [
        `home-${service}`,
        `/home?service_id=${service}`,
      ]),
    ),
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
      await enlarge(tab, name);
    });
  }
  // Shortly before midnight the longest delivery promise is tomorrow's.
  await test.step("checkout late in the evening", async () => {
    await tab.open(pages.cart ?? "");
    await tab.settled();
    await pretend(tab, "/checkout", {
      times: {
        now: {
          available: true,
          label: "",
          promised_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
        },
        slots: [],
      },
    });
    await tab.role("button", say("basket:checkout")).click();
    await tab.heading(1).says(say("checkout:title"));
    await enlarge(tab, "checkout-tomorrow");
    await unfold(tab, say, "checkout:time");
    await tab.role("radio", say.part("checkout:now")).shown();
    await enlarge(tab, "checkout-time");
  });
});
