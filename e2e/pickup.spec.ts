/**
 * Collecting an order at the branch: the customer chooses pickup at checkout, and gets the prepared
 * order for a code.
 */
import { grocery } from "./support/api";
import { alive, enterConsole, open, readyCustomer } from "./support/shop";
import { expect, somebodyElse, test } from "./support/test";
import { western } from "./support/texts";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "collected at the branch, without a courier or a fee",
  pair,
  async ({ page, say, api, phone, watch, look }) => {
    await readyCustomer(page, api, phone);
    await open(page, `/checkout?service_id=${grocery.service}`);
    await page.getByRole("radio", { name: say.part("checkout:collect") }).check();
    await expect(page.getByRole("link", { name: say.part("checkout:map") })).toBeVisible();
    await expect(page.getByText(say("checkout:tip"), { exact: true })).toBeHidden();
    await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
    await look("checkout-pickup");
    await page.getByRole("button", { name: say.part("checkout:place") }).click();
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
    const id = /ord_\w+/.exec(page.url())?.[0] ?? "";
    const { number } = await api.order(id);
    await expect(page.getByText(say("orders:live_now"))).toBeVisible();

    const staff = await somebodyElse(page, watch);
    await enterConsole(staff, say);
    await alive(staff);
    const card = staff.getByRole("listitem").filter({ hasText: number }).last();
    await expect(card.getByText(say("console/orders:pickup_badge"))).toBeVisible();
    await look("console-pickup", staff);
    await card.getByRole("link").click();
    await expect(staff.getByRole("heading", { level: 1 })).toContainText(number);
    const button = (to: string) =>
      staff.getByRole("button", {
        name: say("console/orders:move_label", {
          move:
            to === "shipped"
              ? say.raw("server/orders:pickup_shipped")
              : say.raw(`server/orders:move_${to}`),
          number,
        }),
      });
    await button("processing").click();
    await button("shipped").click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:pickup_shipped"),
    );
    const counter = page.getByRole("region", { name: say("orders:counter") });
    await expect(counter).toBeVisible();
    await look("order-ready");
    await look("console-order-ready", staff);
    const pin = (await api.order(id)).pin ?? "";
    expect(western(await counter.innerText())).toContain(pin);
    await expect(button("out_for_delivery")).toBeHidden();

    await button("delivered").click();
    const dialog = staff.getByRole("dialog");
    await dialog
      .getByRole("textbox", { name: say.part("console/orders:pin") })
      .pressSequentially(pin);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:pickup_delivered"),
    );
    await look("order-collected");
    await staff.context().close();
  },
);
