/** A customer who has ordered before. */
import { type Api, delivered, grocery, maadi, staffApi } from "./support/api";
import { open, readyCustomer, unfold } from "./support/shop";
import { expect, expectAccessible, type Page, test } from "./support/test";
import type { Say } from "./support/texts";

const pair = { tag: ["@ar-phone", "@en-phone"] };

const marks = /[\u2066-\u2069]/g;

const restaurants = [
  "sabaa-habbat-maadi",
  "darb-el-gamr-maadi",
  "qedret-sabah-maadi",
  "aish-badri-maadi",
  "dell-shagara-manial",
];
const groceries = ["mango-nectar", "cheese-triangles", "mayonnaise"];

/** Counts taps; typing and focusing do not count. */
class Taps {
  count = 0;

  async on(target: ReturnType<Page["locator"]>): Promise<void> {
    this.count++;
    await target.tap();
  }

  /** Chooses the first available hour, where the checkout requires one. */
  async hour(page: Page, say: Say): Promise<void> {
    const hours = page.getByRole("combobox", { name: say.part("checkout:slot") });
    if (!(await hours.isVisible())) return;
    this.count++;
    await hours.selectOption({ index: 1 });
  }
}

/** The products home shows at any hour: those of an open restaurant; groceries while none is open. */
async function onHome(api: Api): Promise<readonly string[]> {
  for (const slug of restaurants) {
    const branch = await api.send<{ is_closed: boolean }>("GET", `/branches/${slug}`);
    if (!branch.is_closed) return (await api.products(`br_${slug}`)).map((one) => one.slug);
  }
  return groceries;
}

test(
  "three products from home are ordered in six taps",
  pair,
  async ({ page, say, api, phone }) => {
    const address = await readyCustomer(page, api, phone);
    await api.placeOrder(address);
    const taps = new Taps();
    const goods = await onHome(api);
    await open(page, "/home");
    await addThree(page, taps, goods);
    await order(page, say, taps);
    expect(taps.count).toBeLessThanOrEqual(6);
  },
);

test(
  "three products through a branch are ordered in seven taps",
  pair,
  async ({ page, say, api, phone }) => {
    const address = await readyCustomer(page, api, phone);
    await api.placeOrder(address);
    const taps = new Taps();
    await open(page, "/home?service_id=grocery");
    await taps.on(page.getByRole("main").locator(`a[href*="/branches/${grocery.slug}"]`).first());
    await expect(page).toHaveURL(new RegExp(grocery.slug));
    // The address changes slightly before the page: home's products are not the branch's.
    await expect(page.getByRole("searchbox", { name: say("branches:find") })).toBeVisible();
    await addThree(page, taps);
    await order(page, say, taps);
    expect(taps.count).toBeLessThanOrEqual(7);
  },
);

for (const when of ["now", "at another hour"]) {
  test(
    `what was delivered is ordered again, ${when}, in six taps`,
    pair,
    async ({ page, say, api, phone, lang, playwright, baseURL }) => {
      const address = await readyCustomer(page, api, phone);
      const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
      await delivered(api, staff, address);
      const taps = new Taps();
      await open(page, "/home");
      await taps.on(page.getByRole("button", { name: say.part("home:again_of") }).first());
      await taps.on(
        page.getByRole("dialog").getByRole("button", { name: say("orders:reorder_add") }),
      );
      await expect(page).toHaveURL(/\/cart/);
      await taps.on(page.getByRole("button", { name: say("basket:checkout") }));
      const place = page.getByRole("button", { name: say.part("checkout:place") });
      await expect(place).toBeVisible();
      if (when === "now") await taps.hour(page, say);
      else {
        const line = page.locator("main [data-field] button[aria-expanded=false]");
        await taps.on(line.filter({ hasText: say.part("checkout:time") }));
        // It also selects the first hour.
        await taps.on(page.getByRole("radio", { name: say.part("checkout:later") }));
        await expect(
          page.getByRole("combobox", { name: say.part("checkout:slot") }),
        ).not.toHaveValue("");
      }
      await taps.on(place);
      await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
      expect(taps.count).toBeLessThanOrEqual(6);
    },
  );
}

test(
  "somebody new orders three products in ten taps from the landing page",
  pair,
  async ({ page, say, api, phone, lang }) => {
    const place = await api.district(maadi.district);
    const goods = await onHome(api);
    const taps = new Taps();
    await open(page, `/${lang}`);
    await page.getByRole("combobox", { name: say("places:search") }).fill(place.name);
    await taps.on(page.getByRole("option").filter({ hasText: place.name }).first());
    await expect(page).toHaveURL(/\/home$/);
    await addThree(page, taps, goods);
    await openCart(page, say, taps);
    await taps.on(page.getByRole("button", { name: say("basket:checkout") }));
    const dialog = page.getByRole("dialog", { name: say("auth:title") });
    await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
    await taps.on(dialog.getByRole("button", { name: say("auth:method_sms") }));
    const code = dialog.getByRole("textbox", { name: say.part("auth:code") });
    await expect(code).toBeVisible();
    await code.pressSequentially(await api.code(phone));
    const joining = page.getByRole("dialog", { name: say("auth:register_title") });
    await joining.getByRole("textbox", { name: say.part("auth:name") }).fill("Laila Hassan");
    await taps.on(joining.getByRole("button", { name: say("auth:register") }));
    await expect(page).toHaveURL(/\/checkout/);
    await page.getByRole("textbox", { name: say.part("addresses:address") }).fill("Road 9");
    await page.getByRole("textbox", { name: say.part("addresses:building_number") }).fill("64");
    // At night, when restaurants are closed, an hour is chosen too.
    await taps.hour(page, say);
    await taps.on(page.getByRole("button", { name: say.part("checkout:place") }));
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
    expect(taps.count).toBeLessThanOrEqual(10);
  },
);

