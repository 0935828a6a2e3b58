/** Opens the dialogs that no other journey here opens: each is as tall as its content, and nothing in it is covered. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Api, delivered, grocery, plenty, staffApi } from "../support/api";
import { enterConsole, signIn } from "./shop";
import type { Tab } from "./tab";
import { beThere, expect, pretend, ready, test } from "./test";
import { weighedProduct } from "./weighed";

const photo = path.join(__dirname, "../../internal/operations/demo/data/images/white-eggs.webp");

/** Checks the open dialog and closes it by Escape, which makes the page usable again. */
async function lookAndLeave(tab: Tab, name: string): Promise<void> {
  const dialog = tab.css("dialog[open]").css("h2");
  await dialog.shown();
  await tab.look(name);
  await tab.press("Escape");
  await dialog.gone();
}

test("dialogs of the shop", async ({ tab, say, api, size }) => {
  const [milk, place] = [await api.product("full-cream-milk"), await api.district("maadi")];
  await beThere(tab, api);
  await tab.open("/home");
  await tab.role("button", say("shell:header.place_label", { place: place.name })).click();
  await tab.role("dialog", say("places:title")).role("searchbox").shown();
  await lookAndLeave(tab, "places");

  await tab.open(`/branches/${grocery.slug}`);
  await tab
    .role("main")
    .role("link", say("cart:choose_thing", { name: milk.name }))
    .first()
    .click();
  await tab.role("dialog", milk.name).role("radio").first().shown();
  await lookAndLeave(tab, "options");

  await tab.open("/search-results?compare=wireless-headphones,wireless-earbuds");
  await tab.role("dialog", say("comparing:title")).role("columnheader").first().shown();
  await lookAndLeave(tab, "comparison");

  await tab.open(`/search-results?q=${api.lang === "ar" ? "لبن" : "milk"}`);
  await tab.role("main").role("article").first().shown();
  if (size === "phone") {
    await tab
      .role("navigation", say("catalog:filters"))
      .role("button", say("catalog:filters"))
      .click();
    await lookAndLeave(tab, "filters");
  } else await tab.look("filters");
});

test("dialogs about a cart and an order", async ({
  tab,
  say,
  api,
  phone,
  lang,
  playwright,
  baseURL,
  allowed,
}) => {
  // The first dialog asks about a refusal, which is a response of 400.
  allowed.push(/status of 400|400/);
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await ready(tab, api, phone, { [plenty]: 2 });
  const order = await delivered(api, staff, address);
  await tab.open(`/account/my-orders/${order}`);
  await tab.role("button", say("orders:reorder")).click();
  await lookAndLeave(tab, "reorder");

  await api.add(plenty, 1);
  await tab.open(`/cart?service_id=${grocery.service}`);
  await tab.css("button[aria-haspopup=dialog]").saying(say.part("promo:mine")).first().click();
  await lookAndLeave(tab, "coupons");

  // A new order becomes late in half an hour: the page reads an earlier promise.
  const { order: next } = await api.placeOrder(address);
  await tab.open("/account/my-orders");
  await pretend(tab, `/orders/${next.id}`, {
    promised_at: new Date(Date.now() - 25 * 60_000).toISOString(),
  });
  await tab.css(`main a[href*="${next.id}"]`).first().click();
  await tab.role("button", say("orders:late_report")).click();
  await tab.role("dialog").role("textbox").shown();
  await lookAndLeave(tab, "late-report");

  await api.add(plenty, 1);
  const soap = await api.product("liquid-detergent");
  await tab.open("/products/liquid-detergent");
  await tab.role("main").role("button", say.part("cart:add_for")).first().click();
  const asked = tab.role("alertdialog", say("cart:conflict_title"));
  await asked.shown();
  await tab.look("conflict");
  await asked.role("button", say("cart:conflict_accept")).click();
  await asked.gone();
  await tab.until(async () => {
    expect((await api.cart()).items[0]?.order.product.name).toBe(soap.name);
  });

  // Reordering from the other branch asks the same.
  await tab.open(`/account/my-orders/${order}`);
  await tab.role("button", say("orders:reorder")).click();
  await tab.role("dialog").role("button", say("orders:reorder_add")).click();
  await asked.shown();
  await lookAndLeave(tab, "reorder-conflict");
});

