/** Signing in from the account, signing out, and the pages that the back button then shows. */

import { signIn } from "./shop";
import { beThere, expect, test } from "./test";

test("signed in from the account, and out again", async ({ tab, say, api, phone, lang, size }) => {
  await beThere(tab, api);
  await tab.open("/account");
  await tab.look("account-guest");
  await tab
    .role(size === "phone" ? "main" : "banner")
    .role("button", say(size === "phone" ? "account:sign_in" : "shell:header.sign_in"))
    .click();
  const name = lang === "ar" ? "ليلى حسن" : "Laila Hassan";
  await signIn(tab, say, api, phone, name);
  await tab.until(async () => {
    expect(await tab.evaluate(() => document.cookie)).toMatch(/(?:^|; )token=/);
  });
  await tab.open("/account/profile");
  await tab.css("input").saying("").first().shown();
  await tab.look("profile");
  await tab.open("/account");
  await tab.look("account");
  await tab.role("main").role("button", say("account:sign_out")).first().click();
  const sure = tab.role("alertdialog").role("button", say("account:sign_out"));
  await tab.until(async () => {
    if ((await sure.count()) > 0) await sure.click();
    expect(await tab.evaluate(() => document.cookie)).not.toMatch(/(?:^|; )token=[^;]/);
  });
  // The browser's page cache shows nothing of the customer.
  await tab.driver.back();
  await tab.alive();
  await tab.settled();
  expect(await tab.evaluate(() => document.body.innerText)).not.toContain(name);
});
