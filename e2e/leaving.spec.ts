/** The end of a session, by any answer or by expiry, and that nothing is left for the next person. */
import { Api } from "./support/api";
import { alive, beAt, open, readyCustomer, unfold } from "./support/shop";
import { expect, type Page, test } from "./support/test";
import type { Say } from "./support/texts";

const pair = { tag: ["@en-desktop", "@ar-phone"] };

const jar = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
const kept = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());

/** The cookies that a logout removes according to the specification. */
const ofTheSession = [
  "token",
  "address_id",
  "selected_address",
  "selected_service",
  "service_name",
  "district_id",
  "wekala_user",
];

async function expectLoggedOut(page: Page, lang: string): Promise<void> {
  await expect.poll(() => jar(page)).not.toContain("token");
  await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
}

for (const status of [401, 403])
  test(
    `an answer of ${status} to a PDF or an event stream logs out`,
    pair,
    async ({ page, say, api, phone, watch, lang }) => {
      // Requests of the page during its last second have no session.
      watch.allow(new RegExp(`status of (401|${status})`));
      const address = await readyCustomer(page, api, phone);
      const { order } = await api.placeOrder(address);
      const refuse = (what: string) =>
        page.route(what, (route) =>
          route.fulfill({ status, json: { message: "No", code: "no", errors: {} } }),
        );
      await refuse("**/api/v1/orders/*/invoice.pdf*");
      await open(page, `/account/my-orders/${order.id}/invoice`);
      await page.getByRole("button", { name: say("orders:invoice_pdf") }).click();
      await expectLoggedOut(page, lang);

      await beAt(page, api, { address });
      await refuse("**/api/v1/orders/*/events");
      await page.goto(`/account/my-orders/${order.id}`);
      await expectLoggedOut(page, lang);
    },
  );

test(
  "an answer of 404 to a PDF or an event stream leads to /404",
  pair,
  async ({ page, say, api, phone, watch }) => {
    watch.allow(/status of 404/);
    const address = await readyCustomer(page, api, phone);
    const { order } = await api.placeOrder(address);
    const miss = (what: string) =>
      page.route(what, (route) => route.fulfill({ status: 404, json: { message: "Gone" } }));
    await miss("**/api/v1/orders/*/invoice.pdf*");
    await open(page, `/account/my-orders/${order.id}/invoice`);
    await page.getByRole("button", { name: say("orders:invoice_pdf") }).click();
    await expect(page).toHaveURL(/:\d+\/404$/);
    expect(await jar(page)).toContain("token");

    await miss("**/api/v1/orders/*/events");
    await page.goto(`/account/my-orders/${order.id}`);
    await expect(page).toHaveURL(/:\d+\/404$/);
  },
);

