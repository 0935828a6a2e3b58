/** The cart: one branch at a time, its messages about obstacles, and coupons. */
import { Api, grocery, maadi, type Place, plenty } from "./support/api";
import {
  alive,
  askToSignIn,
  beAt,
  buyButton,
  open,
  readyCustomer,
  signInWithCode,
} from "./support/shop";
import { expect, type Page, settled, test, tooWide } from "./support/test";
import { type Say, western } from "./support/texts";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

test(
  "another branch: the cart is set aside, and swapped back",
  pair,
  async ({ page, say, api, lang, watch, look }) => {
    // The refusal behind the question is an answer of 400.
    watch.allow(/status of 400/);
    const sugar = await api.product("sugar");
    const soap = await api.product("liquid-detergent");
    await beAt(page, api);
    await open(page, "/products/sugar");
    await buyButton(page, say, sugar.name).click();
    await expect(
      page.getByRole("banner").getByRole("link", { name: say.part("cart:open_count") }),
    ).toBeVisible();

    await open(page, "/products/liquid-detergent");
    await buyButton(page, say, soap.name).click();
    const question = page.getByRole("alertdialog", { name: say("cart:conflict_title") });
    await expect(question).toContainText(say.part("cart:conflict_text"));
    if (lang === "en") {
      await expect(question).toContainText("Empty Cart?");
      await expect(question).toContainText(
        "There are items from different shop in your cart. Would you like to empty your cart to add this item?",
      );
    }
    await look("cart-conflict");
    await question
      .getByRole("button", { name: say("cart:conflict_keep") })
      .last()
      .click();
    await expect(question).toBeHidden();
    await expect(buyButton(page, say, soap.name)).toBeVisible();

    await buyButton(page, say, soap.name).click();
    await question.getByRole("button", { name: say("cart:conflict_accept") }).click();
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: say("cart:one_more", { name: soap.name }) })
        .first(),
    ).toBeVisible();

    await open(page, "/cart");
    const lines = page.getByRole("region", { name: say("basket:lines") });
    await expect(lines.getByRole("link", { name: soap.name, exact: true })).toBeVisible();
    await expect(lines.getByRole("link", { name: sugar.name, exact: true })).toHaveCount(0);
    await expect(page.getByText(say("basket:parked", { branch: sugar.branch.name }))).toBeVisible();
    await look("cart-parked");
    await page.getByRole("button", { name: say("basket:swap_back") }).click();
    await expect(lines.getByRole("link", { name: sugar.name, exact: true })).toBeVisible();
    await expect(page.getByText(say("basket:parked", { branch: soap.branch.name }))).toBeVisible();
  },
);

