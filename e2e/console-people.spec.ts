/** The shop's staff: an owner invites a picker, who joins on a phone in Arabic, and is locked out. */
import { enterConsole, goToSection, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";
import { speak } from "./support/texts";

test("an owner invites a picker, who joins by the link and is locked out", {
  tag: ["@en-desktop"],
}, async ({ page, say, phone, watch, look }) => {
  // A locked-out member's requests are refused: the browser logs the answers.
  watch.allow(/401|400|422/);
  const text = (key: string) => say(`console/staff:${key}`);
  const arabic = speak("ar");
  const name = `Karim ${phone}`;
  await enterConsole(page, say);
  await goToSection(page, say, "menu_people");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("title"));
  await expectAccessible(page, "the staff");
  await look("console-people");

  await page.getByRole("link", { name: text("invite") }).click();
  await page.getByRole("textbox", { name: text("name") }).fill(name);
  await page.getByRole("textbox", { name: text("phone") }).fill(phone);
  await page.getByRole("button", { name: text("make_link") }).click();
  // A picker needs a branch: after the refusal, the typed values are still there.
  await expect(page.getByText(say("server/auth:branches_needed"))).toBeVisible();
  await expect(page.getByRole("textbox", { name: text("name") })).toHaveValue(name);
  await page
    .getByRole("group", { name: text("branches") })
    .getByRole("checkbox")
    .first()
    .check();
  await expectAccessible(page, "inviting somebody");
  await look("console-invite");
  await page.getByRole("button", { name: text("make_link") }).click();
  const link = await page.getByText(/\/console\/join#/).innerText();

  const picker = await somebodyElse(page, watch, false);
  await picker.context().addCookies([{ name: "language", value: "ar", url: new URL(link).origin }]);
  await open(picker, link.trim());
  await expect(picker.getByRole("heading", { level: 1 })).toContainText(name);
  await expectAccessible(picker, "joining");
  await look("console-join", picker);
  await picker.locator('input[type="password"]').fill("weak");
  await picker.getByRole("button", { name: arabic("console/staff:join") }).click();
  await expect(picker.getByText(arabic("server/auth:password_pattern"))).toBeVisible();
  await picker.locator('input[type="password"]').fill("my-own-pass-1");
  await picker.getByRole("button", { name: arabic("console/staff:join") }).click();
  await expect(picker.getByRole("heading", { level: 1 })).toHaveText(
    arabic("console/orders:title"),
  );
  await look("console-picker", picker);

  await goToSection(page, say, "menu_people");
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: say("console/backoffice:actions") }).click();
  await page.getByRole("menuitem", { name: text("lock") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("lock") })
    .click();
  await expect(page.getByText(text("state_locked"), { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: say("console/audit:show_history") }).click();
  await expect(
    page.getByRole("heading", { level: 3, name: say("console/audit:action_staff_lock") }),
  ).toBeVisible();
  await expectAccessible(page, "somebody locked out");
  await look("console-person");

  // Their open page leaves by itself.
  await expect(picker.getByRole("button", { name: arabic("console/auth:submit") })).toBeVisible();
  // And the link does not work again.
  const late = await somebodyElse(page, watch, false);
  await open(late, link.trim());
  await expect(late.getByRole("heading", { level: 1 })).toHaveText(text("join_over"));
});