test("a known customer's checkout fits a screen: a line for each answer, unfolded to change it", {
  tag: ["@ar-phone", "@en-phone", "@each"],
}, async ({ page, say, api, phone, look }) => {
  await readyCustomer(page, api, phone);
  await open(page, "/checkout?service_id=grocery");
  const lines = page.locator("main [data-field] button[aria-expanded=false]");
  await expect(lines).toHaveCount(5);
  await expect(page.getByRole("radio", { name: say.part("checkout:now") })).toBeHidden();
  const [last, bar] = [
    await lines.last().boundingBox(),
    await page.getByRole("button", { name: say.part("checkout:place") }).boundingBox(),
  ];
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await look("checkout-folded");
  // The cart's field appears with the press.
  await unfold(page, say, "checkout:coupon");
  await expect(page.getByRole("textbox", { name: say("basket:coupon") })).toBeFocused();
  await expectAccessible(page, "checkout, a coupon");
  await unfold(page, say, "checkout:time");
  const later = page.getByRole("radio", { name: say.part("checkout:later") });
  await later.check();
  const hours = page.getByRole("combobox", { name: say.part("checkout:slot") });
  await hours.selectOption({ index: 1 });
  const chosen = await hours.evaluate(
    (one: HTMLSelectElement) => one.selectedOptions[0]?.text ?? "",
  );
  await expectAccessible(page, "checkout, a step unfolded");
  // Opening another step folds it, with its choice on its line.
  await unfold(page, say, "checkout:payment");
  await expect(later).toBeHidden();
  const line = await lines.filter({ hasText: say.part("checkout:time") }).innerText();
  expect(line.replace(marks, "")).toContain(chosen.replace(marks, ""));
  await page
    .locator("main [data-field]")
    .getByRole("button", { name: say.part("checkout:done") })
    .click();
  await expect(lines).toHaveCount(5);
  await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
  await page.getByRole("button", { name: say.part("checkout:place") }).click();
  await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
});

/** Adds three products without options, of one branch: the most expensive, or those given. */
async function addThree(page: Page, taps: Taps, slugs: readonly string[] = [""]): Promise<void> {
  const main = page.getByRole("main");
  const links = slugs.map((slug) => `a[href*='/products/${slug}']`).join(", ");
  const cards = main
    .getByRole("article")
    .filter({ has: page.locator("button[data-add]:enabled") })
    .filter({ has: page.locator(links) });
  await expect(cards.first()).toBeVisible();
  // The most expensive: three of them exceed the branch's minimum.
  const dearest = await cards.evaluateAll((all) =>
    [
      ...new Set(
        all
          .map((card) => ({
            name: card.querySelector("a[href*='/products/']")?.textContent ?? "",
            price: Number(
              /\d+/.exec(
                card.querySelector("[dir=ltr]")?.textContent?.replaceAll(",", "") ?? "",
              )?.[0] ?? 0,
            ),
          }))
          .sort((a, b) => b.price - a.price)
          .map(({ name }) => name),
      ),
    ].slice(0, 3),
  );
  for (const name of dearest) {
    // One product may be in two rows.
    const card = main
      .getByRole("article")
      .filter({ has: page.getByRole("link", { name, exact: true }) })
      .filter({ has: page.locator("[data-add]:enabled, [data-more]") })
      .first();
    await taps.on(card.locator("[data-add]"));
    await expect(card.locator("[data-more]")).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  }
}

async function openCart(page: Page, say: Say, taps: Taps): Promise<void> {
  await taps.on(
    page
      .getByRole("region", { name: say("cart:bar") })
      .getByRole("link", { name: say.part("cart:open") }),
  );
}

async function order(page: Page, say: Say, taps: Taps): Promise<void> {
  await openCart(page, say, taps);
  await taps.on(page.getByRole("button", { name: say("basket:checkout") }));
  await taps.on(page.getByRole("button", { name: say.part("checkout:place") }));
  await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
}

test(
  "ordering again shows first what has changed",
  pair,
  async ({ page, say, api, phone, look }) => {
    const address = await readyCustomer(page, api, phone);
    const { order } = await api.placeOrder(address);
    await open(page, "/account/my-orders");
    await page.getByRole("main").getByRole("article").getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(order.id));
    await page.getByRole("button", { name: say("orders:reorder") }).click();
    const dialog = page.getByRole("dialog", {
      name: say("orders:reorder_title", { number: order.number }),
    });
    await expect(dialog.getByText(say("orders:reorder_same"))).toBeVisible();
    await look("order-again");
    await dialog.getByRole("button", { name: say("orders:reorder_add") }).click();
    await expect(page).toHaveURL(/\/cart/);
    await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeEnabled();
  },
);