test(
  "a guest's cart comes along at sign-in",
  pair,
  async ({ page, say, api, phone, playwright, baseURL, lang }) => {
    const sugar = await api.product("sugar");
    await api.signIn(phone, "Laila Hassan");
    await api.add("var_sugar", 1);
    await beAt(page, new Api(await playwright.request.newContext({ baseURL }), lang));
    await open(page, "/products/sugar");
    const main = page.getByRole("main");
    await buyButton(page, say, sugar.name).click();
    // The basket next to the page has one as well.
    const more = main
      .getByRole("button", { name: say("cart:one_more", { name: sugar.name }) })
      .first();
    await expect(more).toBeFocused();
    await expect(page.getByText(say("cart:added", { name: sugar.name }))).toBeVisible();
    await more.click();
    await expect(
      main.getByRole("group", { name: say("cart:quantity_of", { name: sugar.name }) }).first(),
    ).toContainText(/[2٢]/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart_token"))).not.toBeNull();

    await askToSignIn(page, say);
    await signInWithCode(page, say, api, phone, null);
    await expect(page).toHaveURL(/\/home$/);
    await expect(
      page.getByRole("banner").getByRole("link", { name: say.part("cart:open_count") }),
    ).toHaveAccessibleName(/[3٣]/);
    expect(await page.evaluate(() => localStorage.getItem("cart_token"))).toBeNull();
    expect((await api.cart()).items_quantity).toBe(3);
  },
);

test(
  "a guest's cart from another branch waits beside the customer's own",
  pair,
  async ({ page, say, api, phone, playwright, baseURL, lang, look }) => {
    const soap = await api.product("liquid-detergent");
    await api.signIn(phone, "Laila Hassan");
    await api.add(plenty, 1);
    await beAt(page, new Api(await playwright.request.newContext({ baseURL }), lang));
    await open(page, "/products/liquid-detergent");
    await buyButton(page, say, soap.name).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart_token"))).not.toBeNull();
    await page
      .getByRole("banner")
      .getByRole("link", { name: say.part("cart:open_count") })
      .click();
    await page.getByRole("button", { name: say("basket:checkout") }).click();
    await signInWithCode(page, say, api, phone, null);
    // The question opens here, before one of the carts is paid for; dismissing it loses nothing.
    const question = page.getByRole("dialog", { name: say("basket:which_cart") });
    await expect(
      question.getByRole("button", { name: say.part("basket:which_old") }),
    ).toBeVisible();
    await look("cart-claimed");
    await question.getByRole("button", { name: say.part("basket:which_new") }).click();
    await expect(question).toHaveCount(0);
    await expect(
      page
        .getByRole("region", { name: say("basket:lines") })
        .getByRole("link", { name: soap.name, exact: true }),
    ).toBeVisible();
  },
);

test(
  "what is missing to the minimum order, and coupons",
  pair,
  async ({ page, say, api, size, watch, look }) => {
    // Invalid coupons are answered with 400.
    watch.allow(/status of 4\d\d/);
    const sugar = await api.product("sugar");
    await beAt(page, api);
    await open(page, "/products/sugar");
    await buyButton(page, say, sugar.name).click();
    if (size === "phone") {
      await expect(page.getByRole("region", { name: say("cart:bar") })).toContainText(
        say.part("cart:missing"),
      );
    }
    await page
      .getByRole("banner")
      .getByRole("link", { name: say.part("cart:open_count") })
      .click();
    await expect(page.getByText(say("cart:missing")).first()).toBeVisible();
    const checkout = page.getByRole("button", { name: say("basket:checkout") });
    await expect(checkout).toBeDisabled();
    const more = page.getByRole("button", { name: say("cart:one_more", { name: sugar.name }) });
    for (let units = 2; units <= 9; units++) await more.click();
    await expect(page.getByText(say("cart:minimum_reached")).first()).toBeVisible();
    await expect(checkout).toBeEnabled();

    const code = page.getByRole("textbox", { name: say("basket:coupon") });
    const apply = page.getByRole("button", { name: say("basket:coupon_add") });
    await code.fill("NOSUCH");
    await apply.click();
    await expect(page.getByText(say("server/promo:unknown"))).toBeVisible();
    await code.fill("EID25");
    await apply.click();
    await expect(page.getByText(say("server/promo:ended"))).toBeVisible();
    await look("cart-coupon-refused");
    await code.fill("wekala50");
    await apply.click();
    const summary = page.getByRole("complementary", { name: say("basket:summary") });
    await expect(summary.getByText("WEKALA50", { exact: true })).toBeVisible();
    await expect(summary.getByText(say.part("server/pricing:step_coupon")).first()).toBeVisible();
    await expect
      .poll(async () => (await summary.innerText()).replace(/[\u2066-\u2069]/g, ""))
      .toMatch(/50|٥٠/);
    await look("cart-coupon");
    await summary.getByRole("button", { name: say("basket:coupon_remove") }).click();
    await expect(code).toBeVisible();
  },
);

/** Products of which the demo has two, one for each project that buys them all. */
const rare = { "en-phone": "butter-popcorn", "ar-desktop": "tea-biscuits" } as Record<
  string,
  string
>;

test(
  "what somebody else bought meanwhile",
  pair,
  async ({ page, say, api, phone, playwright, baseURL, lang, watch, look }, info) => {
    watch.allow(/status of 400/);
    const slug = rare[info.project.name] ?? "";
    const scarce = await api.product(slug);
    const id = scarce.variant_id ?? "";
    await readyCustomer(page, api, phone, { [plenty]: 1, [id]: 2 });

    // The stepper knows how many are left.
    await open(page, `/products/${slug}`);
    await expect(page.getByText(say("catalog:left")).first()).toBeVisible();
    const more = page
      .getByRole("main")
      .getByRole("button", { name: say("cart:one_more", { name: scarce.name }) })
      .first();
    await expect(more).toHaveAttribute("aria-disabled", "true");
    expect(
      (
        await api.refusal("POST", "/order/add-to-cart", {
          service_id: grocery.service,
          product: id,
          qty: 1,
          branch_id: grocery.branch,
        })
      ).message,
    ).toBe(say.raw("server/cart:out_of_stock"));

    const other = new Api(await playwright.request.newContext({ baseURL }), lang);
    await other.signIn(`11${phone.slice(2)}`, "Omar");
    const address = await other.addAddress({ is_default: true });
    await other.add(plenty, 1);
    await other.add(id, 2);
    await other.placeOrder(address.id);

    await open(page, "/cart");
    await expect(page.getByText(say("basket:fix_lines"))).toBeVisible();
    await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeDisabled();
    await look("cart-sold-out");
    await page.getByRole("button", { name: say("basket:take_out") }).click();
    await expect(page.getByText(say("basket:fix_lines"))).toHaveCount(0);
    await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeEnabled();
  },
);

test(
  "a branch that is closed, and one that does not come here",
  pair,
  async ({ page, say, api, phone, look }) => {
    const bread = await api.product("garlic-bread?branch_id=forn-nawara-maadi");
    // It was in the cart before the branch was switched off.
    await readyCustomer(page, api, phone, {});
    await api.add(bread.variants[0]?.id ?? "", 1, bread.branch.id, "svc_food");
    await open(page, "/products/garlic-bread?branch_id=forn-nawara-maadi");
    await expect(
      page.getByText(say("catalog:closed", { branch: bread.branch.name })),
    ).toBeVisible();
    await expect(buyButton(page, say, bread.name)).toHaveCount(0);
    await open(page, "/cart?service_id=food");
    await expect(page.getByText(say("basket:closed"))).toBeVisible();
    await look("cart-closed");

    // The place changes; the cart's branch does not deliver to the new one.
    const far: Place = { district: "sheikh-zayed", lat: 30.04, lng: 30.98 };
    await beAt(page, api, { place: far });
    await open(page, "/cart?service_id=food");
    await expect(page.getByText(say("basket:not_delivered"))).toBeVisible();
    await expect(
      page.getByRole("button", { name: say("basket:change_place") }).first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: say("basket:checkout") })).toHaveCount(0);
    await look("cart-not-delivered");

    // Its link names that branch; another branch of the store delivers here.
    await open(page, "/products/garlic-bread?branch_id=forn-nawara-maadi");
    await expect(
      page.getByRole("main").locator('a[href$="/branches/forn-nawara-october"]:visible').first(),
    ).toBeVisible();
    await expect(page.getByText(say("catalog:not_delivered"))).toHaveCount(0);
    await open(page, "/products/classic-koshary?branch_id=sabaa-habbat-haram");
    await expect(page.getByText(say("catalog:not_delivered"))).toBeVisible();
    const koshary = await api.product("classic-koshary");
    await expect(buyButton(page, say, koshary.name)).toHaveCount(0);
  },
);

