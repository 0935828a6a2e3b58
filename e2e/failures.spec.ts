/** Failed reads show the reason, with the texts of the error catalogue, and a retry button. */
import type { Route } from "@playwright/test";
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, type Page, test } from "./support/test";
import { western } from "./support/texts";

const pair = { tag: ["@ar-phone", "@en-desktop"] };

/** The browser's own messages for a response of 500, and for no response. */
const broken = [/^500 /, /status of 500/, /net::ERR_FAILED/];

const refuse =
  (message?: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status: 500, json: message === undefined ? {} : { message } });
const swallow = (route: Route): Promise<void> => route.abort();

/**
 * Navigates from a page that does not request the services to one that does, so that the browser has to
 * request them.
 */
async function toBranches(page: Page, link: RegExp): Promise<void> {
  await open(page, "/information/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
  await expect(page).toHaveURL(/\/branches-results$/);
}

test("a listing without a service warns, is empty, and comes when it is tried again", {
  ...pair,
}, async ({ page, say, api, watch }) => {
  test.slow();
  const warning = "/branches needs page and service_id: an empty list instead.";
  watch.allow(...broken, /needs page and service_id/);
  await beAt(page, api);
  const [service] = await api.send<{ slug: string }[]>("GET", "/services");
  const [branch] = await api.send<{ name: string }[]>(
    "GET",
    `/branches?service_id=${service?.slug}&page=1`,
  );
  const warned: string[] = [];
  page.on("console", (one) => one.type() === "warning" && warned.push(one.text()));
  const asked: string[] = [];
  page.on("request", (one) => asked.push(one.url()));
  const services = /\/api\/v1\/services(\?|$)/;
  const main = page.getByRole("main");

  for (const [answer, said] of [
    [refuse("The shop is closed."), "The shop is closed."],
    [refuse(), say("errors:status")],
    [swallow, say("errors:no_response")],
    [
      (route: Route) => route.fulfill({ json: { response: { data: [], message: "" } } }),
      say("branches:empty"),
    ],
  ] as const) {
    warned.length = 0;
    asked.length = 0;
    await page.route(services, answer);
    await toBranches(page, say("shell:footer.branches"));
    await expect(main.getByText(said)).toBeVisible();
    await expect(main.getByText(say("branches:loading"))).toHaveCount(0);
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(warned).toContain(warning);
    expect(asked.filter((one) => /\/api\/v1\/branches(\?|$)/.test(one))).toEqual([]);

    await page.unroute(services);
    await main.getByRole("button", { name: say("branches:retry") }).click();
    await expect(main.getByText(branch?.name ?? "").first()).toBeVisible();
    await expect(main.getByText(said)).toHaveCount(0);
  }
});

test("a search needs no services, and one that fails can be tried again", {
  ...pair,
}, async ({ page, say, api, watch }) => {
  watch.allow(...broken);
  await beAt(page, api);
  const sugar = await api.product("sugar");
  const services = /\/api\/v1\/services(\?|$)/;
  const searching = /\/api\/v1\/search\?/;
  const main = page.getByRole("main");
  const box = page.getByRole("combobox", { name: say("search:label") });
  const found = main.getByRole("link", { name: sugar.name, exact: true }).first();

  for (const answer of [
    refuse(),
    (route: Route) => route.fulfill({ json: { response: { data: [], message: "" } } }),
  ]) {
    await page.route(services, answer);
    await open(page, "/information/privacy");
    await box.fill(sugar.name);
    await box.press("Enter");
    await expect(page).toHaveURL(/\/search-results\?q=/);
    await expect(found).toBeVisible();
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.unroute(services);
  }

  await page.route(searching, refuse("The shop is closed."));
  await open(page, "/information/privacy");
  await box.fill(sugar.name);
  await box.press("Enter");
  await expect(main.getByText("The shop is closed.")).toBeVisible();
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.unroute(searching);
  await main.getByRole("button", { name: say("catalog:retry") }).click();
  await expect(found).toBeVisible();
});

for (const { name, at, asks, there } of [
  { name: "orders", at: "/account/my-orders", asks: /\/api\/v1\/orders\?/, there: "orders:empty" },
  { name: "wallet", at: "/account/my-wallet", asks: /\/api\/v1\/wallet$/, there: "wallet:empty" },
  {
    name: "addresses",
    at: "/account/my-address",
    asks: /\/api\/v1\/addresses$/,
    there: "addresses:type_home",
  },
  { name: "cart", at: "/cart", asks: /\/api\/v1\/carts$/, there: "basket:lines" },
]) {
  test(`${name} that cannot be read say why, and come when they are tried again`, {
    ...pair,
  }, async ({ page, say, api, phone, lang, watch }) => {
    watch.allow(...broken);
    await readyCustomer(page, api, phone);
    const main = page.getByRole("main");
    const thing =
      name === "cart"
        ? main.getByRole("region", { name: say("basket:lines") })
        : main.getByText(say.part(there)).first();
    for (const [answer, said, english] of [
      [refuse("The shop is closed."), /^The shop is closed\.$/, "The shop is closed."],
      [refuse(), say("errors:status"), "An error occurred with status code 500"],
      [swallow, say("errors:no_response"), "No response received from server."],
    ] as const) {
      await page.route(asks, answer);
      await open(page, at);
      const alert = main.getByRole("alert");
      await expect(alert.getByText(said)).toBeVisible();
      if (lang === "en") await expect(alert).toContainText(english);
      if (english.endsWith("500")) expect(western(await alert.innerText())).toContain("500");
      await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.unroute(asks);
      await alert
        .getByRole("button", { name: say(name === "cart" ? "basket:retry" : `${name}:retry`) })
        .click();
      await expect(thing).toBeVisible();
      await expect(alert).toHaveCount(0);
    }
  });
}

/** Pages of one item, opened by a link: the browser fetches the item. */
test("a category, a product and a branch that cannot be read say why and can be tried again", {
  ...pair,
}, async ({ page, say, api, watch }) => {
  watch.allow(...broken);
  await beAt(page, api);
  const main = page.getByRole("main");
  for (const [kind, answer, said, title] of [
    ["categories", refuse("The shop is closed."), "The shop is closed.", "catalog:failed"],
    ["products", refuse(), say("errors:status"), "catalog:product_failed"],
    ["branches", swallow, say("errors:no_response"), "branches:branch_failed"],
  ] as const) {
    const one = new RegExp(`/api/v1/${kind}/[^/?]+(\\?|$)`);
    await page.route(one, answer);
    await open(page, "/home?service_id=grocery");
    await main.locator(`a[href*="/${kind}/"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`/${kind}/`));
    const heading = main.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(say(title));
    await expect(main.getByText(said)).toBeVisible();
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.unroute(one);
    const [texts] = title.split(":");
    await main.getByRole("button", { name: say(`${texts}:retry`) }).click();
    await expect(main.getByRole("alert")).toHaveCount(0);
    await expect(heading).not.toHaveText(say(title));
  }
});

test("a dialog whose code does not come says so, and opens with the next press", {
  ...pair,
}, async ({ page, say, api, watch }) => {
  watch.allow(/net::ERR_FAILED/, /A part of the page broke/);
  await beAt(page, api);
  const milk = await api.product("full-cream-milk");
  await open(page, `/search-results?q=${encodeURIComponent(milk.name)}`);
  const code = /OptionsDialog/;
  await page.route(code, swallow);
  const choose = page
    .getByRole("main")
    .getByRole("link", { name: say("cart:choose_thing", { name: milk.name }) })
    .first();
  await choose.click();
  await expect(page.getByText(say("errors:no_response"))).toBeVisible();
  await page.unroute(code);
  await choose.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("filters whose code does not come stand beside the list as soon as it does", {
  tag: ["@en-desktop"],
}, async ({ page, say, api, watch }) => {
  watch.allow(/net::ERR_FAILED/);
  await beAt(page, api);
  const code = /FilterColumn/;
  await page.route(code, swallow);
  const refused = page.waitForEvent("requestfailed", (one) => code.test(one.url()));
  await open(page, "/search-results?q=milk");
  await refused;
  await page.unroute(code);
  await expect(
    page
      .getByRole("complementary", { name: say("catalog:filters") })
      .getByRole("textbox")
      .first(),
  ).toBeVisible({ timeout: 15_000 });
});
