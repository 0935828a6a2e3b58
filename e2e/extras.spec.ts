/**
 * Extras from the console to the invoice: a group is created, added to a product, chosen, ordered, and
 * sold out.
 */
import { grocery } from "./support/api";
import { alive, amountOf, beAt, enterConsole, goToSection, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";

test("extras are made in the console, chosen in the shop and stand on the order", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, phone, lang, watch, look, size }) => {
  const words = (key: string) => say.raw(`console/extras:${key}`);
  // One for each language: both tests run at the same time in one shop.
  const slug = lang === "ar" ? "mish-cheese" : "gouda";
  const names =
    lang === "ar"
      ? (["How to slice it", "طريقة التقطيع"] as const)
      : (["How to cut it", "تقطيع الجبنة"] as const);
  const group = names[lang === "ar" ? 1 : 0];
  const cut = lang === "ar" ? "مكعبات" : "Cubes";
  const asked = lang === "ar" ? "مكعبات صغيرة" : "Small cubes";
  const other = lang === "ar" ? "شرائح" : "Slices";
  const product = await api.product(slug);
  const variant = product.variants[0];
  const branch = await api.send<{ store: { name: string }; name: string }>(
    "GET",
    `/branches/${grocery.branch}`,
  );
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);

  await test.step("a group with two choices, the second put first", async () => {
    await goToSection(staff, say, "menu_extras");
    await expectAccessible(staff, "console-extras");
    await staff.getByRole("link", { name: words("new") }).click();
    await staff.locator('input[name="name_en"]').fill(names[0]);
    await staff.locator('input[name="name_ar"]').fill(names[1]);
    await staff.getByRole("textbox", { name: words("least"), exact: true }).fill("1");
    await staff
      .getByLabel(words("store"), { exact: true })
      .selectOption({ label: branch.store.name });
    const inRow = async (at: number, en: string, ar: string, price: string) => {
      await staff.locator(`input[name="extras.${at}.name_en"]`).fill(en);
      await staff.locator(`input[name="extras.${at}.name_ar"]`).fill(ar);
      await staff.locator(`input[name="extras.${at}.price"]`).fill(price);
    };
    await inRow(0, "Slices", "شرائح", "");
    await staff.getByRole("button", { name: words("add"), exact: true }).click();
    await inRow(1, "Cubes", "مكعبات", lang === "ar" ? "٧٫٥٠" : "7.50");
    const up = staff.getByRole("button", {
      name: say("console/backoffice:move_up", { what: cut }),
    });
    await up.focus();
    await staff.keyboard.press("Enter");
    await expect(staff.locator('input[name="extras.0.name_en"]')).toHaveValue("Cubes");
    await look("console-extra-group", staff);
    await expectAccessible(staff, "console-extra-group");
    await staff.getByRole("button", { name: words("save"), exact: true }).click();
    await expect(staff.getByRole("heading", { level: 1, name: group })).toBeVisible();
    await expect(staff.locator('input[name="extras.0.name_en"]')).toHaveValue("Cubes");
  });

  await test.step("the product asks it", async () => {
    await open(staff, `/console/products/${product.id}`);
    const choice = staff.getByRole("checkbox", { name: group });
    const saved = staff.waitForResponse((r) => r.request().method() === "PUT");
    await choice.check();
    expect((await saved).status()).toBe(200);
    await look("console-product-extras", staff);
    await expect
      .poll(async () => (await api.product(slug)) as unknown as { extras: boolean })
      .toMatchObject({ extras: true });
  });

  let order = "";
  await test.step("a customer chooses, sees the price and orders", async () => {
    await api.signIn(phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
    const address = await api.addAddress({ is_default: true });
    await beAt(page, api, { address: address.id });
    await open(page, `/products/${slug}?branch_id=${grocery.branch}`);
    const first = page.getByRole("radio").first();
    await expect(first).toHaveAccessibleName(new RegExp(cut));
    const put = page.getByRole("button", { name: say("extras:choose_first", { group }) });
    await put.click();
    await expect(page.getByRole("group", { name: new RegExp(group) })).toBeFocused();
    await first.check();
    const add = page.getByRole("button", { name: say("cart:add_for") });
    const unit = Number(variant?.price) + 7.5;
    expect(amountOf((await add.innerText()).replace(/^\D+/, ""))).toBe(unit);
    // Cheese is not a dish: its note is for the branch.
    await page.getByRole("textbox", { name: say.part("catalog:note_branch") }).fill(asked);
    await look("extras-in-page");
    await expectAccessible(page, "extras-in-page");
    const added = page.waitForResponse((r) => r.url().includes("/order/add-to-cart"));
    await add.click();
    expect((await added).status()).toBe(200);
    await api.add("var_brown-eggs--30pc", 2);
    await open(page, `/cart?service_id=${grocery.service}`);
    await expect(page.getByRole("main").getByText(cut).first()).toBeVisible();
    await expect(page.getByRole("main").getByText(asked)).toBeVisible();
    await look("cart-with-extras");
    await expectAccessible(page, "cart-with-extras");
    const placed = await api.placeOrder(address.id);
    order = placed.order.id;
    const lines = (
      (await api.order(order)) as unknown as {
        items: { unit_price: number; extras: { name: string }[] }[];
      }
    ).items;
    expect(lines.find(({ extras }) => extras.length > 0)).toMatchObject({
      unit_price: unit,
      extras: [{ name: cut }],
    });
  });

  await test.step("order, ticket and invoice say it", async () => {
    await open(page, `/account/my-orders/${order}`);
    await expect(page.getByRole("main").getByText(cut).first()).toBeVisible();
    await open(page, `/account/my-orders/${order}/invoice`);
    await expect(page.getByText(cut).first()).toBeVisible();
    await look("invoice-with-extras");
    await open(staff, "/console");
    await expect(staff.locator(`[data-order="${order}"]`).getByText(asked)).toBeVisible();
    await look("console-board-note", staff);
    await open(staff, `/console/orders/${order}`);
    await expect(staff.getByRole("main").getByText(cut).first()).toBeVisible();
    await look("console-order-extras", staff);
    await expectAccessible(staff, "console-order-extras");
  });

  await test.step("sold out by a tap, it cannot be chosen", async () => {
    await open(staff, `/console/prices?branch=${grocery.branch}&view=stock`);
    await staff.getByText(say.raw("console/catalogue:extras_shelf"), { exact: true }).click();
    const tap = staff.getByRole("button", { name: new RegExp(`${cut}.*${group}`) });
    await tap.click();
    await expect(tap).toHaveAttribute("aria-pressed", "true");
    await look("console-extras-shelf", staff);
    await expect(async () => {
      await open(page, `/products/${slug}?branch_id=${grocery.branch}`);
      await expect(page.getByRole("radio", { name: new RegExp(cut) })).toBeDisabled({
        timeout: 1_000,
      });
    }).toPass({ timeout: 15_000 });
    await expect(page.getByRole("radio", { name: new RegExp(other) })).toBeEnabled();
    await look("extras-sold-out");
    await expectAccessible(page, "extras-sold-out");
    await tap.click();
    await expect(tap).toHaveAttribute("aria-pressed", "false");
  });
});

