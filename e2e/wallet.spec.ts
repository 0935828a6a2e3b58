/** The wallet: topped up by card, paying a part at checkout, and the message when its balance is too low. */
import { grocery } from "./support/api";
import { alive, open, readyCustomer } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

test(
  "topped up by card, it pays a part and cash the rest",
  pair,
  async ({ page, say, api, phone, look }) => {
    test.slow();
    const address = await readyCustomer(page, api, phone);
    await open(page, "/account/my-wallet");
    await expect(page.getByText(say("wallet:empty"))).toBeVisible();
    await expectAccessible(page, "wallet, empty");
    await look("wallet-empty");

    await page.getByRole("button", { name: say("wallet:top_up") }).click();
    await page.getByRole("textbox", { name: say.part("wallet:amount") }).fill("50");
    await page.getByRole("button", { name: say("wallet:pay") }).click();
    await expect(page).toHaveURL(/\/gateway\/sandbox\/pay\//);
    await page
      .getByRole("textbox", { name: say("server/payments:sandbox_number") })
      .fill("4111 1111 1111 1111");
    await page.getByRole("textbox", { name: say("server/payments:sandbox_month") }).fill("12");
    await page.getByRole("textbox", { name: say("server/payments:sandbox_year") }).fill("39");
    await page.getByRole("textbox", { name: say("server/payments:sandbox_cvv") }).fill("123");
    await page.getByRole("button", { name: say.part("server/payments:sandbox_pay") }).click();
    await expect(page).toHaveURL(/\/account\/my-wallet/);
    await alive(page);
    await expect(
      page.getByRole("listitem").filter({ hasText: say.part("server/wallet:type_top_up") }),
    ).toHaveCount(1);
    await expect
      .poll(async () => (await api.send<{ balance: number }>("GET", "/wallet")).balance)
      .toBe(50);
    await expect(page.getByTestId("balance")).toContainText("50");
    await expectAccessible(page, "wallet, topped up");
    await look("wallet");

    await open(page, `/checkout?service_id=${grocery.service}`);
    await page.getByRole("switch", { name: say.part("checkout:use_wallet") }).click();
    await expect(page.getByText(say.part("checkout:wallet_used"))).toBeVisible();
    await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
    await expectAccessible(page, "checkout with the wallet");
    await look("checkout-wallet");
    await page.getByRole("button", { name: say.part("checkout:place") }).click();
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_\w+/);
    await alive(page);
    const id = /ord_\w+/.exec(page.url())?.[0] ?? "";
    await look("order-wallet");
    expect((await api.order(id)).status).toBe("pending");
    expect((await api.send<{ balance: number }>("GET", "/wallet")).balance).toBe(0);

    // After the cancellation, the amount is back in the wallet.
    await api.send("POST", `/orders/${id}/cancel`, {});
    await open(page, "/account/my-wallet");
    await expect
      .poll(async () => (await api.send<{ balance: number }>("GET", "/wallet")).balance)
      .toBe(50);
    await expect(
      page.getByRole("listitem").filter({ hasText: say.part("server/wallet:type_refund") }),
    ).toHaveCount(1);
    expect(address).toMatch(/^adr_/);
  },
);

test(
  "points: what there is, how they come, and none yet",
  pair,
  async ({ page, say, api, phone, look }) => {
    await readyCustomer(page, api, phone);
    await open(page, "/account/loyalty-points");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("loyalty:title"));
    await expect(page.getByText(say("loyalty:empty"))).toBeVisible();
    await expectAccessible(page, "points, none");
    await look("points");
  },
);
