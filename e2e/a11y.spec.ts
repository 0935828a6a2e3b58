/**
 * Every screen: checked by axe (WCAG 2.2 AA, in light and dark), no wider than the viewport,
 * without layout shifts, and captured (`look` saves a screenshot where WEKALA_SHOTS names a
 * folder).
 */
import { grocery, maadi, plenty } from "./support/api";
import { watchShifts } from "./support/shifts";
import {
  alive,
  askToSignIn,
  beAt,
  buyButton,
  enterConsole,
  open,
  readyCustomer,
} from "./support/shop";
import { axe, expect, type Page, settled, test, tooWide } from "./support/test";

type Look = (name: string, on?: Page) => Promise<void>;

/** Checks screens and collects the findings, so that one run reports all of them. */
class Judge {
  private readonly found: string[] = [];
  /**
   * Names and roles are checked in one project per language and size. Colour checks take most of
   * the time and are the same in all: the light theme is checked in the first project, the dark
   * theme in the second, and both in all projects where pairs are requested.
   */
  private readonly all = Boolean(process.env.WEKALA_E2E_PAIRS);
  private readonly light = this.all || test.info().project.name === "en-phone";
  private readonly dark = this.all || test.info().project.name === "ar-desktop";

  constructor(
    private readonly page: Page,
    private readonly look: Look,
  ) {}

  async screen(name: string, page = this.page): Promise<void> {
    await settled(page);
    await this.look(name, page);
    if (this.light || this.dark) {
      const found = await axe(page, name, this.light ? {} : { but: "color-contrast" });
      for (const one of found) this.note(one.screen, one.rule, one.where);
    }
    if (this.dark) {
      await page.emulateMedia({ colorScheme: "dark" });
      await settled(page);
      for (const one of await axe(page, name, { only: "color-contrast" }))
        this.note(one.screen, `${one.rule} in the dark`, one.where);
      await page.emulateMedia({ colorScheme: null });
    }
    const wide = await tooWide(page);
    if (wide > 0) this.note(name, "wider than the screen", `${wide} px`);
  }

  note(screen: string, rule: string, where: string): void {
    this.found.push(`${screen}: ${rule}: ${where}`);
  }

  clean(): void {
    expect(this.found).toEqual([]);
  }
}

/**
 * Layout shifts of each opened page, except those caused by fonts and by rounding a line to another
 * subpixel.
 */
async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  const shifts = await watchShifts(page);
  return async () =>
    (await shifts())
      .filter(({ value, byFont }) => value >= 0.0005 && !byFont)
      .map(({ value, nodes }) => `${value.toFixed(4)} ${nodes}`);
}

test("screens for everybody", async ({ page, say, api, look }) => {
  test.slow();
  const judge = new Judge(page, look);
  const moved = await watchMoves(page);
  const visit = async (name: string, address: string) => {
    await open(page, address);
    await settled(page);
    for (const shift of await moved()) judge.note(name, "moved", shift);
    await judge.screen(name);
  };

  await visit("landing", "/");
  await page.getByRole("button", { name: say("landing:choose_place") }).click();
  await expect(page.getByRole("dialog", { name: say("places:title") })).toBeVisible();
  await judge.screen("location-list");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("places:map") })
    .click();
  await expect(page.getByRole("application")).toBeVisible();
  await judge.screen("location-map");

  await beAt(page, api);
  await visit("home", "/home");
  await visit("home-grocery", "/home?service_id=grocery");
  await visit("home-general", "/home?service_id=general");
  await visit(
    "search",
    `/search-results?q=${encodeURIComponent((await api.product("full-cream-milk")).name)}`,
  );
  await visit("search-nothing", "/search-results?q=qqqqzzzz");
  await visit("branches", "/branches-results?service_id=grocery");
  await visit("branch", `/branches/${grocery.slug}`);
  await visit("branch-closed", "/branches/forn-nawara-maadi");
  await visit("category", "/categories/pizza");
  await visit("product", "/products/sugar");
  await visit("product-options", "/products/white-eggs");
  await visit("product-not-here", "/products/chicken-ranch-pizza?branch_id=forn-nawara-zamalek");
  await visit("privacy", "/information/privacy");
  await visit("terms", "/account/information/terms");
  await visit("preferences", "/preferences");
  await visit("cart-empty", "/cart");
  await visit("checkout-guest", "/checkout");
  await visit("account-guest", "/account");
  await askToSignIn(page, say);
  await expect(page.getByRole("dialog", { name: say("auth:title") })).toBeVisible();
  await judge.screen("sign-in");
  judge.clean();
});

test("a page that is not there", async ({ page, say, watch, look }) => {
  // The browser logs the status of the page itself.
  watch.allow(/404/);
  const judge = new Judge(page, look);
  expect(await open(page, "/nothing-here")).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("shell:not_found.title"));
  await judge.screen("not-found");
  judge.clean();
});