test(
  "an answer of 404 leads to /404 from every address, in the language that was read",
  pair,
  async ({ page, say, api, phone, watch, lang }) => {
    watch.allow(/status of 404/);
    await api.signIn(phone, "Laila Hassan");
    await beAt(page, api);
    const title = say("shell:not_found.title");
    for (const path of [
      // Both a request of the page and the page's own document.
      "/account/my-orders/ord_nobodys",
      "/branches/no-such-branch",
      "/account/my-address/edit-address/adr_nobodys",
    ])
      for (const prefix of [`/${lang}`, ""]) {
        await page.goto("/information/terms");
        await page.goto(prefix + path);
        await expect(page, prefix + path).toHaveURL(/:\d+\/404$/);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
        await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${lang}`));
        // The missing page is no way back.
        await page.goBack();
        await expect(page).toHaveURL(/\/information\/terms$/);
      }
    // An unknown path is not a response of 404: the not-found page is shown at the path's own address.
    await page.goto(`/${lang}/nothing-here`);
    await alive(page);
    await expect(page).toHaveURL(/\/nothing-here$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  },
);

test(
  "a logout from home leaves no service behind, here and where it leads",
  pair,
  async ({ page, api, phone, watch, lang }) => {
    watch.allow(/status of 401/);
    await readyCustomer(page, api, phone);
    await open(page, "/home?service_id=grocery");
    await expect.poll(() => jar(page)).toContain("service_name");
    // Only for the reloaded page: a logout before it would end with the reload.
    let anew = false;
    page.on("framenavigated", () => {
      anew = true;
    });
    await page.route("**/api/v1/get_card*", (route) =>
      anew ? route.fulfill({ status: 401, json: { message: "Over" } }) : route.fallback(),
    );
    // Records everything that the page writes during its last second.
    await page.addInitScript(() => {
      const jars: string[] = JSON.parse(sessionStorage.getItem("seen") ?? "[]");
      setInterval(() => {
        if (!document.cookie.includes("token=")) jars.push(document.cookie);
        sessionStorage.setItem("seen", JSON.stringify(jars));
      }, 20);
    });
    await page.reload();
    await expectLoggedOut(page, lang);
    const seen = JSON.parse(
      (await page.evaluate(() => sessionStorage.getItem("seen"))) ?? "[]",
    ) as string[];
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter((one) => /selected_service|service_name/.test(one))).toEqual([]);
    await alive(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await page.waitForLoadState("networkidle");
    const left = await jar(page);
    expect(ofTheSession.filter((name) => left.includes(name))).toEqual([]);
    expect(left).toContain("default_location");
  },
);

/** Leaves a customer's data in the browser: accepted terms, a note, and the beginning of a return. */
async function leaveTraces(page: Page, say: Say, order: string) {
  await open(page, "/checkout?service_id=grocery");
  await unfold(page, say, "checkout:extras");
  await page.getByRole("textbox", { name: say.part("checkout:note") }).fill("Ring twice");
  await open(page, "/cart?service_id=grocery");
  await page.getByRole("button", { name: say.part("basket:checkout") }).click();
  await expect(page).toHaveURL(/\/checkout/);
  // As the return's form stores it; the form itself has a separate journey.
  await page.evaluate((id) => {
    sessionStorage.setItem(`return_draft:${id}`, '{"iban":"EG380019000500000000263180002"}');
  }, order);
  expect(await kept(page)).toEqual(
    expect.arrayContaining([
      `return_draft:${order}`,
      "checkout_draft:svc_grocery",
      "session_of",
      "terms_accepted",
    ]),
  );
}

const browsers = ["device_id", "device_secret", "referral_code"];
const personal = async (page: Page) =>
  (await kept(page)).filter((name) => !browsers.includes(name));

test(
  "what somebody typed and accepted is gone after their logout, in every tab",
  pair,
  async ({ page, context, say, api, phone, lang, watch }) => {
    // The other tab may still be reading when its session ends.
    watch.allow(/status of 401/);
    await readyCustomer(page, api, phone);
    await leaveTraces(page, say, "ord_1");
    const other = await context.newPage();
    await open(other, "/cart?service_id=grocery");
    await leaveTraces(other, say, "ord_2");

    await open(page, "/account");
    // The other tab neither shows nor stores any of it, even if nobody returns to that tab.
    const gone = other.waitForEvent("load");
    await page.getByRole("button", { name: say("account:sign_out") }).click();
    await expectLoggedOut(page, lang);
    await expect.poll(() => personal(page)).toEqual([]);
    await gone;
    await expect.poll(() => personal(other)).toEqual([]);
  },
);

test(
  "a token put in another's place meets nothing of the first",
  pair,
  async ({ page, say, api, phone, playwright, baseURL, lang }) => {
    await readyCustomer(page, api, phone);
    await open(page, "/home");
    await leaveTraces(page, say, "ord_1");
    const second = new Api(await playwright.request.newContext({ baseURL }), lang);
    await second.signIn(`${phone.slice(0, -1)}${(Number(phone.at(-1)) + 1) % 10}`, "Mona Adel");
    await page
      .context()
      .addCookies([{ name: "token", value: second.token ?? "", url: baseURL ?? "" }]);
    await open(page, "/home");
    await expect.poll(() => jar(page)).not.toContain("address_id");
    const left = await jar(page);
    expect(left.filter((one) => ofTheSession.includes(one) && one !== "token")).toEqual([]);
    expect(left).toContain("token");
    await expect.poll(() => personal(page)).toEqual(["session_of", "session_of"]);
  },
);

test(
  "a token that ran out takes everything along, and the next person meets none of it",
  pair,
  async ({ page, context, say, api, phone }) => {
    await readyCustomer(page, api, phone);
    await leaveTraces(page, say, "ord_1");
    await context.clearCookies({ name: "token" });
    await open(page, "/information/terms");
    expect(await personal(page)).toEqual([]);
    const left = await jar(page);
    expect(ofTheSession.filter((name) => left.includes(name))).toEqual([]);
    expect(left).toContain("default_location");
  },
);

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test(
    "the worker keeps no answer and no opened page of a session that ended",
    pair,
    async ({ page, context, say, api, phone, lang }) => {
      await readyCustomer(page, api, phone);
      await open(page, "/account");
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((taken) =>
            navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true }),
          );
      });
      const caches = () =>
        page.evaluate(async () => {
          const paths = async (name: string) =>
            (await (await window.caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
          return { answers: await paths("wekala-answers-8"), pages: await paths("wekala-pages") };
        });
      await open(page, "/account/my-address");
      await expect.poll(async () => (await caches()).answers).toContain("/api/v1/addresses");
      await expect.poll(async () => (await caches()).pages).toContain("/account/my-address");
      // It expires without any press.
      await context.clearCookies({ name: "token" });
      await open(page, "/information/terms");
      await expect.poll(async () => (await caches()).answers).not.toContain("/api/v1/addresses");
      await expect.poll(async () => (await caches()).pages).not.toContain("/account/my-address");

      await beAt(page, api);
      await open(page, "/account/my-address");
      await expect.poll(async () => (await caches()).answers).toContain("/api/v1/addresses");
      await open(page, "/account");
      await page.getByRole("button", { name: say("account:sign_out") }).click();
      await expectLoggedOut(page, lang);
      expect((await caches()).answers).not.toContain("/api/v1/addresses");
      expect((await caches()).pages).not.toContain("/account/my-address");
    },
  );

  test(
    "a logout on a page the worker does not hold empties it all the same, and the next one meets nothing",
    pair,
    async ({ page, context, say, api, phone, playwright, baseURL, lang }) => {
      await readyCustomer(page, api, phone);
      await open(page, "/account");
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((taken) =>
            navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true }),
          );
      });
      const answers = () =>
        page.evaluate(async () =>
          (await (await window.caches.open("wekala-answers-8")).keys()).map(({ url }) => url),
        );
      await open(page, "/account/my-address");
      await expect.poll(async () => (await answers()).join(" ")).toContain("/api/v1/addresses");
      await leaveTraces(page, say, "ord_1");
      await open(page, "/account");
      // As with Shift: the page and all its requests bypass the worker.
      const browser = await context.newCDPSession(page);
      await Promise.all([
        page.waitForEvent("load"),
        browser.send("Page.reload", { ignoreCache: true }),
      ]);
      await alive(page);
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      await page.getByRole("button", { name: say("account:sign_out") }).click();
      await expectLoggedOut(page, lang);
      expect((await answers()).join(" ")).not.toMatch(/addresses|profile|orders/);
      await expect.poll(() => personal(page)).toEqual([]);

      const next = new Api(await playwright.request.newContext({ baseURL }), lang);
      const another = String(Number(phone) + 1);
      await readyCustomer(page, next, another);
      await open(page, "/checkout?service_id=grocery");
      await unfold(page, say, "checkout:extras");
      await expect(page.getByRole("textbox", { name: say.part("checkout:note") })).toHaveValue("");
      expect(await page.evaluate(() => Object.values(sessionStorage).join(" "))).not.toMatch(
        /Ring twice|EG38/,
      );
    },
  );
});
