/** The shop's policies: an owner adds a return rule for a category, is corrected, and sees it in the history. */
import { enterConsole, goToSection } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("an owner changes the shop's rules", { tag: ["@en-desktop"] }, async ({
  page,
  say,
  watch,
  look,
}) => {
  // The browser logs refused requests.
  watch.allow(/422/);
  const text = (key: string) => say(`console/rules:${key}`);
  await enterConsole(page, say);
  await goToSection(page, say, "menu_rules");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("title"));
  await expect(page.getByRole("textbox", { name: text("worth") })).toHaveValue("5");
  await expectAccessible(page, "the rules");
  await look("console-rules");

  const save = page.getByRole("button", { name: say("console/backoffice:save") });
  const nudge = page.getByRole("textbox", { name: text("nudge_days") });
  await nudge.fill("9999");
  await page.getByRole("button", { name: text("add_exception") }).click();
  await save.click();
  // A category is missing, and a reminder would come before the points exist: both errors are shown
  // in place.
  await expect(page.getByText(say("server/rules:nudge_range"))).toBeVisible();
  const about = page.getByRole("combobox", { name: text("about") }).last();
  await expect(about).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "rules that are refused");
  await look("console-rules-refused");

  await nudge.fill("13");
  // The last category has no rule yet.
  await about.selectOption({ index: (await about.locator("option").count()) - 1 });
  await save.click();
  await expect(page.getByText(text("saved"))).toBeVisible();
  await expect(nudge).toHaveValue("13");
  await page.getByRole("button", { name: say("console/audit:show_history") }).click();
  await expect(
    page
      .getByRole("heading", { level: 3, name: say("console/audit:action_settings_rules") })
      .first(),
  ).toBeVisible();
  await expectAccessible(page, "the history of the rules");
  await look("console-rules-history");
});
