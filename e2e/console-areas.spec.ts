/** Areas from a file: an owner looks at what it does, line by line, and brings them in. */
import { enterConsole, goToSection } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("an owner adds a governorate and imports areas into it", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, look, lang }) => {
  const text = (key: string) => say(`console/areas:${key}`);
  await enterConsole(page, say);
  await goToSection(page, say, "menu_areas");
  await page.getByRole("link", { name: text("governorates") }).click();
  await expect(page.getByRole("link", { name: text("new_governorate") })).toBeVisible();
  await expectAccessible(page, "the governorates");
  await look("console-governorates");
  await page.getByRole("link", { name: text("new_governorate") }).click();
  const name = lang === "ar" ? "ساحل الشمال" : "North Coast";
  await page.locator(`[name=name_${lang}]`).fill(name);
  await page.getByRole("button", { name: say("console/backoffice:save") }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await look("console-governorate");

  await goToSection(page, say, "menu_areas");
  await page.getByRole("link", { name: text("import") }).click();
  await expectAccessible(page, "importing areas");
  await page.locator("input[type=file]").setInputFiles({
    name: "areas.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      [
        "governorate,name_en,name_ar,lat,lng,outline",
        `${name},Marina ${lang},مارينا ${lang},,,"POLYGON ((28.9 30.8, 29 30.8, 29 30.9, 28.9 30.9, 28.9 30.8))"`,
        `${name},Sidi ${lang},سيدي ${lang},30.9,28.8,`,
        "Atlantis,Deep,,1,1,",
      ].join("\n"),
    ),
  });
  await expect(page.getByText(text("row_refused"), { exact: true })).toBeVisible();
  await expectAccessible(page, "what a file would do");
  await look("console-areas-import");
  await page.getByRole("button", { name: say("console/areas:import_save", { count: 2 }) }).click();
  await expect(page.getByText(text("imported")).first()).toBeVisible();
  await look("console-areas-imported");
});
