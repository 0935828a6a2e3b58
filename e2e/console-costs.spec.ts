/** The cost of products: set on the prices sheet, shown as margin; a formula over all rows; VAT of a category. */
import { alive, enterConsole, goToSection } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("an owner sets a cost, sees the margin and tries a formula over all rows", {
  tag: ["@each", "@en-desktop", "@ar-phone"],
}, async ({ page, say, size, look }) => {
  const text = (key: string) => say(`console/catalogue:${key}`);
  await enterConsole(page, say);
  await alive(page);
  await goToSection(page, say, "menu_prices");
  const cost = page.getByRole("textbox", { name: say.part("console/catalogue:cost") }).first();
  const typed = size === "phone" ? "7.25" : "8.5";
  await cost.fill(typed);
  await page.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(page.getByText(text("saved"))).toBeVisible();
  await page
    .getByRole("region", { name: say("console/backoffice:messages") })
    .getByRole("button", { name: say("console/backoffice:close") })
    .click();
  await expect(cost).toHaveValue(size === "phone" ? "7.25" : "8.50");
  await expectAccessible(page, "costs on the prices sheet");
  await look("console-costs");

  await page.getByRole("button", { name: text("formula") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("5");
  await dialog.getByRole("radio", { name: say.part("console/catalogue:formula_all") }).check();
  await expectAccessible(page, "a formula over all rows");
  await look("console-formula");
  await dialog.getByRole("button", { name: text("formula_try") }).click();
  await expect(page).toHaveURL(/\/imports\/[^/]+$/);
  await expect(page.getByText(say("console/imports:state_checked")).first()).toBeVisible();
  await look("console-formula-tried");

  await goToSection(page, say, "menu_categories");
  await page.getByRole("main").getByRole("link").nth(1).click();
  await expect(page.getByRole("combobox", { name: text("vat_new") })).toBeVisible();
  await look("console-category-vat");
});
