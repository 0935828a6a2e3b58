/** The account: profile with a photo, a forgotten password, addresses, devices, leaving. */
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { Api, maadi } from "./support/api";
import { askToSignIn, beAt, open } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

const password = "T4ll!cedar";

/** A picture as a phone would send it: green, 64 by 48 pixels. */
function picture(): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const part = (kind: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), body]);
    let sum = 0xffffffff;
    for (const byte of named) sum = (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
    const out = Buffer.alloc(named.length + 8);
    out.writeUInt32BE(body.length, 0);
    named.copy(out, 4);
    out.writeUInt32BE((sum ^ 0xffffffff) >>> 0, named.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(64, 0);
  head.writeUInt32BE(48, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(64 * 3, Buffer.from([14, 122, 95]))]);
  const rows = Buffer.concat(Array.from({ length: 48 }, () => row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", head),
    part("IDAT", deflateSync(rows)),
    part("IEND", Buffer.alloc(0)),
  ]);
}

test("everything kept about somebody comes as a file", {
  tag: ["@ar-desktop", "@en-phone"],
}, async ({ page, say, api, phone, look }) => {
  const name = api.lang === "ar" ? "ليلى حسن" : "Laila Hassan";
  await api.signIn(phone, name);
  await beAt(page, api);
  await open(page, "/account/profile");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: say("profile:data_download") }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("wekala-data.json");
  const { data } = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data.auth.users).toEqual([expect.objectContaining({ name })]);
  await look("account-data");
});

test("a profile with a photo, saved field by field", { tag: ["@ar-desktop", "@en-phone"] }, async ({
  page,
  say,
  api,
  phone,
  look,
}) => {
  await api.signIn(phone, api.lang === "ar" ? "ليلى حسن" : "Laila Hassan");
  await beAt(page, api);
  await open(page, "/account/profile");
  await page
    .getByLabel(say("photos:add"))
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture() });
  await expect(page.getByAltText(say("photos:photo", { number: "1" }))).toBeVisible();
  await page.getByLabel(say.part("profile:company_name")).fill("Laila & Co");
  await page.getByLabel(say.part("profile:birthdate")).fill("1992-05-17");
  await page.getByLabel(say("profile:female")).check();
  await page.getByLabel(say.part("profile:email")).fill("laila");
  await page.getByRole("button", { name: say("profile:save"), exact: true }).click();
  await expect(
    page.getByText(say("profile:email_format", { email: "name@example.com" })),
  ).toBeVisible();
  const email = `laila.${phone}@example.com`;
  await page.getByLabel(say.part("profile:email")).fill(email);
  await page.getByRole("button", { name: say("profile:save"), exact: true }).click();
  await expect(page.getByText(say("profile:email_unconfirmed"))).toBeVisible();
  await expectAccessible(page, "profile");
  await look("account-profile");

  // The address is confirmed with the code sent to it.
  await page.getByRole("button", { name: say("profile:email_confirm") }).click();
  const field = page.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  await field.pressSequentially(await api.code(email));
  await expect(field).toBeHidden();

  const { user } = await api.send<{ user: Record<string, unknown> }>("GET", "/user/profile");
  expect(user).toMatchObject({
    company_name: "Laila & Co",
    birthdate: "1992-05-17",
    gender: "female",
    email,
    email_verified: true,
  });
  const photo = await page.request.get(String(user.photo));
  expect(photo.headers()["content-type"]).toBe("image/jpeg");
  expect(photo.headers()["x-content-type-options"]).toBe("nosniff");
  await open(page, "/account");
  await expect(page.locator(`img[src="${user.photo}"]`)).toBeVisible();
  await look("account-menu");
  // On tablets it fills the page as well.
  await page.setViewportSize({ width: 768, height: 1024 });
  const menu = page.getByRole("main").getByRole("navigation", { name: say("account:menu") });
  expect((await menu.filter({ visible: true }).boundingBox())?.width).toBeGreaterThan(650);
});

