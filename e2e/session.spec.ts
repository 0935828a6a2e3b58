/** Signing in and out, as specified: cookies, local entries, destinations and delays. */
import { Api, plenty } from "./support/api";
import { alive, askToSignIn, beAt, open, readyCustomer, signInWithCode } from "./support/shop";
import { expect, type Page, test } from "./support/test";
import type { Say } from "./support/texts";

const pair = { tag: ["@ar-phone", "@en-desktop"] };
/** Projects with a sign-in button in the header. */
const atHead = { tag: ["@ar-desktop", "@en-desktop"] };

const jar = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).map((one) => [one.name, one]));
/** Local entries of a sign-in under way. */
const ofSignIn = ["user_code", "user_mobile", "user_exists", "login_status", "status_modal"];
const local = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

test(
  "registering: what is kept on the way, and where it leads",
  pair,
  async ({ page, say, api, phone }) => {
    await open(page, "/");
    await askToSignIn(page, say);
    const dialog = page.getByRole("dialog", { name: say("auth:title") });
    await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill("0101");
    await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
    await expect(dialog.getByText(say("auth:phone_invalid"))).toBeVisible();
    await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
    await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
    const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    expect(await local(page)).toMatchObject({ user_code: "+20", user_mobile: `0${phone}` });

    // Arabic digits are accepted.
    const code = await api.code(phone);
    await field.pressSequentially(
      code.replace(/\d/g, (figure) => "٠١٢٣٤٥٦٧٨٩"[Number(figure)] ?? ""),
    );
    const joining = page.getByRole("dialog", { name: say("auth:register_title") });
    await expect(joining).toBeVisible();
    expect(await local(page)).toMatchObject({ user_exists: "false", status_modal: "register" });
    expect((await jar(page)).token).toBeUndefined();
    await joining.getByRole("button", { name: say("auth:register") }).click();
    await expect(joining.getByText(say("auth:required"))).toBeVisible();
    await joining.getByRole("textbox", { name: say.part("auth:name") }).fill("Laila Hassan");
    await joining.getByRole("button", { name: say("auth:register") }).click();

    await expect(page).toHaveURL(/\/account\/my-address\/add-address$/);
    const token = (await jar(page)).token;
    const days = ((token?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(Object.keys(await local(page)).filter((name) => ofSignIn.includes(name))).toEqual([]);
  },
);

test(
  "a wrong code says so and can be tried again",
  pair,
  async ({ page, say, api, phone, watch }) => {
    watch.allow(/status of 422/);
    await open(page, "/");
    await askToSignIn(page, say);
    const dialog = page.getByRole("dialog", { name: say("auth:title") });
    await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(phone);
    await dialog.getByRole("button", { name: say("auth:method_whatsapp") }).click();
    const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
    await expect(field).toBeVisible();
    const code = await api.code(phone);
    await field.pressSequentially(code === "1111" ? "2222" : "1111");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue("");
    await expect(dialog.getByText(say("auth:resend_in"))).toBeVisible();
    await field.pressSequentially(code);
    await expect(page.getByRole("dialog", { name: say("auth:register_title") })).toBeVisible();
  },
);

test(
  "somebody known goes home after half a second, or chooses a place first",
  atHead,
  async ({ page, say, api, phone, playwright, baseURL, lang }) => {
    await api.signIn(phone, "Laila Hassan");
    // No location is chosen yet, so the customer is sent to the addresses.
    await open(page, "/");
    await askToSignIn(page, say);
    await Promise.all([
      page.waitForResponse("**/api/v1/user/verify-login-by-otp"),
      signInWithCode(page, say, api, phone, null),
    ]);
    await expect(page).toHaveURL(/\/account\/my-address$/);
    // A known customer: the token stays for seven days, and the notes of the sign-in are removed.
    const days = (((await jar(page)).token?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(Object.keys(await local(page)).filter((name) => ofSignIn.includes(name))).toEqual([]);
    expect(decodeURIComponent((await jar(page)).wekala_user?.value ?? "")).toContain(
      "Laila Hassan",
    );

    await page.context().clearCookies();
    await beAt(page, new Api(await playwright.request.newContext({ baseURL }), lang));
    await open(page, "/information/terms");
    await askToSignIn(page, say);
    await page.evaluate(() => {
      const push = history.pushState.bind(history);
      let closed = 0;
      new MutationObserver(() => {
        if (closed === 0 && document.cookie.includes("token=")) closed = performance.now();
      }).observe(document.body, { childList: true, subtree: true });
      history.pushState = (...what) => {
        Object.assign(window, { wait: performance.now() - closed });
        push(...what);
      };
    });
    await signInWithCode(page, say, api, phone, null);
    await expect(page).toHaveURL(/\/home$/);
    expect(await page.evaluate(() => (window as unknown as { wait: number }).wait)).toBeGreaterThan(
      400,
    );
  },
);

test("a sign-in at the account's button goes home, or to the addresses without a place", {
  tag: ["@ar-phone"],
}, async ({ page, say, api, phone, playwright, baseURL, lang }) => {
  await api.signIn(phone, "Laila Hassan");
  await open(page, "/account");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account:sign_in") })
    .click();
  await signInWithCode(page, say, api, phone, null);
  await expect(page).toHaveURL(/\/account\/my-address$/);

  await page.context().clearCookies();
  await beAt(page, new Api(await playwright.request.newContext({ baseURL }), lang));
  await open(page, "/account");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account:sign_in") })
    .click();
  await timeTheWayHome(page);
  await signInWithCode(page, say, api, phone, null);
  await expect(page).toHaveURL(/\/home$/);
  expect(await wayHome(page)).toBeGreaterThan(450);
});

/** Records when the token was written and when /home was opened, within the page or by a document. */
const timeTheWayHome = (page: Page) =>
  page.evaluate(() => {
    const note = (name: string) => sessionStorage.setItem(name, String(Date.now()));
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie") ?? {};
    Object.defineProperty(document, "cookie", {
      get: () => get?.call(document),
      // Recorded when it is written: on a busy page polling would be too late.
      set: (text: string) => {
        if (text.startsWith("token=")) note("test_token");
        set?.call(document, text);
      },
    });
    const push = history.pushState.bind(history);
    history.pushState = (...what) => {
      if (String(what[2]).endsWith("/home")) note("test_home");
      push(...what);
    };
    addEventListener("pagehide", () => note("test_home"));
  });
const wayHome = (page: Page) =>
  page.evaluate(
    () =>
      Number(sessionStorage.getItem("test_home")) - Number(sessionStorage.getItem("test_token")),
  );

test(
  "the way home takes half a second, however long preferences and cart take",
  atHead,
  async ({ page, say, api, phone, playwright, baseURL, lang, look }) => {
    await api.signIn(phone, "Laila Hassan");
    const other = lang === "en" ? "ar" : "en";
    await api.send("PUT", "/user/preferences", { lang: other });
    const guest = new Api(await playwright.request.newContext({ baseURL }), lang);
    await guest.add(plenty, 2);
    await beAt(page, guest);
    await open(page, "/information/terms");
    await page.evaluate((name) => localStorage.setItem("cart_token", name), guest.cartToken ?? "");
    let late = true;
    for (const slow of ["**/api/v1/user/preferences", "**/api/v1/carts/claim"])
      await page.route(slow, async (route) => {
        if (late) await new Promise((done) => setTimeout(done, 6_000));
        await route.continue().catch(() => undefined);
      });
    const claimed = page.waitForResponse("**/api/v1/carts/claim");
    const preferred = page.waitForResponse("**/api/v1/user/preferences");
    await askToSignIn(page, say);
    await timeTheWayHome(page);
    await signInWithCode(page, say, api, phone, null);
    await expect(page).toHaveURL(/:\d+\/home$/);
    const took = await wayHome(page);
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(3_000);
    // Slower responses still count: the cart is there, and the account's language is offered.
    await preferred;
    expect((await claimed).status()).toBe(200);
    await expect.poll(async () => (await local(page)).cart_token).toBeUndefined();
    expect((await api.cart()).items_quantity).toBe(2);
    const offer = page.getByRole("button", { name: say("auth:switch_language") });
    await expect(offer).toBeVisible();
    // Until it is accepted, the next address without a prefix is in the current language.
    expect((await jar(page)).language).toBeUndefined();
    await open(page, "/information/terms");
    await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${lang}`));

    // If it is known in time, it is offered over home, and accepted with one press.
    late = false;
    await page.context().clearCookies();
    await beAt(page, guest);
    await open(page, "/information/terms");
    await askToSignIn(page, say);
    await timeTheWayHome(page);
    await signInWithCode(page, say, api, phone, null);
    await expect(page).toHaveURL(/:\d+\/home$/);
    await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${lang}`));
    expect(await wayHome(page)).toBeGreaterThan(450);
    await look("account-language");
    await offer.click();
    await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${other}`));
    await expect(page).toHaveURL(/:\d+\/home$/);
    expect((await jar(page)).language?.value).toBe(other);
  },
);

/** Records when the token was removed and when the page was left. */
const timeTheWayOut = (page: Page) =>
  page.evaluate(() => {
    const note = (name: string) => sessionStorage.setItem(name, String(Date.now()));
    // Recorded on writing: polling every few milliseconds is late on a busy machine.
    const cookies = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    Object.defineProperty(document, "cookie", {
      configurable: true,
      get: () => cookies?.get?.call(document),
      set: (value: string) => {
        cookies?.set?.call(document, value);
        if (!sessionStorage.getItem("test_ended") && !document.cookie.includes("token="))
          note("test_ended");
      },
    });
    addEventListener("pagehide", () => note("test_left"));
  });

/** A second passes between the end of the session and the navigation, not less and not much more. */
async function expectASecond(page: Page): Promise<void> {
  const took = await page.evaluate(
    () =>
      Number(sessionStorage.getItem("test_left")) - Number(sessionStorage.getItem("test_ended")),
  );
  expect(took).toBeGreaterThan(950);
  expect(took).toBeLessThan(3_000);
}

/** Verifies the phone as a new customer, up to the question for their name. */
async function proveThePhone(page: Page, say: Say, api: Api, phone: string): Promise<void> {
  await askToSignIn(page, say);
  const dialog = page.getByRole("dialog", { name: say("auth:title") });
  await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
  await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
  const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  await field.pressSequentially(await api.code(phone));
  await expect(page.getByRole("dialog", { name: say("auth:register_title") })).toBeVisible();
}

test("a reload opens the sheet for the code again", pair, async ({ page, say, api, phone }) => {
  await open(page, "/");
  await askToSignIn(page, say);
  const dialog = page.getByRole("dialog", { name: say("auth:title") });
  await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
  await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
  const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  await page.reload();
  await field.pressSequentially(await api.code(phone));
  await expect(page.getByRole("dialog", { name: say("auth:register_title") })).toBeVisible();
});

test("a reload during the sign-up goes on with it", pair, async ({ page, say, api, phone }) => {
  const joining = page.getByRole("dialog", { name: say("auth:register_title") });
  const ticket = () => page.evaluate(() => sessionStorage.getItem("registration_ticket"));
  await open(page, "/");
  await proveThePhone(page, say, api, phone);
  await page.reload();
  await expect(joining).toBeVisible();
  expect(await local(page)).toMatchObject({ user_exists: "false", status_modal: "register" });
  await joining.getByRole("textbox", { name: say.part("auth:name") }).fill("Laila Hassan");
  await joining.getByRole("button", { name: say("auth:register") }).click();
  await expect(page).toHaveURL(/\/account\/my-address\/add-address$/);
  expect(await ticket()).toBeNull();
  const left = Object.keys(await local(page));
  expect(left).not.toContain("status_modal");
  expect(left).not.toContain("user_exists");
});

test("a sign-up that was closed is not taken up again", pair, async ({ page, say, api, phone }) => {
  await open(page, "/");
  await proveThePhone(page, say, api, phone);
  const joining = page.getByRole("dialog", { name: say("auth:register_title") });
  await page.keyboard.press("Escape");
  await expect(joining).toBeHidden();
  expect(Object.keys(await local(page))).not.toContain("status_modal");
  expect(await page.evaluate(() => sessionStorage.getItem("registration_ticket"))).toBeNull();
  await page.reload();
  await alive(page);
  await askToSignIn(page, say);
  await expect(page.getByRole("dialog", { name: say("auth:title") })).toBeVisible();
});

test(
  "leaving: what is forgotten, and a second later the way home",
  pair,
  async ({ page, say, api, phone, lang }) => {
    await readyCustomer(page, api, phone);
    await open(page, "/home?service_id=grocery");
    await expect.poll(async () => (await jar(page)).service_name).toBeDefined();
    await open(page, "/account");
    expect(Object.keys(await jar(page))).toEqual(
      expect.arrayContaining([
        "token",
        "district_id",
        "address_id",
        "location",
        "default_location",
        "selected_address",
        "selected_service",
        "service_name",
      ]),
    );
    await timeTheWayOut(page);
    await page.getByRole("button", { name: say("account:sign_out") }).click();
    await expect.poll(async () => (await jar(page)).token).toBeUndefined();
    const left = Object.keys(await jar(page));
    for (const name of [
      "address_id",
      "selected_address",
      "selected_service",
      "service_name",
      "district_id",
      "location",
      "wekala_user",
    ])
      expect(left).not.toContain(name);
    expect(left).toContain("default_location");
    await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
    await expectASecond(page);
    // The next visitor is asked nothing; the page is there, and its header offers to choose a
    // place.
    await alive(page);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: say.part("shell:header.place") }).first(),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole("dialog", { name: say("places:title") })).toBeVisible();
    // The server has ended the session too.
    expect((await api.refusal("GET", "/user/profile")).status).toBe(401);
  },
);

test(
  "leaving without a usual place leads to the landing page",
  pair,
  async ({ page, say, api, phone }) => {
    await api.signIn(phone, "Laila Hassan");
    await beAt(page, api);
    await page.context().clearCookies({ name: "default_location" });
    await open(page, "/account");
    await timeTheWayOut(page);
    await page.getByRole("button", { name: say("account:sign_out") }).click();
    await expect(page).toHaveURL(/\/$/);
    await expectASecond(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("landing:heading"));
  },
);

test(
  "a session ended elsewhere says so, and signing in leads back to where one stood",
  pair,
  async ({ page, say, api, phone, watch, lang, look }) => {
    watch.allow(/status of 401/);
    await readyCustomer(page, api, phone);
    await open(page, "/account/my-orders");
    // No page is open meanwhile that could notice it first.
    await page.goto("/robots.txt");
    await api.send("POST", "/user/logout");
    await page.goto("/account/my-orders");
    await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
    const notice = page.getByRole("region", { name: say("auth:ended_title") });
    await expect(notice).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await look("session-ended");
    await notice.getByRole("button", { name: say("auth:sign_in") }).click();
    await signInWithCode(page, say, api, phone, null);
    await expect(page).toHaveURL(/\/account\/my-orders$/);
    await expect(notice).toHaveCount(0);
  },
);

test(
  "a blocked customer reads why they are signed out, and why they cannot sign in",
  pair,
  async ({ page, say, api, phone, watch, look }) => {
    watch.allow(/status of 40[13]/);
    await readyCustomer(page, api, phone);
    const blocked = { status: 403, json: { message: "Blocked", code: "blocked", errors: {} } };
    await page.route("**/api/v1/user/profile", (route) => route.fulfill(blocked));
    await page.goto("/account");
    const notice = page.getByRole("region", { name: say("auth:blocked_title") });
    await expect(notice).toBeVisible();
    await look("account-blocked");
    await expect(notice.getByRole("link", { name: say("auth:write_to_us") })).toHaveAttribute(
      "href",
      /contact-us$/,
    );
    await page.route("**/api/v1/user/verify-login-by-otp", (route) => route.fulfill(blocked));
    await open(page, "/information/terms");
    await expect(notice).toHaveCount(0);
    await askToSignIn(page, say);
    await signInWithCode(page, say, api, phone, null);
    await expect(notice).toBeVisible();
  },
);

test(
  "an answer of 401 logs out, unless a login is under way; 403 always does",
  pair,
  async ({ page, context, say, api, phone, watch, baseURL, lang }) => {
    // The browser also requests an icon where no page names one.
    watch.allow(/status of 40[134]|ERR_FAILED/);
    const sign = (token: string) =>
      context.addCookies([{ name: "token", value: token, url: baseURL ?? "" }]);
    await beAt(page, api);
    // A code is requested in one tab, and the answer is slow.
    const waiting = await context.newPage();
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await waiting.route("**/api/v1/user/login-by-otp", async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await open(waiting, "/information/privacy");
    await askToSignIn(waiting, say);
    const dialog = waiting.getByRole("dialog", { name: say("auth:title") });
    await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill("01112345678");
    await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
    await expect.poll(async () => (await local(waiting)).login_status).toBe("pending");

    await sign("not-a-token-of-ours");
    await open(page, "/account");
    await expect(page.getByText(say("account:profile_failed"))).toBeVisible();
    expect((await jar(page)).token?.value).toBe("not-a-token-of-ours");
    expect((await local(page)).login_status).toBe("pending");

    // The mark does not outlive the page that set it, nor its request. A page that becomes visible
    // refetches and would log out before the next one is opened.
    await page.goto("/robots.txt");
    await waiting.close();
    answer();
    await expect.poll(async () => (await local(page)).login_status).toBeUndefined();
    await open(page, "/account");
    await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
    expect((await jar(page)).token).toBeUndefined();

    // Nor does a mark that a crash left. No page is open meanwhile that could notice the token.
    await page.goto("/robots.txt");
    await page.evaluate(() => localStorage.setItem("login_status", "pending"));
    await sign("not-a-token-of-ours");
    await page.goto("/account");
    await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
    expect((await local(page)).login_status).toBeUndefined();

    await api.signIn(phone, "Laila Hassan");
    await beAt(page, api);
    await page.route("**/api/v1/user/profile", (route) =>
      route.fulfill({ status: 403, json: { message: "Blocked", code: "blocked", errors: {} } }),
    );
    await page.goto("/robots.txt");
    await page.evaluate(() => localStorage.setItem("login_status", "pending"));
    await page.goto("/account");
    await expect.poll(async () => (await jar(page)).token).toBeUndefined();
    await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
  },
);

test(
  "an answer of 404 sends the browser to the not-found page",
  pair,
  async ({ page, say, api, phone, watch }) => {
    watch.allow(/status of 404/);
    await api.signIn(phone, "Laila Hassan");
    await beAt(page, api);
    await page.goto("/account/my-orders/ord_nobodys");
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("shell:not_found.title"));
  },
);

test(
  "every call carries the headers of the specification",
  pair,
  async ({ page, api, phone, lang }) => {
    const address = await readyCustomer(page, api, phone);
    const [call] = await Promise.all([
      page.waitForRequest(/\/api\/v1\/carts/),
      page.goto("/home?service_id=grocery"),
    ]);
    const headers = await call.allHeaders();
    expect(headers).toMatchObject({
      authorization: `Bearer ${api.token}`,
      version: "1.4.158",
      language: "en",
      "user-agent-type": "web",
      "district-id": "maadi",
      "address-id": address,
      latitude: "29.9604",
      longitude: "31.2576",
    });
    expect(headers["accept-language"]).toMatch(new RegExp(`^${lang}`));
  },
);

test(
  "the calls of an open page follow a token that changes",
  pair,
  async ({ page, api, phone, lang, playwright, baseURL }) => {
    await readyCustomer(page, api, phone);
    const second = new Api(await playwright.request.newContext({ baseURL }), lang);
    await second.signIn(`${phone.slice(0, -1)}${(Number(phone.at(-1)) + 3) % 10}`, "Mona Adel");
    await open(page, "/account/my-orders");
    await page.waitForLoadState("networkidle");
    const said = new Set<string>();
    page.on("request", (one) => {
      if (one.url().includes("/api/v1/")) said.add(one.headers().authorization ?? "");
    });
    await page
      .context()
      .addCookies([{ name: "token", value: second.token ?? "", url: baseURL ?? "" }]);
    const anew = page.waitForEvent("load");
    // The customer returns to the page.
    await page.evaluate(() => {
      window.dispatchEvent(new Event("focus"));
    });
    await anew;
    await expect.poll(() => [...said]).toEqual([`Bearer ${second.token}`]);
  },
);

test("a code by WhatsApp is asked for as such", pair, async ({ page, say, phone }) => {
  await open(page, "/");
  await askToSignIn(page, say);
  await page.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
  const sent = page.waitForRequest("**/user/login-by-otp");
  await page.getByRole("button", { name: say("auth:method_whatsapp") }).click();
  expect((await sent).postDataJSON()).toMatchObject({ method: "whatsapp" });
  await expect(page.getByRole("textbox", { name: say.part("auth:code") })).toBeVisible();
});
