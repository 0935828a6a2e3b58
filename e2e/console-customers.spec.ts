/** A customer calls about an order: staff find who they are, what they ordered and where they live. */
import { enterConsole, goToSection, readyCustomer } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("a customer who calls is found, and looking at their addresses is recorded", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, phone, lang, look }) => {
  const name = lang === "ar" ? "ليلى حسن" : "Laila Hassan";
  const text = (key: string) => say(`console/customers:${key}`);
  const address = await readyCustomer(page, api, phone);
  const { order } = await api.placeOrder(address);
  await enterConsole(page, say);
  await goToSection(page, say, "menu_customers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("title"));
  await expectAccessible(page, "the customers");
  await look("console-customers");

  const search = page.getByRole("searchbox", { name: text("search") });
  await search.fill("nobody of this name");
  await search.press("Enter");
  await expect(page.getByText(text("no_match_text"))).toBeVisible();
  await look("console-customers-none");
  await search.fill(`0${phone}`);
  await search.press("Enter");
  const found = page.getByRole("main").getByRole("link", { name });
  await expect(found).toHaveCount(1);
  await found.click();

  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.getByRole("link", { name: order.number })).toBeVisible();
  await expectAccessible(page, "a customer");
  await look("console-customer");
  await page.getByRole("button", { name: text("show_addresses") }).click();
  await expect(page.getByRole("button", { name: text("show_addresses") })).toHaveCount(0);
  await page.getByRole("button", { name: say("console/audit:show_history") }).click();
  await expect(
    page.getByRole("heading", {
      level: 3,
      name: say("console/audit:action_customer_addresses"),
    }),
  ).toBeVisible();
  await expectAccessible(page, "a customer with addresses");
  await look("console-customer-addresses");

  await page.getByRole("link", { name: order.number }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order.number);
});
