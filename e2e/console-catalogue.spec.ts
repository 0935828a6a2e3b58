/**
 * The catalogue in the browser: a category, and a product with two sizes, its price and stock; it
 * is bought, and marked as sold out with one tap.
 */
import { grocery } from "./support/api";
import { alive, enterConsole, goToSection, open, readyCustomer } from "./support/shop";
import { axe, expect, somebodyElse, test } from "./support/test";

test("a product comes into the shop and is bought", { tag: ["@en-phone", "@ar-desktop"] }, async ({
  page,
  say,
  api,
  phone,
  lang,
  watch,
  look,
}) => {
  const words = (key: string) => say.raw(`console/catalogue:${key}`);
  const name = lang === "ar" ? "شوربة عدس بالليمون" : "Lentil soup with lemon";
  const branch = await api.send<{ store: { name: string }; service: { name: string } }>(
    "GET",
    `/branches/${grocery.branch}`,
  );
  const staff = await somebodyElse(page, watch);
  await enterConsole(staff, say);
  await alive(staff);

  await goToSection(staff, say, "menu_categories");
  await look("console-categories", staff);
  await staff.getByRole("link", { name: words("new_category") }).click();
  const inBoth = async (field: string, en: string, ar: string) => {
    const label = words(field);
    await staff
      .getByRole("textbox", { name: say("console/backoffice:label_en", { label }), exact: true })
      .last()
      .fill(en);
    await staff
      .getByRole("textbox", { name: say("console/backoffice:label_ar", { label }), exact: true })
      .last()
      .fill(ar);
  };
  // A separate one for each attempt: a duplicate name is refused.
  const { retry, repeatEachIndex } = test.info();
  const attempt = retry + repeatEachIndex > 0 ? ` ${retry}${repeatEachIndex}` : "";
  const [english, arabic] = [`Ready soups${attempt}`, `شوربة جاهزة${attempt}`];
  const category = lang === "ar" ? arabic : english;
  await inBoth("name", english, arabic);
  await staff.getByLabel(words("service")).selectOption({ label: branch.service.name });
  expect(await axe(staff, "console-category")).toEqual([]);
  await staff.getByRole("button", { name: words("create"), exact: true }).click();
  await expect(staff.getByRole("heading", { level: 1, name: category })).toBeVisible();

  await goToSection(staff, say, "menu_products");
  await look("console-products", staff);
  expect(await axe(staff, "console-products")).toEqual([]);
  await staff.getByRole("link", { name: words("new_product") }).click();
  await inBoth("name", "Lentil soup with lemon", "شوربة عدس بالليمون");
  await staff
    .getByLabel(words("store"), { exact: true })
    .selectOption({ label: branch.store.name });
  await staff.getByLabel(words("category"), { exact: true }).selectOption({ label: category });
  await staff.getByRole("button", { name: words("add_option") }).click();
  await inBoth("option", "Size", "الحجم");
  await inBoth("value", "Small", "صغير");
  await staff.getByRole("button", { name: words("add_value") }).click();
  await inBoth("value", "Large", "كبير");
  await expect(staff.getByRole("rowheader")).toHaveCount(2);
  await look("console-product", staff);
  expect(await axe(staff, "console-product")).toEqual([]);
  await staff.getByRole("button", { name: words("create_draft") }).click();
  await expect(staff.getByRole("heading", { level: 1, name })).toBeVisible();
  await staff.getByRole("button", { name: say("console/backoffice:actions") }).click();
  await staff.getByRole("menuitem", { name: words("publish"), exact: true }).click();
  await expect(staff.getByText(words("nowhere_priced"))).toBeVisible();

  const id = decodeURIComponent(new URL(staff.url()).pathname.split("/").pop() ?? "");
  const sheet = `/console/prices?branch=${grocery.branch}&product=${id}`;
  const saved = () =>
    staff.waitForResponse((r) => r.request().method() === "PUT" && r.url().includes("/console/"));
  const save = staff.getByRole("button", { name: say("console/backoffice:save"), exact: true });
  await open(staff, sheet);
  const prices = staff.getByRole("textbox", { name: new RegExp(`: ${words("price")}$`) });
  await expect(prices).toHaveCount(2);
  await prices.first().fill(lang === "ar" ? "٦٠" : "60");
  await prices.first().press("Enter");
  await staff.keyboard.type("85,50");
  await look("console-prices", staff);
  expect(await axe(staff, "console-prices")).toEqual([]);
  let answer = saved();
  await save.click();
  expect((await answer).status()).toBe(200);
  await expect(save).toBeDisabled();

  await open(staff, `${sheet}&view=stock`);
  const shelf = staff.getByRole("textbox", { name: new RegExp(`: ${words("on_hand")}$`) });
  await shelf.first().fill("20");
  await shelf.last().fill("20");
  expect(await axe(staff, "console-stock")).toEqual([]);
  answer = saved();
  await save.click();
  expect((await answer).status()).toBe(200);
  await look("console-stock", staff);

  let small = "";
  await expect(async () => {
    const product = await api.send<{
      variants: { id: string; price: number; available: boolean }[];
    }>("GET", `/products/${id}?branch_id=${grocery.branch}`);
    expect(product.variants.map(({ price, available }) => [price, available])).toEqual([
      [60, true],
      [85.5, true],
    ]);
    small = product.variants[0]?.id ?? "";
  }).toPass({ timeout: 5_000 });
  const address = await readyCustomer(page, api, phone, { [small]: 3 });
  const { order } = await api.placeOrder(address);
  expect(order.total).toBeGreaterThanOrEqual(180);

  await staff.reload();
  await expect(shelf).toHaveCount(2);
  const tap = staff.getByRole("button", { name: new RegExp(`^${words("sell_out")}: `) });
  for (const left of [2, 1]) {
    await expect(tap).toHaveCount(left);
    await tap.first().click();
  }
  await expect(tap).toHaveCount(0);
  await expect(async () => {
    const product = await api.send<{ variants: { available: boolean }[] }>(
      "GET",
      `/products/${id}?branch_id=${grocery.branch}`,
    );
    expect(product.variants.map(({ available }) => available)).toEqual([false, false]);
  }).toPass({ timeout: 5_000 });
  await staff
    .getByRole("button", { name: new RegExp(`^${words("history")}: `) })
    .first()
    .click();
  await expect(staff.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
  await look("console-stock-history", staff);
});

test("a name that could pass for a dear product's waits for a second person", {
  tag: ["@en-phone", "@ar-desktop"],
}, async ({ page, say, api, lang, watch, look }) => {
  const words = (key: string) => say.raw(`console/catalogue:${key}`);
  const sorted = (sort: string) =>
    api.send<{ id: string; name: string }[]>(
      "GET",
      `/products?page=1&service_id=${grocery.service}&branch_id=${grocery.branch}&sort=${sort}`,
    );
  // Each language uses a different product: otherwise their changes to one would overwrite each
  // other.
  const cheap = (await sorted("price_asc"))[lang === "ar" ? 0 : 1];
  const [dear] = await sorted("price_desc");
  if (!cheap || !dear) throw new Error("the grocery is empty");
  const product = `/products/${encodeURIComponent(cheap.id)}`;
  await enterConsole(page, say, product, "editor@wekala.example");
  await page
    .getByRole("textbox", {
      name: say(`console/backoffice:label_${lang}`, { label: words("name") }),
      exact: true,
    })
    .first()
    .fill(dear.name);
  await page.getByRole("button", { name: words("save"), exact: true }).click();
  const waits = page.getByRole("region", { name: words("waits") });
  await expect(waits.getByText(dear.name, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: cheap.name })).toBeVisible();
  await waits.scrollIntoViewIfNeeded();
  await look("console-name-waits-record");
  expect(await axe(page, "console-name-waits-record")).toEqual([]);

  const owner = await somebodyElse(page, watch);
  await enterConsole(owner, say);
  await goToSection(owner, say, "menu_price_waits");
  const list = owner.getByRole("region", { name: words("name_waits") });
  await expect(list.getByText(dear.name, { exact: true })).toBeVisible();
  await look("console-name-waits", owner);
  expect(await axe(owner, "console-name-waits")).toEqual([]);
  const decline = list.getByRole("button", {
    name: say("console/catalogue:decline_what", { what: cheap.name }),
    exact: true,
  });
  await decline.focus();
  await owner.keyboard.press("Enter");
  await expect(decline).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: cheap.name })).toBeVisible();
  await expect(waits).toBeHidden();
});
