/**
 * Products sold by weight: created in the console, stepped in grams in the shop, shown on the
 * order, the pick list and the invoice.
 */
import { grocery } from "./support/api";
import { alive, beAt, buyButton, enterConsole, goToSection, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";
import { western } from "./support/texts";

test("a product is sold by weight", { tag: ["@ar-phone", "@en-desktop"] }, async ({
  page,
  say,
  api,
  phone,
  lang,
  watch,
  look,
  size,
}) => {
  const words = (key: string) => say.raw(`console/catalogue:${key}`);
  // One for each language: both tests run at the same time in one shop.
  const names =
    lang === "ar"
      ? (["Loose okra", "بامية سائبة"] as const)
      : (["Loose figs", "تين سائب"] as const);
  const name = names[lang === "ar" ? 1 : 0];
  const grams = (n: number) => (lang === "ar" ? `${n}\u00a0جم` : `${n}\u00a0g`);
  const kilos = (n: string) => (lang === "ar" ? `${n}\u00a0كجم` : `${n}\u00a0kg`);
  const branch = await api.send<{ store: { name: string }; service: { name: string } }>(
    "GET",
    `/branches/${grocery.branch}`,
  );
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);

  let id = "";
  await test.step("made by the screens", async () => {
    await goToSection(staff, say, "menu_products");
    await staff.getByRole("link", { name: words("new_product") }).click();
    await staff.locator('input[name="name_en"]').fill(names[0]);
    await staff.locator('input[name="name_ar"]').fill(names[1]);
    await staff
      .getByLabel(words("store"), { exact: true })
      .selectOption({ label: branch.store.name });
    const category = staff.getByLabel(words("category"), { exact: true });
    await category.selectOption({ index: 1 });
    await staff.getByLabel(words("sold_by"), { exact: true }).selectOption("50");
    const field = (key: string) => staff.getByRole("textbox", { name: words(key), exact: true });
    await expect(field("min_grams")).toHaveValue("50");
    await field("min_grams").fill(lang === "ar" ? "٢٥٠" : "250");
    await field("step_grams").fill("250");
    await field("max_grams").fill("3000");
    await look("console-product-by-weight", staff);
    await expectAccessible(staff, "console-product-by-weight");
    await staff.getByRole("button", { name: words("create_draft") }).click();
    await expect(staff.getByRole("heading", { level: 1, name })).toBeVisible();
    // It can change until something counts in it.
    await expect(staff.getByLabel(words("sold_by"), { exact: true })).toHaveValue("50");
    await expect(field("min_grams")).toHaveValue("250");
    await staff.getByRole("button", { name: say("console/backoffice:actions") }).click();
    await staff.getByRole("menuitem", { name: words("publish"), exact: true }).click();
    await expect(staff.getByText(words("nowhere_priced"))).toBeVisible();
    id = decodeURIComponent(new URL(staff.url()).pathname.split("/").pop() ?? "");
  });

  await test.step("priced by the kilogram, stocked in kilograms", async () => {
    const sheet = `/console/prices?branch=${grocery.branch}&product=${id}`;
    const saved = () =>
      staff.waitForResponse((r) => r.request().method() === "PUT" && r.url().includes("/console/"));
    const save = staff.getByRole("button", { name: say("console/backoffice:save"), exact: true });
    await open(staff, sheet);
    await expect(staff.getByText(words("per_kilo"))).toBeVisible();
    const price = staff.getByRole("textbox", { name: new RegExp(`: ${words("price")}$`) });
    await price.fill("119.93");
    let answer = saved();
    await save.click();
    expect((await answer).status()).toBe(200);
    // The price stays as typed, whatever the unit's weight.
    await expect(price).toHaveValue("119.93");
    await price.fill("120");
    answer = saved();
    await save.click();
    expect((await answer).status()).toBe(200);
    await expect(price).toHaveValue("120");
    await look("console-prices-by-weight", staff);
    await open(staff, `${sheet}&view=stock`);
    const shelf = staff.getByRole("textbox", { name: new RegExp(`: ${words("on_hand")}$`) });
    await shelf.fill(lang === "ar" ? "١٠٫١٣" : "10.13");
    answer = saved();
    await save.click();
    expect((await answer).status()).toBe(200);
    await expect(staff.getByRole("alert")).toBeVisible();
    await look("console-stock-by-weight", staff);
    await expectAccessible(staff, "console-stock-by-weight");
    await shelf.fill("10");
    answer = saved();
    await save.click();
    expect((await answer).status()).toBe(200);
  });

  await test.step("a customer steps it in grams", async () => {
    await api.signIn(phone, lang === "ar" ? "منى فؤاد" : "Mona Fouad");
    const address = await api.addAddress({ is_default: true });
    await beAt(page, api, { address: address.id });
    await expect(async () => {
      await open(page, `/products/${id}?branch_id=${grocery.branch}`);
      await expect(buyButton(page, say, name)).toBeVisible({
        timeout: 1_000,
      });
    }).toPass({ timeout: 15_000 });
    const main = page.getByRole("main");
    await expect(main.getByText(lang === "ar" ? "/\u00a0كجم" : "/\u00a0kg").first()).toBeVisible();
    await look("product-by-weight");
    await expectAccessible(page, "product-by-weight");
    await buyButton(page, say, name).click();
    await expect(main.getByText(grams(250)).first()).toBeVisible();
    const more = main.getByRole("button", { name: say("cart:one_more", { name }) }).first();
    for (const next of [grams(500), grams(750), kilos("1"), kilos("1.25"), kilos("1.5")]) {
      const answer = page.waitForResponse((r) => r.url().includes("update-cart"));
      await more.click();
      await answer;
      await expect(main.getByText(next).first()).toBeVisible();
    }
    await open(page, `/cart?service_id=${grocery.service}`);
    await expect(main.getByText(kilos("1.5")).first()).toBeVisible();
    expect(western(await main.innerText())).toContain("180");
    await look("cart-by-weight");
    await expectAccessible(page, "cart-by-weight");
    const { order } = await api.placeOrder(address.id);
    await open(page, `/account/my-orders/${order.id}`);
    await expect(main.getByText(kilos("1.5")).first()).toBeVisible();
    await look("order-by-weight");
    await open(page, `/account/my-orders/${order.id}/invoice`);
    await expect(page.getByText(kilos("1.5")).first()).toBeAttached();
    await look("invoice-by-weight");
    await open(staff, `/console/orders/${order.id}`);
    await expect(staff.getByRole("main").getByText(kilos("1.5")).first()).toBeVisible();
    await look("console-order-by-weight", staff);
    await expectAccessible(staff, "console-order-by-weight");

    // Weighed during picking, less than was ordered: the cash is for the actual weight.
    const move = (to: string) =>
      staff.getByRole("button", {
        name: say("console/orders:move_label", { move: say.raw(`server/orders:move_${to}`) }),
      });
    await move("processing").click();
    await move("shipped").click();
    const dialog = staff.getByRole("dialog");
    const scale = dialog.getByRole("textbox", { name });
    await expect(dialog.getByText(say("console/orders:weigh_cash"))).toBeVisible();
    await scale.fill("900");
    await scale.press("Enter");
    await expect(
      dialog.getByText(
        say("console/orders:weight_range", { least: kilos("1.35"), most: kilos("1.65") }),
      ),
    ).toBeVisible();
    await look("console-weighing", staff);
    await expectAccessible(staff, "console-weighing");
    await scale.fill(lang === "ar" ? "١٤٢٠" : "1420");
    await scale.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(staff.getByRole("main").getByText(kilos("1.42")).first()).toBeVisible();
    await look("console-order-weighed", staff);
    await open(page, `/account/my-orders/${order.id}`);
    await expect(
      main.getByText(say("orders:weighed", { ordered: kilos("1.5"), weighed: kilos("1.42") })),
    ).toBeVisible();
    expect(western(await main.innerText())).toContain("170.4");
    await look("order-weighed");
    await expectAccessible(page, "order-weighed");
  });
});
