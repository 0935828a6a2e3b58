/** Somebody who has ordered before. */
import { open, readyCustomer } from "./support/shop";
import { expect, type Page, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-phone"] };

/** Taps, counted: the bar is six from open to ordered. */
class Taps {
  count = 0;

  async on(target: ReturnType<Page["locator"]>): Promise<void> {
    this.count++;
    await target.tap();
  }
}

test("from open to ordered in six taps", pair, async ({ page, say, api, phone }) => {
  const address = await readyCustomer(page, api, phone);
  await api.placeOrder(address);
  const juice = await api.product("mango-nectar");

  const taps = new Taps();
  await open(page, "/home?service_id=grocery");
  const main = page.getByRole("main");
  await taps.on(
    main.getByRole("button", { name: say("cart:add_thing", { name: juice.name }) }).first(),
  );
  await taps.on(
    main.getByRole("button", { name: say("cart:one_more", { name: juice.name }) }).first(),
  );
  await taps.on(
    page
      .getByRole("region", { name: say("cart:bar") })
      .getByRole("link", { name: say("cart:open") }),
  );
  await taps.on(page.getByRole("checkbox", { name: say.part("basket:accept_terms") }));
  await taps.on(page.getByRole("button", { name: say("basket:checkout") }));
  await taps.on(page.getByRole("button", { name: say.part("checkout:place") }));
  await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    say.raw("server/orders:status_pending"),
  );
  expect(taps.count).toBeLessThanOrEqual(6);
});

test(
  "ordering again shows first what has changed",
  pair,
  async ({ page, say, api, phone, look }) => {
    const address = await readyCustomer(page, api, phone);
    const { order } = await api.placeOrder(address);
    await open(page, "/account/my-orders");
    await page.getByRole("main").getByRole("article").getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(order.id));
    await page.getByRole("button", { name: say("orders:reorder") }).click();
    const dialog = page.getByRole("dialog", {
      name: say("orders:reorder_title", { number: order.number }),
    });
    await expect(dialog.getByText(say("orders:reorder_same"))).toBeVisible();
    await look("order-again");
    await dialog.getByRole("button", { name: say("orders:reorder_add") }).click();
    await expect(page).toHaveURL(/\/cart/);
    await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeEnabled();
  },
);
