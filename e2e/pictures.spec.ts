/** The pictures of docs/pictures, for the README: `WEKALA_PICTURES=1 scripts/journeys.sh pictures`. */
import path from "node:path";
import { grocery } from "./support/api";
import { enterConsole, open, readyCustomer } from "./support/shop";
import { expect, type Page, settled, somebodyElse, test } from "./support/test";

test.use({ deviceScaleFactor: 1.5 });

test("pictures", { tag: ["@en-phone", "@ar-phone"] }, async ({
  page,
  say,
  api,
  phone,
  lang,
  watch,
}) => {
  const keep = async (name: string, on: Page = page) => {
    await settled(on);
    await on.waitForFunction(() =>
      [...document.images].every((one) => one.complete || one.loading === "lazy"),
    );
    await on.screenshot({
      path: path.join(__dirname, `../docs/pictures/${name}-${lang}.png`),
      animations: "disabled",
    });
  };
  const address = await readyCustomer(page, api, phone, {
    "var_white-eggs--30pc": 1,
    "var_mango-nectar": 2,
    var_sugar: 1,
  });
  await open(page, "/products/mango-nectar");
  await keep("product");
  await open(page, "/cart");
  await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeEnabled();
  await keep("cart");
  await open(page, `/checkout?service_id=${grocery.service}`);
  await expect(page.getByRole("button", { name: say.part("checkout:place") })).toBeVisible();
  await keep("checkout");

  const { order } = await api.placeOrder(address);
  await open(page, "/home?service_id=grocery");
  await keep("home");
  await open(page, `/branches/${grocery.slug}`);
  await keep("branch");

  const staff = await somebodyElse(page, watch);
  await enterConsole(staff, say);
  await expect(staff.getByRole("link", { name: new RegExp(order.number) })).toBeVisible();
  await keep("console", staff);
  await open(staff, "/console/products/prd_mango-nectar");
  await expect(staff.getByRole("heading", { level: 1 })).toBeVisible();
  await keep("console-product", staff);
  await open(staff, "/console/prices");
  await expect(staff.getByRole("table").getByRole("textbox").first()).toBeVisible();
  await keep("console-prices", staff);
  await open(staff, `/console/orders/${order.id}`);
  for (const to of ["processing", "shipped", "out_for_delivery"]) {
    await staff
      .getByRole("button", {
        name: say("console/orders:move_label", {
          move: say.raw(`server/orders:move_${to}`),
          number: order.number,
        }),
      })
      .click();
    await expect.poll(async () => (await api.order(order.id)).status).toBe(to);
  }
  await open(page, `/account/my-orders/${order.id}`);
  await expect(page.getByRole("region", { name: say("orders:door") })).toBeVisible();
  await keep("order");
  await staff.context().close();
});
