/** Areas from a file: an owner reviews the changes line by line, and imports them. */
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

test("an owner draws an area's boundary on the map, and corrects it by its corners", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, look, lang, watch }) => {
  watch.allow(/422/);
  const text = (key: string) => say(`console/areas:${key}`);
  await enterConsole(page, say);
  await goToSection(page, say, "menu_areas");
  await page.getByRole("link", { name: text("new"), exact: true }).click();
  await expect(page.locator("[name=name_en]")).toBeVisible();
  await page.locator("main select").first().selectOption({ index: 1 });
  await page.locator("[name=name_en]").fill(`Compound ${lang}`);
  await page.locator("[name=name_ar]").fill(`كمبوند ${lang}`);
  await page.locator("[name=lat]").fill("29.6");
  await page.locator("[name=lng]").fill("31.9");
  const map = page.getByRole("application", { name: text("outline_map") });
  await map.scrollIntoViewIfNeeded();
  const corners = (count: number) =>
    page.getByText(say("console/backoffice:outline_corners", { count }), { exact: true }).last();
  for (const [count, position] of [
    { x: 60, y: 60 },
    { x: 240, y: 60 },
    { x: 240, y: 240 },
  ].entries()) {
    await map.click({ position });
    await expect(corners(count + 1)).toBeVisible();
  }
  // By keyboard: one more in the middle, and moved.
  await map.focus();
  await page.keyboard.press("Enter");
  await expect(corners(4)).toBeVisible();
  await page
    .getByRole("button", { name: say("console/backoffice:outline_corner", { number: 1 }) })
    .focus();
  await page.keyboard.press("ArrowUp");
  await look("console-area-drawn");
  await expectAccessible(page, "an area's boundary");
  // Or as a list of places; an unreadable one is reported, and is not saved as an empty boundary.
  const outline = page.locator("[name=outline]");
  await outline.fill("nowhere");
  await expect(page.getByText(say("console/backoffice:outline_unread"))).toBeVisible();
  await page.getByRole("button", { name: say("console/backoffice:save") }).click();
  await expect(page).toHaveURL(/new$/);
  await outline.fill("29.6, 31.9\n29.6, 31.95\n29.65, 31.95");
  await expect(corners(3)).toBeVisible();
  await page.getByRole("button", { name: say("console/backoffice:save") }).click();
  await expect(page).not.toHaveURL(/new$/);
  await page.reload();
  await expect(corners(3)).toBeVisible();
  await look("console-area-saved");
});
