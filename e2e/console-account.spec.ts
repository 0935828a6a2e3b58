/** A staff member's own account: a password set by another person, the second factor, sessions. */
import type { APIRequestContext } from "@playwright/test";
import { codeOf } from "./support/factor";
import { alive, open } from "./support/shop";
import { axe, expect, test } from "./support/test";

/** No other journey signs in as these. */
const members = { en: "picker@wekala.example", ar: "support@wekala.example" };
const own = "my-own-pass-1";

/** An owner removes leftovers of an earlier try, and sets a temporary password. */
async function temporary(request: APIRequestContext, email: string): Promise<string> {
  const [owner = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
  const post = async (path: string, token: string, data?: object) =>
    (
      await request.post(`/api/v1/console${path}`, {
        headers: { Authorization: `Bearer ${token}` },
        ...(data ? { data } : {}),
      })
    ).json();
  const { token } = (await post("/login", "", { email: owner, password })).response.data;
  const list = await request.get("/api/v1/console/staff", {
    headers: { Authorization: `Bearer ${token}` },
  });
  const all = (await list.json()).response.data as { id: string; email: string }[];
  const id = all.find((one) => one.email === email)?.id;
  await post(`/staff/${id}/reset-second-factor`, token);
  return (await post(`/staff/${id}/password`, token)).response.data.password;
}

test("a member of staff makes the account their own", {
  tag: ["@en-phone", "@ar-desktop"],
}, async ({ page, request, say, lang, watch, look }) => {
  watch.allow(/422|429/);
  const email = members[lang];
  const given = await temporary(request, email);
  const signIn = async (password: string) => {
    await page.getByRole("textbox", { name: say.part("console/auth:email") }).fill(email);
    await page.getByLabel(say.part("console/auth:password")).fill(password);
    await page.getByRole("button", { name: say("console/auth:submit") }).click();
  };
  const field = (name: string) => page.getByLabel(say.part(`console/auth:${name}`));
  const press = (name: string) =>
    page.getByRole("button", { name: say(`console/auth:${name}`), exact: true }).click();

  // A password set by another person leads to changing it, and to nothing else.
  await open(page, "/console/sign-in");
  await signIn(given);
  await alive(page);
  await expect(page.getByText(say("console/auth:must_password"))).toBeVisible();
  await open(page, "/console/");
  await expect(page.getByText(say("console/auth:must_password"))).toBeVisible();
  await field("current_password").fill(given);
  await field("new_password").fill("weak");
  await press("save_password");
  await expect(field("new_password")).toHaveAttribute("aria-invalid", "true");
  await look("console-account-must");
  await field("new_password").fill(own);
  await field("new_password").press("Enter");
  await expect(page.getByText(say("console/auth:must_password"))).toBeHidden();

  // The second factor: the key for the app, a code from it, and backup codes.
  await press("begin");
  await expect(field("current_password").last()).toBeFocused();
  await page.keyboard.type(own);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: say("console/auth:qr") })).toBeVisible();
  await look("console-account-scan");
  const key = (await page.locator("bdi.font-mono").innerText()).replace(/\s/g, "");
  await field("confirm_code").fill(codeOf(key, Date.now()));
  await press("confirm");
  await expect(page.getByText(say("console/auth:save_codes"), { exact: true })).toBeVisible();
  await look("console-account-codes");
  const paper = await page.locator("ul.font-mono bdi").allInnerTexts();
  expect(paper).toHaveLength(10);
  await press("codes_saved");
  await look("console-account");
  expect(await axe(page, "console-account")).toEqual([]);

  // From now on the sign-in requires a code.
  await page.getByRole("button", { name: say("console/console:sign_out") }).click();
  await signIn(own);
  await expect(field("code")).toBeFocused();
  await field("code").fill("000000");
  await press("submit");
  await expect(field("code")).toHaveAttribute("aria-invalid", "true");
  await look("console-sign-in-code");
  await press("use_recovery_code");
  await page.getByLabel(say.part("console/auth:recovery_code")).fill(paper[0] ?? "");
  await press("submit");
  await expect(
    page.getByRole("link", { name: say.part("console/console:account_of", {}) }),
  ).toBeVisible();

  // Switched off again, for the next run.
  await open(page, "/console/account");
  await press("turn_off");
  await field("current_password").last().fill(own);
  await field("code").fill(paper[1] ?? "");
  await press("turn_off");
  await expect(
    page.getByRole("button", { name: say("console/auth:begin"), exact: true }),
  ).toBeVisible();
});
