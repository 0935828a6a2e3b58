/** Paying by card on the gateway's own page, and cancelling the order. */
import { grocery } from "../support/api";
import { unfold } from "./shop";
import { expect, ready, test } from "./test";

test("declined, then approved; cancelled and refunded", async ({
  tab,
  say,
  api,
  phone,
  allowed,
}) => {
  // The gateway's page has an error status when a card is declined.
  allowed.push(/status of 4\d\d/);
  await ready(tab, api, phone);
  await tab.open(`/checkout?service_id=${grocery.service}`);
  await unfold(tab, say, "checkout:payment");
  await tab.role("radio", say.part("server/orders:payment_card")).check();
  await tab.role("checkbox", say.part("basket:accept_terms")).check();
  await tab.look("checkout-card");
  await tab.role("button", say.part("checkout:place_card")).click();

  await tab.url(/\/gateway\/sandbox\/pay\//);
  const pay = async (number: string) => {
    const field = (key: string) => tab.role("textbox", say(`server/payments:sandbox_${key}`));
    await field("number").fill(number);
    await field("month").fill("12");
    await field("year").fill("39");
    await field("cvv").fill("123");
    await tab.role("button", say.part("server/payments:sandbox_pay")).click();
  };
  await tab.look("gateway");
  await pay("4000 0000 0000 0002");
  await tab.role("alert").says(say("server/payments:sandbox_problem_declined"));
  await tab.look("gateway-declined");

  // Going back without having paid: the order is kept as a draft and can still be paid.
  await tab.role("link", say("server/payments:sandbox_back")).click();
  const id = /ord_\w+/.exec(await tab.url(/\/account\/my-orders\/ord_\w+/))?.[0] ?? "";
  await tab.alive();
  expect((await api.order(id)).status).toBe("draft");
  await tab.open(`/account/my-orders/${id}`);
  await tab.heading(1).says(say.raw("server/orders:status_draft"));
  await tab.look("order-draft");
  await tab.role("button", say("orders:pay_on")).click();
  await tab.url(/\/gateway\/sandbox\/pay\//);
  await pay("4111 1111 1111 1111");

  await tab.url(/\/account\/my-orders\/ord_\w+\?paid=1/);
  await tab.text(say("orders:paid")).first().shown();
  await tab.heading(1).says(say.raw("server/orders:status_pending"));
  await tab.look("order-paid");
  expect(await api.order(id)).toMatchObject({ status: "pending", payment_state: "paid" });

  await tab.role("button", say("orders:cancel")).click();
  const dialog = tab.role("alertdialog");
  await dialog.shown();
  await tab.look("order-cancel");
  await dialog.role("radio", say("orders:why_mistake")).check();
  await dialog.role("button", say("orders:cancel_confirm")).click();
  await tab.heading(1).says(say.raw("server/orders:status_cancelled"));
  await tab.until(async () => {
    expect((await api.order(id)).payment_state).toBe("refunded");
  });
});