test("a dish's extras stand in its page, and adding stays in reach", {
  tag: ["@ar-phone"],
}, async ({ page, say, api }) => {
  // Where its branch delivers, or takes orders for when it opens.
  await beAt(page, api, { place: { district: "zamalek", lat: 30.0627, lng: 31.2196 } });
  const slug = "oriental-sausage-pizza";
  await open(page, `/products/${slug}`);
  const atFoot = page.getByRole("region", { name: say("catalog:buy") });
  await expect(page.getByRole("main").getByRole("group").first()).toBeVisible();
  await expect(atFoot.getByRole("button").last()).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(atFoot.getByRole("button").last()).toBeInViewport();
});

test("the kitchen is told something from the page of a dish without extras", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, lang, look }) => {
  await beAt(page, api, { place: { district: "zamalek", lat: 30.0627, lng: 31.2196 } });
  await open(page, "/products/hawawshi");
  const note = page.getByRole("button", { name: say("catalog:note_kitchen") });
  await expect(note).toHaveCount(0);
  await page
    .getByRole("button", { name: say("cart:add_for") })
    .first()
    .click();
  await note.click();
  const asked = lang === "ar" ? "من غير دقة" : "No garlic vinegar";
  await page.keyboard.type(asked);
  const saved = page.waitForResponse((r) => r.url().includes("/order/update-cart"));
  await page.keyboard.press("Enter");
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole("button", { name: say("catalog:note_change") })).toBeFocused();
  await expect(page.getByRole("main").getByText(asked)).toBeVisible();
  await look("dish-note");
});
