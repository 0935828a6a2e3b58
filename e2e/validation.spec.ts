/** The messages of the specification's validation rules, to the letter, where the user sees them. */
import { askToSignIn, beAt, enterConsole, open } from "./support/shop";
import { expect, type Page, test } from "./support/test";
import type { Say } from "./support/texts";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

/**
 * In English as the specification has it, in Arabic as in our texts; at its field, and possibly
 * again above the form.
 */
const message = (page: Page, say: Say, lang: string, key: string, english: string) =>
  (lang === "en" ? page.getByText(english, { exact: true }) : page.getByText(say(key))).first();

test(
  "joining: required, too short, too long, phone, e-mail and password",
  pair,
  async ({ page, say, api, lang, phone, watch }) => {
    // Errors that only the server detects are answered with 422.
    watch.allow(/status of 422/);
    const told = (key: string, english: string) =>
      expect(message(page, say, lang, key, english)).toBeVisible();
    await open(page, "/");
    await askToSignIn(page, say);
    const number = page.getByRole("textbox", { name: say.part("auth:phone") });
    const send = page.getByRole("button", { name: say("auth:method_sms") });
    await send.click();
    await told("auth:required", "This field is required");
    await number.fill("0223456789");
    await send.click();
    await told("auth:phone_invalid", "Phone Number is Invalid");
    await number.fill(`0${phone}`);
    await send.click();
    const code = page.getByRole("textbox", { name: say.part("auth:code") });
    await expect(code).toBeVisible();
    await code.pressSequentially(await api.code(phone));

    const name = page.getByRole("textbox", { name: say.part("auth:name") });
    const email = page.getByRole("textbox", { name: say.part("auth:email") });
    const join = page.getByRole("button", { name: say("auth:register") });
    await expect(name).toBeVisible();
    await join.click();
    await told("auth:required", "This field is required");
    await name.fill("L");
    await page.getByText(say("auth:more"), { exact: true }).click();
    await email.fill("laila");
    await page.getByLabel(say.part("auth:new_password")).fill("abcde1!");
    await join.click();
    await told("auth:email_format", "Email Format is wrong right format is name@example.com");
    await told(
      "auth:password_pattern",
      "Password must have at least 8 characters, with letters, numbers and symbols.",
    );
    await email.fill("");
    await page.getByLabel(say.part("auth:new_password")).fill("abcdef1!");
    await join.click();
    await told("auth:too_short", "Too Short! The minimum character is 2");
    await name.fill("ل".repeat(61));
    await join.click();
    await told("auth:too_long", "Too long! The maximum character is 60");
  },
);

test(
  "an account: passwords that differ, numbers only",
  pair,
  async ({ page, say, api, lang, phone, watch }) => {
    watch.allow(/status of 422/);
    const told = (key: string, english: string) =>
      expect(message(page, say, lang, key, english)).toBeVisible();
    await api.signIn(phone, "Laila Hassan");
    const address = await api.addAddress({ is_default: true });
    await beAt(page, api, { address: address.id });
    await open(page, "/account/profile/change-password");
    await page.getByLabel(say.part("auth:password_new")).first().fill("T4ll!cedar");
    await page.getByLabel(say.part("auth:password_again")).fill("S3cret!past");
    await page.getByRole("button", { name: say("profile:password_send_code") }).click();
    await told("auth:passwords_differ", "Password and confirm password doesn't match.");

    await open(page, `/account/my-address/edit-address/${address.id}`);
    await page.getByText(say("addresses:more"), { exact: true }).click();
    await page.getByLabel(say.part("addresses:postal_code")).fill("AB1");
    await page.getByRole("button", { name: say("addresses:save") }).click();
    await told("server/common:numbers_only", "Numbers only");
  },
);

test("a coupon in the console: greater than 0", pair, async ({ page, say, lang, watch }) => {
  watch.allow(/status of 422/);
  await enterConsole(page, say, "/coupons");
  await page.getByRole("link", { name: say("console/coupons:new") }).click();
  await page.getByRole("textbox", { name: say.part("console/coupons:value_percent") }).fill("0");
  await page.getByRole("button", { name: say("console/coupons:create") }).click();
  await expect(
    message(page, say, lang, "server/common:greater_than_zero", "Must be greater than 0"),
  ).toBeVisible();
});
