/** The console's global search (Ctrl-K), by keyboard alone. */
import { alive, enterConsole } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("staff find a product, a category and a setting by keyboard", {
  tag: ["@each", "@en-desktop", "@ar-phone"],
}, async ({ page, say, lang, look }) => {
  await enterConsole(page, say);
  await alive(page);
  const box = page.getByRole("combobox", { name: say("console/console:find_label") });
  await expect(
    page.getByRole("button", { name: say("console/console:find"), exact: true }),
  ).toBeVisible();

  // A part of a page without its own place in the menu.
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await page.keyboard.type(say.raw("console/providers:title"));
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/providers$/);

  // Alefs and ta marbuta are folded, and a page can be searched for by its contents.
  await page.keyboard.press("Control+k");
  await page.keyboard.type(lang === "ar" ? "الارجاع" : "RETURNS");
  await expect(
    page
      .getByRole("listbox")
      .getByRole("option")
      .filter({ hasText: say.part("console/rules:title") }),
  ).toBeVisible();
  await expectAccessible(page, "the search over everything");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();

  await page.keyboard.press("Control+k");
  await page.keyboard.type(lang === "ar" ? "البان" : "dairy");
  const category = page
    .getByRole("group", { name: say("console/console:find_category") })
    .getByRole("option")
    .first();
  await expect(category).toBeVisible();
  await look("console-find");
  while ((await category.getAttribute("aria-selected")) !== "true")
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/categories\/[^/]+$/);
});
