/** The dialogs that no other journey here opens: each is as high as what is in it, and nothing in it lies under anything. */
import { writeFileSync } from "node:fs";
import { delivered, grocery, plenty, staffApi } from "../support/api";
import { enterConsole } from "./shop";
import type { Tab } from "./tab";
import { beThere, ready, test } from "./test";

/** Looks at the dialog that is open and leaves it by Escape, which gives the page back. */
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
  // The refusal that the first dialog asks about is an answer of 400.
  allowed.push(/status of 400|400/);
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await ready(tab, api, phone, { [plenty]: 2 });
  const order = await delivered(api, staff, address);
  await tab.open(`/account/my-orders/${order}`);
  await tab.role("button", say("orders:reorder")).click();
  await lookAndLeave(tab, "reorder");

  await api.add(plenty, 1);
  await tab.open(`/cart?service_id=${grocery.service}`);
  await tab
    .css("button[aria-haspopup=dialog]")
    .saying(say.part("promo:mine"))
    .first()
    .click();
  await lookAndLeave(tab, "coupons");

  await tab.open("/products/liquid-detergent");
  await tab.role("main").role("button", say.part("cart:add_for")).first().click();
  await tab.role("alertdialog", say("cart:conflict_title")).shown();
  await lookAndLeave(tab, "conflict");
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
  for (const name of ["formula", "copy_prices"]) {
    await tab.role("button", words(name)).click();
    await lookAndLeave(tab, `console-${name}`);
  }
  await tab.open(`/console/prices?branch=${grocery.branch}&view=stock`);
  for (const name of ["history", "write_off"]) {
    await tab
      .role("button", new RegExp(`^${say.raw(`console/catalogue:${name}`)}: `))
      .first()
      .click();
    await lookAndLeave(tab, `console-${name}`);
  }
  await tab.open("/console/products/new");
  await tab.role("button", say("console/media:from_library")).first().click();
  await lookAndLeave(tab, "console-library");
});

test("dialogs about a branch, a customer and an order's weights", async ({
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
  for (const step of ["block", "end_sessions"]) {
    await tab.role("button", say(`console/customers:${step}`)).click();
    await lookAndLeave(tab, `console-${step}`);
  }

  await tab.open(`/console/orders/${order.id}`);
  await tab.role("main").role("button", say.part("console/orders:move_label")).last().click();
  await lookAndLeave(tab, "console-reject");
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
