/** Missing pages, and the browser's back button after an order. */
import { grocery } from "../support/api";
import { expect, ready, test } from "./test";

test("a missing thing leads to /404, which replaces its address in the history", async ({
  tab,
  say,
  api,
  phone,
  allowed,
}) => {
  allowed.push(/404/);
  await ready(tab, api, phone);
  for (const path of ["/account/my-orders/ord_nobodys", "/branches/no-such-branch"]) {
    await tab.open("/information/terms");
    await tab.driver.goto(`${process.env.WEKALA_URL}${path}`);
    await tab.url(/:\d+\/404$/);
    await tab.heading(1).says(say("shell:not_found.title"));
    await tab.driver.back();
    await tab.url(/\/information\/terms$/);
  }
});

test("back from an order shows a cart as it is now", async ({ tab, say, api, phone, allowed }) => {
  // The cart was ordered elsewhere, so its quote is refused.
  allowed.push(/status of 400|400/);
  const address = await ready(tab, api, phone);
  const cart = `/cart?service_id=${grocery.service}`;
  await tab.open(cart);
  await tab.role("button", say("basket:checkout")).click();
  await tab.url(/\/checkout/);
  await tab.role("button", say.part("checkout:place")).shown();
  // Ordered elsewhere meanwhile: neither page may offer it once more.
  const { order } = await api.placeOrder(address);
  await tab.open(`/account/my-orders/${order.id}`);
  await tab.heading(1).shown();
  await tab.driver.back();
  await tab.alive();
  await tab.settled();
  await tab.role("button", say.part("checkout:place")).gone();
  await tab.driver.back();
  await tab.alive();
  await tab.settled();
  await tab.role("button", say("basket:checkout")).gone();
  expect(await tab.evaluate(() => document.title)).not.toBe("");
});