test("two carts meet at a sign-in", async ({ tab, say, api, phone, lang, playwright, baseURL }) => {
  const guest = new Api(await playwright.request.newContext({ baseURL }), lang);
  const soap = await guest.product("liquid-detergent");
  await api.signIn(phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
  await api.add(plenty, 1);
  await guest.add(soap.variant_id ?? "", 1, soap.branch.id);
  await beThere(tab, guest);
  await tab.evaluate((token) => {
    localStorage.setItem("cart_token", token);
  }, guest.cartToken ?? "");
  await tab.open(`/cart?service_id=${grocery.service}`);
  await tab.role("button", say("basket:checkout")).click();
  await signIn(tab, say, api, phone, null);
  await tab.role("dialog", say("basket:which_cart")).role("button").nth(2).shown();
  await lookAndLeave(tab, "which-cart");
});

test("lists and dialogs of the console", async ({ tab, say, size }) => {
  const words = (key: string) => say(`console/catalogue:${key}`);
  await enterConsole(tab, say);
  // On wide screens a row is a link as a whole, which may lie over nothing else.
  for (const list of ["all-orders", "customers", "branches", "categories", "coupons"]) {
    await tab.open(`/console/${list}`);
    await tab.heading(1).shown();
    await tab.look(`console-${list}`);
  }
  await tab.role("button", say("console/console:find")).click();
  await lookAndLeave(tab, "console-find");
  if (size === "phone") {
    await tab.role("button", say("console/console:menu_more")).click();
    await lookAndLeave(tab, "console-menu");
  }
  await tab.open(`/console/prices?branch=${grocery.branch}`);
  for (const [name, picture] of [
    ["formula", "console-formula"],
    ["copy_prices", "console-copy-prices"],
  ] as const) {
    await tab.role("button", words(name)).click();
    await lookAndLeave(tab, picture);
  }
  await tab.open(`/console/prices?branch=${grocery.branch}&view=stock`);
  for (const [name, picture] of [
    ["history", "console-history"],
    ["write_off", "console-write-off"],
  ] as const) {
    await tab
      .role("button", new RegExp(`^${say.raw(`console/catalogue:${name}`)}: `))
      .first()
      .click();
    await lookAndLeave(tab, picture);
  }
  await tab.open("/console/products/new");
  await tab.role("button", say("console/media:from_library")).first().click();
  await lookAndLeave(tab, "console-library");
});

test("dialogs about a branch, a customer and an order", async ({
  tab,
  say,
  api,
  phone,
  lang,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await ready(tab, api, phone, { [plenty]: 2 });
  const { order } = await api.placeOrder(address);
  const [customer] = await staff.send<{ id: string }[]>("GET", "/console/customers");
  await enterConsole(tab, say, "/services");
  await tab.role("button", say("console/backoffice:arrange")).click();
  await lookAndLeave(tab, "console-arrange");

  await tab.open(`/console/branches/${grocery.branch}?tab=delivery`);
  await tab
    .role("button", new RegExp(say.part("console/sellers:shape_narrow").source))
    .first()
    .click();
  await lookAndLeave(tab, "console-shape");

  await tab.open(`/console/customers/${customer?.id}`);
  for (const [step, picture] of [
    ["block", "console-block"],
    ["end_sessions", "console-end-sessions"],
  ] as const) {
    await tab.role("button", say(`console/customers:${step}`)).click();
    await lookAndLeave(tab, picture);
  }

  await tab.open(`/console/orders/${order.id}`);
  await tab.role("main").role("button", say.part("console/orders:move_label")).last().click();
  await lookAndLeave(tab, "console-reject");
});

test("the weighing dialog", async ({ tab, say, api, phone, lang, playwright, baseURL }) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const goods = await weighedProduct(api, staff);
  const address = await ready(tab, api, phone, { [goods.variant]: 30 });
  const { order } = await api.placeOrder(address);
  await enterConsole(tab, say, `/orders/${order.id}`);
  const move = (to: string) =>
    tab.role(
      "button",
      say("console/orders:move_label", { move: say.raw(`server/orders:move_${to}`) }),
    );
  await move("processing").click();
  await move("shipped").click();
  const scale = tab.role("dialog").role("textbox");
  await scale.fill("900");
  await tab.press("Enter");
  // With an error the dialog is tallest.
  await tab.text(say.part("console/orders:weight_range")).first().shown();
  await lookAndLeave(tab, "console-weighing");
});

test("questions of the console before something is done", async ({
  tab,
  say,
  api,
  size,
  lang,
  playwright,
  baseURL,
}) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const goods = await weighedProduct(api, staff);
  const [coupon] = await staff.send<{ id: string }[]>("GET", "/console/coupons?state=live");
  const kit = (key: string) => say(`console/backoffice:${key}`);
  await enterConsole(tab, say, "/referrals");
  for (const [step, picture] of [
    ["approve", "console-referral-approve"],
    ["refuse", "console-referral-refuse"],
  ] as const) {
    await tab
      .role("button", say(`console/referrals:${step}_label`))
      .first()
      .click();
    await lookAndLeave(tab, picture);
  }

  await tab.open("/console/products/new");
  await tab.setFile(tab.css("input[type=file]").first(), photo);
  await tab.role("button", say("console/media:describe")).click();
  await tab.role("dialog", say("console/media:describe_title")).role("textbox").first().shown();
  await lookAndLeave(tab, "console-describe");
  // A link away from unsaved changes asks first.
  await tab.role("main").role("link", say.part("console/catalogue:products")).first().click();
  await tab.role("alertdialog", kit("leave_title")).shown();
  await lookAndLeave(tab, "console-leave");

  await tab.open("/console/coupons");
  await tab.role("checkbox", kit("select")).first().click();
  await tab
    .role("region", kit("selection"))
    .role("button", say("console/coupons:switch_off"))
    .click();
  await lookAndLeave(tab, "console-bulk");

  await tab.open(`/console/coupons/${coupon?.id}`);
  await tab.role("button", kit("actions")).click();
  await tab.role("menuitem", say("console/coupons:switch_off")).click();
  await lookAndLeave(tab, "console-action");
  await tab.open(`/console/products/${goods.product}`);
  await tab.role("button", say("console/audit:show_history")).click();
  await tab.role("button", say("console/audit:revert")).first().click();
  await lookAndLeave(tab, "console-revert");

  await tab.open("/console/districts");
  await tab.role("button", say("console/areas:show_served")).click();
  await lookAndLeave(tab, "console-areas");

  await pretend(tab, "/console/opening", { state: "setup" });
  if (size === "phone") await tab.role("button", say("console/console:menu_more")).click();
  await tab.role("link", say("console/console:menu_setup")).first().click();
  await tab.role("button", say("console/setup:open")).click();
  await lookAndLeave(tab, "console-open-shop");
});

test("the dialogs of a file that is read and undone", async ({ tab, say, api }, info) => {
  const words = (key: string) => say(`console/imports:${key}`);
  const file = info.outputPath("shelf.csv");
  const mark = `${info.project.name}-${info.retry}`;
  const branch = await api.send<{ store: { name: string } }>("GET", `/branches/${grocery.branch}`);
  writeFileSync(file, `Name,SKU,Category\nMeasured shelf ${mark},SHELF-${mark},Spices\n`);
  await enterConsole(tab, say, "/imports");
  await tab.setFile(tab.css("input[type=file]").first(), file);
  await tab.url(/imports\/imp_/);
  await tab.role("combobox", words("store")).first().choose(branch.store.name);
  await tab.role("button", words("save_mapping")).click();
  await tab.settled();
  await tab.role("button", words("step_check")).click();
  await tab.text(words("checked_title")).shown();
  await tab.role("button", words("step_start")).click();
  const asked = tab.role("alertdialog");
  await asked.shown();
  await tab.look("console-import-start");
  await asked.role("button", words("step_start")).click();
  await tab.role("button", words("step_undo")).click();
  await tab.role("alertdialog").role("button", words("undo_keep")).shown();
  await lookAndLeave(tab, "console-import-undo");
});