test("screens of a customer", async ({ page, say, api, phone, look }) => {
  test.slow();
  const judge = new Judge(page, look);
  const visit = async (name: string, address: string) => {
    await open(page, address);
    await judge.screen(name);
  };
  const address = await readyCustomer(page, api, phone, { [plenty]: 1, var_mayonnaise: 2 });
  const { order } = await api.placeOrder(address);
  await api.add("var_mayonnaise", 1);
  await api.add("var_white-eggs--10pc", 1);
  await visit("home-with-cart", "/home?service_id=grocery");
  await visit("cart", "/cart");
  await visit("checkout", `/checkout?service_id=${grocery.service}`);
  await visit("account", "/account");
  await visit("addresses", "/account/my-address");
  await visit("address-add", "/account/my-address/add-address");
  await visit("address-edit", `/account/my-address/edit-address/${address}`);
  await visit("orders", "/account/my-orders");
  await visit("order", `/account/my-orders/${order.id}`);
  await page.getByRole("button", { name: say("orders:cancel") }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await judge.screen("order-cancel");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: say("orders:cancel_keep") })
    .last()
    .click();
  await page.getByRole("button", { name: say("orders:reorder") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await judge.screen("order-again");
  await visit("invoice", `/account/my-orders/${order.id}/invoice`);
  judge.clean();
});

test("screens of the staff, and the gateway", async ({ page, say, api, phone, look }) => {
  test.slow();
  // An order's update that arrives during the check would fade in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const judge = new Judge(page, look);
  const address = await readyCustomer(page, api, phone);
  const { order } = await api.placeOrder(address);
  await open(page, "/console");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await judge.screen("console-sign-in");
  await enterConsole(page, say);
  await expect(page.getByRole("link", { name: new RegExp(order.number) }).first()).toBeVisible();
  await judge.screen("console-board");
  await open(page, `/console/orders/${order.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(order.number);
  await judge.screen("console-order");
  await page
    .getByRole("button", {
      name: say("console/orders:move_label", {
        move: say.raw("server/orders:move_rejected"),
        number: order.number,
      }),
    })
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await judge.screen("console-reject");

  await api.add(plenty, 1);
  const paid = await api.placeOrder(address, grocery.service, "card");
  await page.goto(paid.payment.redirect_url ?? "");
  await judge.screen("gateway");
  await page.goto("/dev/outbox");
  await judge.screen("outbox");
  judge.clean();
});

test.describe("with the keyboard alone", { tag: ["@en-desktop", "@ar-desktop"] }, () => {
  /** Presses Tab until `target` has the focus, like a keyboard user. */
  async function tabTo(
    page: Page,
    target: ReturnType<Page["locator"]>,
    key: "Tab" | "Shift+Tab" = "Tab",
    most = 80,
  ): Promise<void> {
    await expect(target).toBeVisible();
    for (let press = 0; press < most; press++) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${target} is not reached by ${most} presses of Tab`);
  }

  test("a place, a product, the cart, the checkout", async ({ page, say, api, phone }) => {
    test.slow();
    const sugar = await api.product("sugar");
    const place = await api.district(maadi.district);
    await open(page, "/");
    await tabTo(page, page.getByRole("button", { name: say("landing:choose_place") }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: say("places:title") });
    await expect(dialog).toBeVisible();
    await tabTo(page, dialog.getByRole("searchbox"));
    await page.keyboard.type(place.name);
    await tabTo(page, dialog.getByRole("button", { name: place.name, exact: true }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/home$/);

    await tabTo(page, page.getByRole("combobox", { name: say("search:label") }), "Shift+Tab");
    await page.keyboard.type(sugar.name);
    // The suggestions are on the results page as well: Enter goes there past the suggestions.
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say("search:heading", { words: sugar.name }),
    );
    await tabTo(
      page,
      page.getByRole("main").getByRole("link", { name: sugar.name, exact: true }).first(),
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sugar.name);

    const main = page.getByRole("main");
    await tabTo(page, buyButton(page, say, sugar.name));
    await page.keyboard.press("Enter");
    // The basket next to it has one too.
    await expect(
      main.getByRole("button", { name: say("cart:one_more", { name: sugar.name }) }).first(),
    ).toBeFocused();
    for (let press = 0; press < 4; press++) await page.keyboard.press("Enter");
    await tabTo(
      page,
      page.getByRole("banner").getByRole("link", { name: say.part("cart:open_count") }),
      "Shift+Tab",
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("basket:title"));
    await tabTo(page, page.getByRole("button", { name: say("basket:checkout") }));
    await page.keyboard.press("Enter");

    const signIn = page.getByRole("dialog", { name: say("auth:title") });
    await expect(signIn.getByRole("textbox", { name: say.part("auth:phone") })).toBeFocused();
    await page.keyboard.type(`0${phone}`);
    await tabTo(page, signIn.getByRole("button", { name: say("auth:method_sms") }));
    await page.keyboard.press("Enter");
    await expect(signIn.getByRole("textbox", { name: say.part("auth:code") })).toBeFocused();
    await page.keyboard.type(await api.code(phone));
    const join = page.getByRole("dialog", { name: say("auth:register_title") });
    await expect(join.getByRole("textbox", { name: say.part("auth:name") })).toBeFocused();
    await page.keyboard.type("Laila Hassan");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/checkout/);

    await tabTo(page, page.getByRole("textbox", { name: say.part("addresses:address") }));
    await page.keyboard.type("Road 9");
    await tabTo(page, page.getByRole("textbox", { name: say.part("addresses:building_number") }));
    await page.keyboard.type("64");
    await tabTo(page, page.locator("summary", { hasText: say.part("addresses:add_pin") }));
    await page.keyboard.press("Enter");
    await tabTo(
      page,
      page.getByRole("button", { name: say.part("places:pin_in", { district: place.name }) }),
    );
    const moved = page.waitForResponse((answer) => answer.url().includes("/districts/locate"));
    await page.keyboard.press("ArrowRight");
    await moved;
    await tabTo(page, page.getByRole("button", { name: say.part("checkout:place") }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
    await alive(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say.raw("server/orders:status_pending"),
    );
  });
});
