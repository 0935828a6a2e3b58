/** The texts of messages: an owner rewrites one, is corrected before saving, and restores the original. */
import { enterConsole, goToSection } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

test("an owner words a message and takes it back", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, watch, look, lang }) => {
  // The browser logs refused requests.
  watch.allow(/422/);
  const text = (key: string) => say(`console/wording:${key}`);
  await enterConsole(page, say);
  await goToSection(page, say, "menu_wording");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("title"));
  await expectAccessible(page, "the messages");
  await look("console-wording-list");

  // Both journeys share the shop, so each edits a different message.
  const message = lang === "ar" ? "notice_back" : "notice_cheaper";
  await page.getByRole("link", { name: text(`name_favourites_${message}`) }).click();
  const sms = page.getByRole("region", { name: text("channel_sms") });
  const field = sms.getByRole("textbox", { name: text("language_ar") });
  await expect(field).toHaveValue(/\{name\}/);
  await expectAccessible(page, "a message");
  await look("console-wording");

  await field.fill("رجع {name} بسعر {cost} {link}");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(sms.getByText("{cost}", { exact: false }).first()).toBeVisible();
  await look("console-wording-wrong");
  await field.fill("{shop}: رجع {name} بسعر {price}. لإيقاف العروض: تفضيلات حسابك. {link}");
  await expect(sms.getByText("كيس 5 كيلو", { exact: false }).first()).toBeVisible();
  await page.getByRole("button", { name: say("console/backoffice:save") }).click();
  await expect(page.getByText(text("saved"))).toBeVisible();
  await expect(page.getByText(text("own"))).toBeVisible();

  await sms.getByRole("button", { name: text("reset") }).click();
  await page.getByRole("button", { name: say("console/backoffice:save") }).click();
  await expect(page.getByText(text("own"))).toHaveCount(0);
  await page.getByRole("button", { name: say("console/audit:show_history") }).click();
  await expect(
    page.getByRole("heading", { level: 3, name: say("console/audit:action_message_wording") }),
  ).not.toHaveCount(0);
  await look("console-wording-history");
});
