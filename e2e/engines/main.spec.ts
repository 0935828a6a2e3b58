/** The main job: a new visitor orders, and follows the order until it arrives. */
import { maadi } from "../support/api";
import { amountOf } from "../support/shop";
import { western } from "../support/texts";
import { enterConsole, signIn, unfold } from "./shop";
import { expect, test } from "./test";

test("from the landing page to an order at the door", async ({
  tab,
  another,
  say,
  api,
  phone,
  lang,
  size,
}) => {
  const sugar = await api.product("sugar");
  const place = await api.district(maadi.district);

  await test.step("the landing page comes in the language of the visitor and asks for the place", async () => {
    await tab.open("/");
    await tab.heading(1).says(say("landing:heading"));
    expect(await tab.evaluate(() => [document.documentElement.lang, document.dir])).toEqual(
      lang === "ar" ? ["ar", "rtl"] : ["en", "ltr"],
    );
    await tab.look("landing");
    await tab.role("combobox", say("places:search")).fill(place.name);
    await tab.role("option").saying(place.name).first().click();
    await tab.url(/\/home$/);
    await tab.role("button", say("shell:header.place_label", { place: place.name })).shown();
    await tab.look("home");
  });

  await test.step("search suggests as one types and leads to the product", async () => {
    const box = tab.role("combobox", say("search:label"));
    // A phone's header shows the field only once it is used.
    const folded = tab.role("main").css("a, button").saying(say.part("search:placeholder"));
    if (size === "phone") await folded.click();
    await box.fill(sugar.name.slice(0, 3));
    await tab.role("option").first().shown();
    await tab.look("suggestions", "search");
    await box.fill(sugar.name);
    await tab.press("Enter");
    await tab.url(/\/search-results\?q=/);
    await tab.heading(1).says(say("search:heading", { words: sugar.name }));
    await tab.look("search");
    await tab.role("main").role("link", sugar.name).first().click();
    await tab.heading(1).says(sugar.name);
    await tab.look("product");
  });

  await test.step("what is added is in the cart", async () => {
    await tab
      .role("main")
      .role("button", say.part("cart:add_for"))
      .saying(say.part("cart:add_for"))
      .first()
      .click();
    const more = tab
      .role("main")
      .role("button", say("cart:one_more", { name: sugar.name }))
      .first();
    await more.focused();
    for (let units = 2; units <= 5; units++) await more.click();
    const cart = tab.role("banner").role("link", say.part("cart:open_count"));
    await cart.shown();
    await tab.look("product-in-cart");
    await cart.click();
    await tab.heading(1).says(say("basket:title"));
    await tab.role("region", say("basket:lines")).role("link", sugar.name).shown();
    await tab.text(say("cart:minimum_reached")).first().shown();
    await tab.look("cart");
  });

  api.cartToken = await tab.evaluate(() => localStorage.getItem("cart_token"));
  const { total } = await api.cart();

  await test.step("signing in happens over the cart, and goes on to the checkout", async () => {
    await tab.role("button", say("basket:checkout")).click();
    await signIn(tab, say, api, phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
    await tab.url(/\/checkout/);
    await tab.heading(1).says(say("checkout:title"));
  });

  await test.step("an address, filled in where it is needed", async () => {
    await tab.text(say.part("addresses:add_pin")).first().click();
    await tab.role("application", say("places:map_label")).shown();
    await tab.look("address-map");
    await tab
      .role("textbox", say.part("addresses:address"))
      .fill(lang === "ar" ? "شارع 9" : "Road 9");
    await tab
      .role("textbox", say.part("addresses:building_number"))
      .fill(lang === "ar" ? "٦٤" : "64");
    await tab.look("address");
  });

  await test.step("checkout on one page, paid in cash", async () => {
    await unfold(tab, say, "checkout:time");
    await tab.role("radio", say.part("checkout:now")).holds(true);
    const order = tab.role("button", say.part("checkout:place"));
    expect(amountOf(await order.innerText())).toBe(total);
    await tab.look("checkout");
    await order.click();
    await tab.url(/\/account\/my-orders\/ord_/);
  });

  const status = tab.heading(1);
  await tab.text(say("orders:live_now")).first().shown();
  await tab.look("order");
  const crumbs = await tab.role("navigation", say("orders:crumbs")).innerText();
  const number = /[A-Z0-9][A-Z0-9-]{5,}/.exec(western(crumbs))?.[0] ?? "";
  expect(number).not.toBe("");
  const id = /ord_\w+/.exec(await tab.url(/ord_/))?.[0] ?? "";
  api.token = await tab.evaluate(() => /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1] ?? null);
  expect((await api.order(id)).status).toBe("pending");

  await test.step("the branch moves it along, and the customer sees it without reloading", async () => {
    await tab.evaluate(() => Object.assign(window, { untouched: true }) && null);
    const staff = await another(size);
    await enterConsole(staff, say);
    await staff.role("listitem").saying(number).last().shown();
    await staff.look("console-board");
    await staff.role("listitem").saying(number).last().role("link").first().click();
    await staff.heading(1).says(new RegExp(number));
    await staff.look("console-order");
    const move = (to: string) =>
      staff.role(
        "button",
        say("console/orders:move_label", { move: say.raw(`server/orders:move_${to}`), number }),
      );
    for (const to of ["processing", "shipped", "out_for_delivery"]) {
      await move(to).click();
      await status.says(say.raw(`server/orders:status_${to}`));
    }
    const door = tab.role("region", say("orders:door"));
    const pin = (await api.order(id)).pin ?? "";
    expect(western(await door.innerText())).toContain(pin);
    await tab.look("order-at-the-door");
    await move("delivered").click();
    const dialog = staff.role("dialog");
    await dialog.role("textbox", say.part("console/orders:pin")).shown();
    await staff.look("console-delivered");
    await dialog.role("textbox", say.part("console/orders:pin")).fill(pin);
    await dialog.gone();
    await status.says(say.raw("server/orders:status_delivered"));
    expect(await tab.evaluate(() => "untouched" in window)).toBe(true);
    await tab.look("order-delivered");
  });
});