test("a forgotten password, set anew with a code, ends the session elsewhere", {
  tag: ["@ar-desktop", "@en-phone"],
}, async ({ page, say, api, phone, look, watch, playwright, baseURL }) => {
  await api.signIn(phone, "Laila Hassan");
  await open(page, "/");
  await askToSignIn(page, say);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: say("auth:with_password") }).click();
  await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
  await dialog.getByRole("button", { name: say("auth:forgot") }).click();
  await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
  const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  // The server's message, over the dialog: nothing else covers it.
  const told = (key: string) =>
    dialog.getByRole("region", { name: say("cart:messages") }).getByText(say(key));
  await expect(told("server/auth:code_sent")).toBeVisible();
  await told("server/auth:code_sent").click({ trial: true });
  await expectAccessible(page, "a new password");
  await expect(dialog.getByText(say("auth:resend_in"))).toBeVisible();
  await dialog.getByLabel(say.part("auth:password_new")).first().fill(password);
  await dialog.getByRole("button", { name: say("auth:resend") }).click({ timeout: 60_000 });
  await expect(dialog.getByText(say("auth:resend_in"))).toBeVisible();
  await expect(told("server/auth:code_sent")).toBeVisible();
  await field.pressSequentially(await api.code(phone));
  await dialog.getByLabel(say.part("auth:password_again")).fill("S3cret!past");
  await dialog.getByRole("button", { name: say("auth:set_password") }).click();
  await expect(dialog.getByText(say("auth:passwords_differ"))).toBeVisible();
  await look("account-reset");
  await dialog.getByLabel(say.part("auth:password_again")).fill(password);
  await dialog.getByRole("button", { name: say("auth:set_password") }).click();
  const signIn = dialog.getByRole("button", { name: say("auth:sign_in"), exact: true });
  await expect(signIn).toBeVisible();
  await expect(told("server/auth:password_set")).toBeVisible();
  await told("server/auth:password_set").click({ trial: true });
  expect((await api.refusal("GET", "/user/sessions")).status).toBe(401);

  await dialog.getByLabel(say.part("auth:password")).fill(password);
  await signIn.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/account\/my-address$/);

  // Another device is signed in, and is signed out from here.
  const context = await playwright.request.newContext({
    baseURL,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
  });
  const elsewhere = new Api(context, api.lang);
  const entry = await elsewhere.send<{ token: string }>("POST", "/user/login-by-password", {
    country_code: "+20",
    phone,
    password,
  });
  elsewhere.token = entry.token;
  await open(page, "/account/profile");
  await expect(page.getByText("iPhone")).toBeVisible();
  await page.getByRole("button", { name: /iPhone/ }).click();
  await expect(page.getByText("iPhone")).toBeHidden();
  expect((await elsewhere.refusal("GET", "/user/sessions")).status).toBe(401);
  await context.dispose();

  watch.allow(/status of 422/);
  await open(page, "/account/profile/change-password");
  await page.getByLabel(say.part("profile:current_password")).fill("wrong-Pass-1");
  await page.getByLabel(say.part("auth:password_new")).first().fill("N3w!harbour");
  await page.getByLabel(say.part("auth:password_again")).fill("N3w!harbour");
  await page.getByRole("button", { name: say("profile:change_password") }).click();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await expectAccessible(page, "change password");
  await look("account-password");
  await page.getByLabel(say.part("profile:current_password")).fill(password);
  await page.getByRole("button", { name: say("profile:change_password") }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ has: page.getByRole("link", { name: say("profile:title") }) }),
  ).toBeVisible();
});

test("addresses are edited and deleted, all but the default; offers only on a yes; then good-bye", {
  tag: ["@ar-desktop", "@en-phone"],
}, async ({ page, say, api, phone, look }) => {
  await api.signIn(phone, "Laila Hassan");
  await api.addAddress({ is_default: true });
  await beAt(page, api);
  await open(page, "/account/my-address");
  await expect(page.getByText(say("addresses:default_kept"))).toBeVisible();
  const more = page.getByRole("button", { name: say("addresses:actions") });
  await expect(more).toHaveCount(0);
  await expectAccessible(page, "the only address");
  await api.addAddress({ type: "work", address: "Corniche" });
  await open(page, "/account/my-address");
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: say("addresses:edit") }) });
  await expect(cards).toHaveCount(2);
  await expect(page.getByText(say("addresses:default_note"))).toBeVisible();
  await expect(more).toHaveCount(1);
  await expectAccessible(page, "addresses");
  await look("account-addresses");
  await cards
    .nth(1)
    .getByRole("link", { name: say("addresses:edit") })
    .click();
  // The pin is placed by searching for a name; Enter runs the search and does not submit the form.
  await page.getByRole("main").locator("summary").first().click();
  const search = page.getByRole("searchbox", { name: say("places:search") });
  await search.fill((await api.district(maadi.district)).name);
  await search.press("Enter");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("application")).toBeVisible();
  await page.getByText(say("addresses:more"), { exact: true }).click();
  await page.getByLabel(say.part("addresses:city")).fill("Cairo");
  await page.getByLabel(say.part("addresses:postal_code")).fill("١١٧٢٨");
  await page.getByLabel(say.part("addresses:contact_name")).fill("Nour");
  await look("account-address-form");
  await page.getByRole("button", { name: say("addresses:save") }).click();
  await expect(cards.nth(1)).toContainText("Nour");
  await expect(cards.nth(1)).toContainText("11728");
  await more.click();
  await page.getByRole("menuitem", { name: say("addresses:delete") }).click();
  await page.getByRole("button", { name: say("addresses:delete") }).click();
  await expect(cards).toHaveCount(1);

  await open(page, "/account/preferences");
  const sms = page.getByRole("switch", { name: say("preferences:by_sms") });
  await expect(sms).not.toBeChecked();
  await sms.check();
  await expect(page.getByText(say.part("preferences:yes_since"))).toBeVisible();
  await expectAccessible(page, "preferences");
  await look("account-preferences");

  // The active order's line refetches by itself: a refetch after the account is deleted is refused.
  const asked = page.waitForResponse(/orders\?page=1/);
  await open(page, "/account/profile");
  await asked;
  await page.getByRole("button", { name: say("profile:delete_begin") }).click();
  await page.getByRole("button", { name: say("profile:delete_by_code") }).click();
  const field = page.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  await look("account-delete");
  await field.pressSequentially(await api.code(phone));
  await expect
    .poll(async () => (await page.context().cookies()).some((one) => one.name === "token"))
    .toBe(false);
  expect((await api.refusal("GET", "/user/sessions")).status).toBe(401);
  await api.signIn(phone, "Somebody new");
  expect(await api.send("GET", "/addresses")).toEqual([]);
});