test("what coupons promise in a line keeps within a narrow screen", {
  tag: ["@ar-phone"],
}, async ({ page, say, api }) => {
  const sugar = await api.product("sugar");
  await page.setViewportSize({ width: 345, height: 740 });
  await beAt(page, api);
  await open(page, "/products/sugar");
  await buyButton(page, say, sugar.name).click();
  await open(page, "/cart");
  await expect(page.getByText(say.part("promo:missing")).first()).toBeVisible();
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
});

test("asked for less motion, nothing moves: adding, the minimum reached, an order placed", {
  tag: ["@en-phone", "@ar-desktop"],
}, async ({ page, say, api, phone }) => {
  await page.addInitScript(() => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = () => {
      for (const one of document.getAnimations()) {
        const { activeDuration, delay } = one.effect?.getComputedTiming() ?? {};
        const lasts = Number(activeDuration ?? 0) + Number(delay ?? 0);
        const target = (one.effect as KeyframeEffect | null)?.target;
        if (lasts > 1) moved.add(`${lasts} ms of ${target?.outerHTML.slice(0, 120)}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const moved = () => page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
  await readyCustomer(page, api, phone, {});
  const first = page.getByRole("main").locator("button[data-add]:enabled").first();

  await page.emulateMedia({ reducedMotion: "reduce" });
  // Below the minimum order, and few enough in the end that other journeys can buy it as well.
  await open(page, `/branches/${grocery.slug}?sort=price_asc&price_min=30`);
  await first.click();
  await expect(page.getByRole("button", { name: say.part("cart:one_more") })).not.toHaveCount(0);
  await settled(page);
  expect(await moved(), "adding").toEqual([]);

  await open(page, "/cart?service_id=grocery");
  await expect(page.getByText(say.part("cart:missing")).first()).toBeVisible();
  const more = page.getByRole("main").getByRole("button", { name: say.part("cart:one_more") });
  const reached = page.getByText(say("cart:minimum_reached"));
  for (let press = 0; press < 20 && !(await reached.first().isVisible()); press++) {
    await more.first().click();
    await settled(page);
  }
  await expect(reached.first()).toBeVisible();
  expect(await moved(), "the minimum reached").toEqual([]);

  await page.getByRole("button", { name: say("basket:checkout") }).click();
  await page.getByRole("button", { name: say.part("checkout:place") }).click();
  await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
  await settled(page);
  expect(await moved(), "the order placed").toEqual([]);

  // Without reduced motion something moves, which proves that the watch works.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, `/branches/${grocery.slug}`);
  await first.click();
  await expect.poll(moved).not.toEqual([]);
});

const oneMore = (page: Page, say: Say, name: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: say("cart:one_more", { name }) })
    .first();

/** "Empty Cart?", to the letter. */
async function askedToEmpty(page: Page, say: Say, lang: string) {
  const question = page.getByRole("alertdialog", { name: say("cart:conflict_title") });
  await expect(question).toBeVisible();
  await expect(question.getByText(say("cart:conflict_text"))).toBeVisible();
  if (lang === "en") {
    await expect(question.getByRole("heading")).toHaveText("Empty Cart?");
    await expect(
      question.getByText(
        "There are items from different shop in your cart. Would you like to empty your cart to add this item?",
        { exact: true },
      ),
    ).toBeVisible();
  }
  return question;
}

test(
  "what was added without a network asks about another branch's cart once there is one",
  pair,
  async ({ page, context, say, api, lang, watch }) => {
    // The refusal behind the question, and every request without a network.
    watch.allow(/status of 400/, /net::ERR|Failed to fetch/);
    const sugar = await api.product("sugar");
    const soap = await api.product("liquid-detergent");
    await beAt(page, api);
    await open(page, "/products/sugar");
    await buyButton(page, say, sugar.name).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart_token"))).not.toBeNull();
    api.cartToken = await page.evaluate(() => localStorage.getItem("cart_token"));
    const inCart = async () => (await api.cart()).items.map((one) => one.order.product.name);

    await open(page, "/products/liquid-detergent");
    const addAway = async () => {
      await context.setOffline(true);
      await buyButton(page, say, soap.name).click();
      await expect(page.getByText(say.part("cart:kept"))).toBeVisible();
      await expect(oneMore(page, say, soap.name)).toBeVisible();
      await context.setOffline(false);
      return askedToEmpty(page, say, lang);
    };

    const question = await addAway();
    await question
      .getByRole("button", { name: say("cart:conflict_keep") })
      .last()
      .click();
    await expect(question).toBeHidden();
    await expect(buyButton(page, say, soap.name)).toBeVisible();
    expect(await inCart()).toEqual([sugar.name]);
    // A refusal by the customer is final: the question does not open again.
    await page.reload();
    await alive(page);
    await expect(buyButton(page, say, soap.name)).toBeVisible();
    await expect(question).toHaveCount(0);

    await addAway();
    await question.getByRole("button", { name: say("cart:conflict_accept") }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText(say("cart:kept_sent"))).toBeVisible();
    await expect(oneMore(page, say, soap.name)).toBeVisible();
    expect(await inCart()).toEqual([soap.name]);
  },
);

test(
  "ordering again asks about another branch's cart",
  pair,
  async ({ page, say, api, phone, lang, watch }) => {
    watch.allow(/status of 400/);
    const address = await readyCustomer(page, api, phone);
    const { order } = await api.placeOrder(address);
    const soap = await api.product("liquid-detergent");
    await api.add(soap.variant_id ?? "", 1, soap.branch.id);
    await open(page, `/account/my-orders/${order.id}`);
    const again = async () => {
      await page.getByRole("button", { name: say("orders:reorder") }).click();
      await page
        .getByRole("dialog", { name: say("orders:reorder_title", { number: order.number }) })
        .getByRole("button", { name: say("orders:reorder_add") })
        .click();
      return askedToEmpty(page, say, lang);
    };
    const question = await again();
    await question
      .getByRole("button", { name: say("cart:conflict_keep") })
      .last()
      .click();
    await expect(question).toBeHidden();
    expect((await api.cart()).items.map((one) => one.order.product.name)).toEqual([soap.name]);

    await again();
    await question.getByRole("button", { name: say("cart:conflict_accept") }).click();
    await expect(page).toHaveURL(/\/cart/);
    await expect(page.getByText(say("basket:parked", { branch: soap.branch.name }))).toBeVisible();
    expect((await api.cart()).items.map((one) => one.order.product.name)).not.toContain(soap.name);
  },
);

test(
  "the service of what is added is the chosen one, by its id and its name",
  pair,
  async ({ page, say, api, lang }) => {
    const sugar = await api.product("sugar");
    const services = await api.send<{ id: string; slug: string; name: string }[]>(
      "GET",
      "/services",
    );
    const named = (slug: string) => services.find((one) => one.slug === slug);
    const chosen = async () => {
      const jar = await page.context().cookies();
      const value = (name: string) =>
        decodeURIComponent(jar.find((one) => one.name === name)?.value ?? "");
      return { id: value("selected_service"), name: value("service_name") };
    };
    const of = (slug: string) => ({ id: named(slug)?.id, name: named(slug)?.name });
    await beAt(page, api);
    await open(page, "/home?service_id=food");
    await expect.poll(chosen).toEqual(of("food"));
    await open(page, "/products/sugar");
    expect(await chosen()).toEqual(of("food"));
    await buyButton(page, say, sugar.name).click();
    await expect(oneMore(page, say, sugar.name)).toBeVisible();
    await expect.poll(chosen).toEqual(of("grocery"));

    // An address with a service selects it, however it was reached.
    await open(page, "/branches-results?service_id=food");
    await expect.poll(chosen).toEqual(of("food"));
    await open(page, `/search-results?q=a&service_id=${of("grocery").id}`);
    await expect.poll(chosen).toEqual(of("grocery"));
    // A name that is wrong, missing or in another language is corrected by the page.
    const other = lang === "ar" ? "en" : "ar";
    const names = async (language: string) => {
      const answer = await page.request.get("/api/v1/services", {
        headers: { "Accept-Language": language },
      });
      const { response } = (await answer.json()) as {
        response: { data: { id: string; name: string }[] };
      };
      return response.data.find(({ id }) => id === of("grocery").id)?.name;
    };
    await open(page, `/${other}/blogs`);
    await expect.poll(chosen).toEqual({ id: of("grocery").id, name: await names(other) });
    await open(page, `/${lang}/blogs`);
    await expect.poll(chosen).toEqual(of("grocery"));
    await page.context().clearCookies({ name: "service_name" });
    await open(page, `/${lang}/cart`);
    await expect.poll(chosen).toEqual(of("grocery"));
  },
);

test(
  "adding and changing without an answer say so",
  pair,
  async ({ page, say, api, lang, watch }) => {
    // The page opened meanwhile has no icon.
    watch.allow(/net::ERR|Failed to fetch|favicon/);
    const sugar = await api.product("sugar");
    const said = async () => {
      const told = page.getByText(say.part("errors:no_response"));
      await expect(told).toBeVisible();
      if (lang === "en") await expect(told).toContainText("No response received from server.");
      await expect(told).toContainText(say.part("cart:kept"));
    };
    await beAt(page, api);
    await open(page, "/products/sugar");
    await page.route("**/order/add-to-cart", (route) => route.abort());
    await buyButton(page, say, sugar.name).click();
    await said();
    // It stays as chosen, and is sent with the next page.
    await expect(oneMore(page, say, sugar.name)).toBeVisible();
    // This page cannot send it itself: only the next page of the shop does.
    await page.goto("/healthz");
    await page.unroute("**/order/add-to-cart");
    await open(page, "/products/sugar");
    await expect(page.getByText(say("cart:kept_sent"))).toBeVisible();

    await page.route("**/order/update-cart", (route) => route.abort());
    await oneMore(page, say, sugar.name).click();
    await said();
    await expect(
      page
        .getByRole("main")
        .getByRole("group", { name: say("cart:quantity_of", { name: sugar.name }) })
        .first(),
    ).toContainText(/[2٢]/);
  },
);

test(
  "an answer without a cart in it is an unknown error",
  pair,
  async ({ page, say, api, lang }) => {
    const sugar = await api.product("sugar");
    await beAt(page, api);
    await open(page, "/products/sugar");
    for (const body of ['{"response":{"data":null}}', "<p>Sign in to this network</p>"]) {
      await page.route("**/order/add-to-cart", (route) => route.fulfill({ status: 200, body }));
      await buyButton(page, say, sugar.name).click();
      const told = page.getByRole("main").getByText(say("errors:unknown"));
      await expect(told.first()).toBeVisible();
      if (lang === "en") await expect(told.first()).toHaveText("An unknown error occurred.");
      await page.unroute("**/order/add-to-cart");
      await open(page, "/products/sugar");
    }
  },
);

test(
  "the checkout of an empty cart asks nothing that is refused, and says what to do",
  pair,
  async ({ page, say, api, phone }) => {
    await api.signIn(phone, "Laila Hassan");
    const address = await api.addAddress({ is_default: true });
    await beAt(page, api, { address: address.id });
    const answers: string[] = [];
    const bad: string[] = [];
    page.on("response", (one) => {
      if (!one.url().includes("/api/v1/")) return;
      answers.push(one.url());
      if (one.status() >= 400) bad.push(`${one.status()} ${one.url()}`);
    });
    for (const at of ["/checkout", `/checkout?service_id=${grocery.service}`]) {
      answers.length = 0;
      await open(page, at);
      const main = page.getByRole("main");
      await expect(main.getByText(say("basket:empty"))).toBeVisible();
      await expect(main.getByText(say("basket:empty_text"))).toBeVisible();
      await expect(main.getByRole("link", { name: say("basket:start") })).toBeVisible();
      expect(answers.some((one) => one.endsWith("/carts"))).toBe(true);
      expect(answers.filter((one) => one.includes("/checkout"))).toEqual([]);
    }
    // The empty cart leads to open branches, each with its mark at the start of its name. At night
    // none is open.
    await page.route(/\/branches\?/, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/\bopen=\w+&?/, ""),
      }),
    );
    await open(page, "/cart");
    const tiles = page.getByRole("article");
    await expect(tiles.first()).toBeVisible();
    for (const tile of await tiles.all()) {
      const apart = await tile.evaluate((one) => {
        const start = document.dir === "rtl" ? "right" : "left";
        const mark = [...one.querySelectorAll("img")].at(-1)?.parentElement;
        const name = one.querySelector("h3");
        return mark && name
          ? Math.abs(mark.getBoundingClientRect()[start] - name.getBoundingClientRect()[start])
          : null;
      });
      expect(apart).toBeLessThan(8);
    }
    expect(bad).toEqual([]);
  },
);

test("the notification says how many of what, also of one", pair, async ({ page, say, api }) => {
  const imbaba: Place = { district: "imbaba", lat: 30.0758, lng: 31.2069 };
  // Parsley has a minimum of two bunches, sugar of one bag.
  for (const [slug, place, count] of [
    ["parsley", imbaba, 2],
    ["sugar", maadi, 1],
  ] as const) {
    await beAt(page, api, { place });
    const thing = await api.product(slug);
    await open(page, `/products/${slug}`);
    await buyButton(page, say, thing.name).click();
    const told = page.getByText(say("cart:added", { name: thing.name }));
    await expect(told).toBeVisible();
    expect(western(await told.innerText()).replace(/[\u2066-\u2069\u200e\u200f]/g, "")).toContain(
      `${count}\u00a0× ${thing.name}`,
    );
    // The next product starts a new cart.
    await page.evaluate(() => localStorage.clear());
  }
});

test(
  "a payment that fails says so at the checkout",
  pair,
  async ({ page, say, api, phone, lang, watch }) => {
    watch.allow(/status of 400/);
    await readyCustomer(page, api, phone);
    const text = say.raw("server/payments:payment_failed");
    if (lang === "en") {
      expect(text).toBe("An error occured while processing your payment, please try again later");
    }
    await page.route("**/api/v1/checkout", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 400,
            json: { message: text, code: "payment_failed", errors: { error: [text] } },
          })
        : route.continue(),
    );
    await open(page, "/checkout?service_id=grocery");
    await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
    await page
      .getByRole("button", { name: say.part("checkout:place") })
      .first()
      .click();
    await expect(page.getByText(text).first()).toBeVisible();
  },
);
