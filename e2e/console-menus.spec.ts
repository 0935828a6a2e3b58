/** A menu with hours: created in the console, shown on the product's page and in the cart, and taken out of use. */
import { grocery } from "./support/api";
import { alive, beAt, enterConsole, goToSection, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";

test("what is on a menu says when it is served", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, api, lang, watch, look, size }) => {
  const words = (key: string) => say.raw(`console/menus:${key}`);
  // One for each language: both tests run at the same time in one shop.
  const slug = lang === "ar" ? "seven-spices" : "turmeric";
  const name = lang === "ar" ? "قائمة التجربة" : "Tasting";
  const product = await api.product(slug);
  const branch = await api.send<{ store: { name: string } }>("GET", `/branches/${grocery.branch}`);
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);
  await goToSection(staff, say, "menu_menus");
  await look("console-menus", staff);
  await expectAccessible(staff, "console-menus");

  await staff.getByRole("link", { name: words("new") }).click();
  for (const [key, text] of [
    ["label_en", "Tasting"],
    ["label_ar", "قائمة التجربة"],
  ] as const) {
    await staff
      .getByRole("textbox", {
        name: say(`console/backoffice:${key}`, { label: words("name") }),
      })
      .fill(text);
  }
  await staff
    .getByLabel(words("store"), { exact: true })
    .selectOption({ label: branch.store.name });
  // In two days, so that it is not served now at whatever hour this runs.
  const day = new Date(Date.now() + 2 * 24 * 3600_000).getUTCDay() as 0;
  // A menu without hours is refused first.
  watch.allow(/status of 422/);
  const save = staff.getByRole("button", { name: words("save"), exact: true });
  await save.click();
  await expect(staff.getByText(say("server/menus:hours_needed"))).toBeVisible();
  await staff.getByRole("button", { name: say("console/sellers:more_days") }).click();
  // The line begins with every day; one stays.
  for (const other of [0, 1, 2, 3, 4, 5, 6] as const) {
    if (other === day) continue;
    await staff
      .getByRole("button", {
        name: say(`console/sellers:short_${other}`),
        exact: true,
      })
      .click();
  }
  const found = staff.getByRole("textbox", { name: say("console/backoffice:find_products") });
  await found.fill(lang === "ar" ? "بهارات مشكلة" : "Turmeric");
  await staff.getByRole("button", { name: product.name, exact: true }).click();
  await expect(
    staff.getByRole("button", {
      name: say("console/backoffice:take_off", { name: product.name }),
    }),
  ).toBeVisible();
  await look("console-menu", staff);
  await expectAccessible(staff, "console-menu");
  await save.click();
  await expect(staff.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(staff.getByText(words("state_on"), { exact: true }).first()).toBeVisible();

  await beAt(page, api);
  await expect(async () => {
    await open(page, `/products/${slug}?branch_id=${grocery.branch}`);
    await expect(page.getByText(say("catalog:menu_from", { menu: name }))).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 10_000 });
  await look("product-on-a-menu");
  await expectAccessible(page, "product-on-a-menu");
  const variant = (await api.product(slug)).variants[0]?.id ?? "";
  await api.add(variant, 5);
  const cart = (await api.cart()) as unknown as {
    items: { order: { served: { now: boolean; text: string } | null } }[];
  };
  const served = cart.items[0]?.order.served;
  expect(served?.now).toBe(false);
  expect(served?.text).toContain(product.name);

  await staff.getByRole("button", { name: say("console/backoffice:actions") }).click();
  await staff.getByRole("menuitem", { name: words("archive"), exact: true }).click();
  await expect(staff.getByText(words("state_archived"), { exact: true }).first()).toBeVisible();
  await expect
    .poll(async () => (await api.product(slug)) as unknown as { menu: unknown }, { timeout: 5_000 })
    .toMatchObject({ menu: null });
});
