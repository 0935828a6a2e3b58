/** The main job: a new visitor orders, and follows the order until it arrives. */
import { maadi } from "./support/api";
import {
  alive,
  amountOf,
  buyButton,
  enterConsole,
  open,
  signInWithCode,
  unfold,
} from "./support/shop";
import { expect, somebodyElse, test } from "./support/test";
import { western } from "./support/texts";

test("from the landing page to an order at the door", async ({
  page,
  say,
  api,
  phone,
  lang,
  size,
  watch,
  look,
}) => {
  const sugar = await api.product("sugar");
  const place = await api.district(maadi.district);

  await test.step("the landing page comes in the language of the visitor and asks for the place", async () => {
    await open(page, "/");
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("html")).toHaveAttribute("dir", lang === "ar" ? "rtl" : "ltr");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("landing:heading"));
    await look("landing");
    // Shops can be viewed before any question is asked.
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    const field = page.getByRole("combobox", { name: say("places:search") });
    await field.fill(place.name);
    await page.getByRole("option").filter({ hasText: place.name }).first().click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(
      page.getByRole("button", { name: say("shell:header.place_label", { place: place.name }) }),
    ).toBeVisible();
  });

  await test.step("search suggests as one types and leads to the product", async () => {
    await look("home");
    const box = page.getByRole("combobox", { name: say("search:label") });
    await box.fill(sugar.name.slice(0, 3));
    await expect(page.getByRole("option").first()).toBeVisible();
    await box.fill(sugar.name);
    await box.press("Enter");
    await expect(page).toHaveURL(/\/search-results\?q=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      say("search:heading", { words: sugar.name }),
    );
    await look("search");
    await page.getByRole("main").getByRole("link", { name: sugar.name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sugar.name);
  });

  await test.step("the button becomes a stepper in its place, and the cart is told of", async () => {
    await look("product");
    const main = page.getByRole("main");
    await buyButton(page, say, sugar.name).click();
    // On wide screens the basket next to it counts it as well.
    const more = main
      .getByRole("button", { name: say("cart:one_more", { name: sugar.name }) })
      .first();
    await expect(more).toBeFocused();
    await expect(page.getByText(say("cart:added", { name: sugar.name }))).toBeVisible();
    for (let units = 2; units <= 5; units++) await more.click();
    const cart = page.getByRole("banner").getByRole("link", { name: say.part("cart:open_count") });
    await expect(cart).toHaveAccessibleName(lang === "en" ? /5/ : /[5٥]/);
    if (size === "phone") {
      await expect(page.getByRole("region", { name: say("cart:bar") })).toBeVisible();
    }
    await look("product-in-cart");
    await cart.click();
  });

  const total =
    await test.step("the cart explains its total and asks to accept the policies", async () => {
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("basket:title"));
      const lines = page.getByRole("region", { name: say("basket:lines") });
      await expect(lines.getByRole("link", { name: sugar.name, exact: true })).toBeVisible();
      await expect(page.getByText(say("cart:minimum_reached"))).toBeVisible();
      await look("cart");
      const checkout = page.getByRole("button", { name: say("basket:checkout") });
      // The pre-ticked sentence that the press accepts is directly above it, with both links.
      await expect(page.getByRole("checkbox").filter({ visible: true })).toBeChecked();
      const sentence = page.locator("label").filter({ has: page.locator("a[target=_blank]") });
      const accepts = sentence.filter({ visible: true }).last();
      await expect(accepts.getByRole("link")).toHaveCount(2);
      const [above, below] = [await accepts.boundingBox(), await checkout.boundingBox()];
      expect(above && below && below.y - above.y - above.height).toBeLessThanOrEqual(16);
      api.cartToken = await page.evaluate(() => localStorage.getItem("cart_token"));
      const { total } = await api.cart();
      await checkout.click();
      return total;
    });

  await test.step("signing in happens over the cart, and goes on to the checkout", async () => {
    const dialog = page.getByRole("dialog", { name: say("auth:title") });
    await expect(dialog).toBeVisible();
    await look("sign-in");
    await signInWithCode(page, say, api, phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
    await expect(page).toHaveURL(/\/checkout/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("checkout:title"));
  });

  await test.step("an address with a pin, filled in where it is needed", async () => {
    await page.getByText(say.part("addresses:add_pin")).click();
    const map = page.getByRole("application", { name: say("places:map_label") });
    // The pin is in the middle of the district already; a tap next to it moves it.
    await expect(
      page.getByRole("button", { name: say.part("places:pin_in", { district: place.name }) }),
    ).toBeVisible();
    const frame = await map.boundingBox();
    const moved = page.waitForResponse((answer) => answer.url().includes("/districts/locate"));
    await map.click({
      position: { x: (frame?.width ?? 0) / 2 + 40, y: (frame?.height ?? 0) / 2 + 30 },
    });
    expect((await moved).status()).toBe(200);
    await expect(page.getByLabel(say.part("addresses:district_id"))).toHaveValue(maadi.district);
    await page
      .getByRole("textbox", { name: say.part("addresses:address") })
      .fill(lang === "ar" ? "شارع 9" : "Road 9");
    await page
      .getByRole("textbox", { name: say.part("addresses:building_number") })
      .fill(lang === "ar" ? "٦٤" : "64");
    await look("address");
  });

  await test.step("checkout on one page, paid in cash", async () => {
    await unfold(page, say, "checkout:time");
    await expect(page.getByRole("radio", { name: say.part("checkout:now") })).toBeChecked();
    const place = page.getByRole("button", { name: say.part("checkout:place") });
    await expect(place).toBeVisible();
    expect(amountOf(await place.innerText())).toBe(total);
    await look("checkout");
    await place.click();
    await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
  });

  const status = page.getByRole("heading", { level: 1 });
  const number = await test.step("the order is there, pending and alive", async () => {
    await expect(page.getByText(say("orders:live_now"))).toBeVisible();
    await look("order");
    const text = await page.getByRole("navigation", { name: say("orders:crumbs") }).innerText();
    return /[A-Z0-9][A-Z0-9-]{5,}/.exec(western(text))?.[0] ?? "";
  });
  expect(number).not.toBe("");

  const id = /ord_\w+/.exec(page.url())?.[0] ?? "";
  api.token =
    (await page.context().cookies()).find((cookie) => cookie.name === "token")?.value ?? null;
  const pending = await api.order(id);
  expect(pending.status).toBe("pending");

  await test.step("the branch moves it along, and the customer sees it without reloading", async () => {
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    const staff = await somebodyElse(page, watch);
    await enterConsole(staff, say);
    await alive(staff);
    const card = staff.getByRole("listitem").filter({ hasText: number }).last();
    await expect(card).toBeVisible();
    await look("console", staff);
    await card.getByRole("link").click();
    await expect(staff.getByRole("heading", { level: 1 })).toContainText(number);
    await look("console-order", staff);

    const move = (to: string) =>
      staff.getByRole("button", {
        name: say("console/orders:move_label", {
          move: say.raw(`server/orders:move_${to}`),
          number,
        }),
      });
    for (const to of ["processing", "shipped", "out_for_delivery"]) {
      await move(to).click();
      await expect(status).toHaveText(say.raw(`server/orders:status_${to}`));
    }
    const door = page.getByRole("region", { name: say("orders:door") });
    await expect(door).toBeVisible();
    await look("order-at-the-door");
    const pin = (await api.order(id)).pin ?? "";
    expect(pin).toMatch(/^\d{4}$/);
    expect(western(await door.innerText())).toContain(pin);

    await move("delivered").click();
    const dialog = staff.getByRole("dialog");
    await dialog
      .getByRole("textbox", { name: say.part("console/orders:pin") })
      .pressSequentially(pin);
    await expect(dialog).toBeHidden();
    await expect(status).toHaveText(say.raw("server/orders:status_delivered"));
    expect(await page.evaluate(() => "untouched" in window)).toBe(true);
    await look("order-delivered");
    await look("console-order-delivered", staff);
    await staff.context().close();
  });
});
