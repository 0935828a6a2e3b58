/** Inviting a friend by a link, and coupons: created in the console, seen and used in the cart. */
import { Api, grocery, plenty } from "./support/api";
import { beAt, enterConsole, open, readyCustomer, signInWithCode } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

test(
  "a link is shared, a friend joins by it, and both see where it stands",
  pair,
  async ({ page, say, phone, playwright, baseURL, lang, browser, look, watch }, info) => {
    // Each try uses different people.
    const [first, second] = [
      ["11", "10"],
      ["15", "12"],
    ][info.retry] ?? ["11", "10"];
    const host = new Api(await playwright.request.newContext({ baseURL }), lang);
    await host.signIn(`${first}${phone.slice(2)}`, lang === "ar" ? "منى" : "Mona");
    await beAt(page, host);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await open(page, "/account/referral-program");
    await expect(page.getByText(say("referral:empty"))).toBeVisible();
    await expectAccessible(page, "referral program, nobody joined");
    await look("referral-empty");
    // Where the device cannot share, the link is copied.
    await page.getByRole("button", { name: say("referral:share") }).click();
    await expect(page.getByText(say("referral:copied"))).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/\?ref=[0-9A-Z]{8}$/);

    const friends = await browser.newContext({
      locale: lang,
      baseURL: baseURL ?? "",
      viewport: page.viewportSize(),
    });
    watch.follow(friends);
    const theirs = await friends.newPage();
    await open(theirs, `/${lang}${link.slice(link.indexOf("/?"))}`);
    await expect(
      theirs.getByText(say("referral:hint", { name: lang === "ar" ? "منى" : "Mona" })),
    ).toBeVisible();
    await expectAccessible(theirs, "landing, invited");
    await look("referral-invited", theirs);
    await theirs.getByRole("button", { name: say("referral:join") }).click();
    const mine = new Api(await playwright.request.newContext({ baseURL }), lang);
    await signInWithCode(
      theirs,
      say,
      mine,
      `${second}${phone.slice(2)}`,
      lang === "ar" ? "سارة" : "Sara",
    );
    await expect(theirs).toHaveURL(/my-address\/add-address/);
    expect(await theirs.evaluate(() => localStorage.getItem("referral_code"))).toBeNull();
    await friends.close();

    await open(page, "/account/referral-program");
    const card = page.getByRole("listitem").filter({ hasText: lang === "ar" ? "سارة" : "Sara" });
    await expect(card.getByText(say("server/referral:state_joined"))).toBeVisible();
    await expectAccessible(page, "referral program, one friend");
    await look("referral-joined");
  },
);

test(
  "a coupon is made in the console and used in the cart",
  pair,
  async ({ page, say, api, phone, browser, baseURL, lang, look, watch, size }, info) => {
    // An invalid form is answered with 422.
    watch.allow(/status of 422/);
    const desk = await browser.newContext({
      locale: lang,
      baseURL: baseURL ?? "",
      viewport: size === "phone" ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    });
    watch.follow(desk);
    await desk.addCookies([{ name: "language", value: lang, url: baseURL ?? "" }]);
    const staff = await desk.newPage();
    await enterConsole(staff, say, "/coupons");
    await expect(staff.getByRole("heading", { name: say("console/coupons:title") })).toBeVisible();
    await expectAccessible(staff, "coupons");
    await look("console-coupons", staff);
    await staff.getByRole("link", { name: say("console/coupons:new") }).click();
    const code = `E2E${info.retry}${phone.slice(-6)}`;
    await staff
      .getByRole("textbox", { name: say.part("console/coupons:value_percent") })
      .fill("150");
    await staff.getByRole("button", { name: say("console/coupons:create") }).click();
    await expect(staff.getByText(say("server/promo:percent_most"))).toBeVisible();
    await expect(staff.getByText(say("server/promo:code_shape"))).toBeVisible();
    await staff
      .getByRole("textbox", { name: say.part("console/coupons:code") })
      .fill(code.toLowerCase());
    await staff
      .getByRole("textbox", { name: say.part("console/coupons:value_percent") })
      .fill("10");
    await staff.getByRole("textbox", { name: say.part("console/coupons:minimum") }).fill("50");
    await expect(staff.getByText(say.part("console/coupons:preview_text"))).toBeVisible();
    await expectAccessible(staff, "a new coupon");
    await look("console-coupon-new", staff);
    await staff.getByRole("button", { name: say("console/coupons:create") }).click();
    await expect(staff.getByText(say("console/coupons:saved"))).toBeVisible();
    await expect(staff.getByRole("heading", { name: code })).toBeVisible();
    await look("console-coupon", staff);

    await readyCustomer(page, api, phone, { [plenty]: 1 });
    await open(page, `/cart?service_id=${grocery.service}`);
    const summary = page.getByRole("complementary", { name: say("basket:summary") });
    await summary.getByRole("button", { name: say.part("promo:mine") }).click();
    const use = page
      .getByRole("dialog", { name: say("promo:mine") })
      .getByRole("button", { name: say.part("promo:use_coupon", { code }) });
    await expect(use).toBeVisible();
    await expectAccessible(page, "cart with coupons");
    await look("cart-coupons");
    await use.click();
    await expect(summary.getByText(code)).toBeVisible();
    await expect(use).toHaveCount(0);
    expect((await api.cart()).coupon_code).toBe(code);

    // It stops applying: the cart shows the reason immediately.
    const actions = staff.getByRole("button", { name: say("console/backoffice:actions") });
    await actions.click();
    await staff.getByRole("menuitem", { name: say("console/coupons:switch_off") }).click();
    await staff
      .getByRole("alertdialog")
      .getByRole("button", { name: say("console/coupons:switch_off") })
      .click();
    await actions.click();
    await expect(
      staff.getByRole("menuitem", { name: say("console/coupons:switch_on") }),
    ).toBeVisible();
    await desk.close();
    await page.reload();
    await expect(summary.getByText(say("server/promo:unknown"))).toBeVisible();
    await look("cart-coupon-off");
  },
);
