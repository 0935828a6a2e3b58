/** Paying by card on the gateway's own page, and getting the money back. */
import { grocery } from "./support/api";
import { alive, open, readyCustomer, unfold } from "./support/shop";
import { expect, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "declined, then approved; cancelled and refunded",
  pair,
  async ({ page, say, api, phone, watch, look }) => {
    // The gateway's page has an error status when a card is declined.
    watch.allow(/status of 4\d\d/);
    await readyCustomer(page, api, phone);
    await open(page, `/checkout?service_id=${grocery.service}`);
    await unfold(page, say, "checkout:payment");
    await page.getByRole("radio", { name: say.part("server/orders:payment_card") }).check();
    await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
    await page.getByRole("button", { name: say.part("checkout:place_card") }).click();

    await expect(page).toHaveURL(/\/gateway\/sandbox\/pay\//);
    await expect(page.getByRole("main")).toContainText("4111");
    await expect(page.getByRole("main")).not.toContainText(/[٠-٩]/);
    const pay = async (number: string, year = "39", cvv = "123") => {
      await page.getByRole("textbox", { name: say("server/payments:sandbox_number") }).fill(number);
      await page.getByRole("textbox", { name: say("server/payments:sandbox_month") }).fill("12");
      await page.getByRole("textbox", { name: say("server/payments:sandbox_year") }).fill(year);
      await page.getByRole("textbox", { name: say("server/payments:sandbox_cvv") }).fill(cvv);
      await page.getByRole("button", { name: say.part("server/payments:sandbox_pay") }).click();
    };
    await pay("4111");
    await expect(page.getByRole("alert")).toHaveText(say("server/payments:sandbox_problem_number"));
    await pay("4111 1111 1111 1111", "9");
    await expect(page.getByRole("alert")).toHaveText(say("server/payments:sandbox_problem_year"));
    await pay("4111 1111 1111 1111", "39", "12");
    await expect(page.getByRole("alert")).toHaveText(say("server/payments:sandbox_problem_cvv"));
    await pay("4000 0000 0000 0002");
    await expect(page.getByRole("alert")).toHaveText(
      say("server/payments:sandbox_problem_declined"),
    );
    await look("gateway-declined");

    // Going back without having paid: the order is kept as a draft and can still be paid.
    await page.getByRole("link", { name: say("server/payments:sandbox_back") }).click();
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_\w+/);
    await alive(page);
    const id = /ord_\w+/.exec(page.url())?.[0] ?? "";
    expect((await api.order(id)).status).toBe("draft");
    await open(page, `/account/my-orders/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:status_draft"),
    );
    await look("order-draft");
    await page.getByRole("button", { name: say("orders:pay_on") }).click();
    await expect(page).toHaveURL(/\/gateway\/sandbox\/pay\//);
    await pay("4111 1111 1111 1111");

    await expect(page).toHaveURL(/\/account\/my-orders\/ord_\w+\?paid=1/);
    await expect(page.getByText(say("orders:paid"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:status_pending"),
    );
    await expect(page.getByText(say.part("orders:payment_paid")).first()).toBeVisible();
    await look("order-paid");
    expect(await api.order(id)).toMatchObject({ status: "pending", payment_state: "paid" });

    await page.getByRole("button", { name: say("orders:cancel") }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(say.part("orders:cancel_text_paid"));
    await dialog.getByRole("radio", { name: say("orders:why_mistake") }).check();
    await dialog.getByRole("button", { name: say("orders:cancel_confirm") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:status_cancelled"),
    );
    await expect.poll(async () => (await api.order(id)).payment_state).toBe("refunded");
    await expect(page.getByText(say.part("orders:payment_refunded")).first()).toBeVisible();
    await look("order-cancelled");
  },
);
