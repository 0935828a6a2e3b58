/** The console's sign-in, its lists, and a product that is made, priced by keyboard, and given a picture. */
import { grocery } from "../support/api";
import { enterConsole } from "./shop";
import { expect, test } from "./test";

test("a product comes into the shop", async ({ tab, say, api, lang }) => {
  const words = (key: string) => say.raw(`console/catalogue:${key}`);
  const { retry } = test.info();
  const name = lang === "ar" ? `شوربة عدس ${retry}` : `Lentil soup ${retry}`;
  const branch = await api.send<{ store: { name: string } }>("GET", `/branches/${grocery.branch}`);
  const milk = (await api.product("full-cream-milk")) as unknown as { category: { name: string } };
  await enterConsole(tab, say, "/products");
  await tab.look("console-products");

  await tab.role("link", words("new_product")).click();
  const inBoth = async (field: string, en: string, ar: string) => {
    const label = words(field);
    for (const [key, text] of [
      ["label_en", en],
      ["label_ar", ar],
    ] as const) {
      await tab
        .role("textbox", say(`console/backoffice:${key}`, { label }))
        .last()
        .fill(text);
    }
  };
  await inBoth("name", `Lentil soup ${retry}`, `شوربة عدس ${retry}`);
  await tab.role("combobox", say.part("console/catalogue:store")).first().choose(branch.store.name);
  await tab
    .role("combobox", say.part("console/catalogue:category"))
    .first()
    .choose(milk.category.name);
  await tab.role("button", words("add_option")).click();
  await inBoth("option", "Size", "الحجم");
  await inBoth("value", "Small", "صغير");
  await tab.look("console-product-new");
  await tab.role("button", words("create_draft")).click();
  await tab.heading(1).says(name);
  const id = decodeURIComponent(
    (await tab.url(/\/console\/products\/[^/]*prd_|\/console\/products\/(?!new)/))
      .split("/")
      .pop() ?? "",
  );
  await tab.look("console-product");
  await tab.role("button", say("console/backoffice:actions")).click();
  await tab.role("menuitem", words("publish")).shown();
  await tab.look("console-product-menu", "[role=menu]");
  await tab.role("menuitem", words("publish")).click();
  await tab.text(words("nowhere_priced")).first().shown();

  await tab.open(`/console/prices?branch=${grocery.branch}&product=${id}`);
  const price = tab.role("textbox", new RegExp(`: ${words("price")}$`)).first();
  await price.fill(lang === "ar" ? "٦٠" : "60");
  await tab.press("Enter");
  await tab.look("console-prices");
  const save = tab.role("button", say("console/backoffice:save"));
  await save.click();
  await tab.until(async () => {
    const { variants } = await api.send<{ variants: { price: number }[] }>(
      "GET",
      `/products/${id}?branch_id=${grocery.branch}`,
    );
    expect(variants[0]?.price).toBe(60);
  });

  await tab.open("/console/media");
  await tab.look("console-media");
});
