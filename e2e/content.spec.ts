/** Reading before one buys, writing to the shop, and amounts in another currency. */
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, expectAccessible, test } from "./support/test";

const pair = { tag: ["@ar-desktop", "@en-phone"] };

test("the blog: from the list to an article", pair, async ({ page, say, api, look }) => {
  await beAt(page, api);
  expect(await open(page, `/${api.lang}/blogs`)).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("blogs:title"));
  await expectAccessible(page, "blog");
  await look("blogs");
  const first = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  await first.click();
  await expect(page).toHaveURL(/\/blogs\/[\w-]+/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, "article");
  await look("blog-article");
});

test(
  "a guest writes to the shop, a customer sees where to ask",
  pair,
  async ({ page, say, api, phone, look, lang }) => {
    test.slow();
    await open(page, `/${lang}/contact-us`);
    await expectAccessible(page, "contact us");
    await look("contact-us");
    await page.getByRole("textbox", { name: say.part("support:name") }).fill("Nadia");
    await page.getByRole("textbox", { name: say.part("support:phone") }).fill(`0${phone}`);
    await page.getByRole("textbox", { name: say.part("support:subject") }).fill("Opening hours");
    await page
      .getByRole("textbox", { name: say.part("support:text") })
      .fill("Are you open on Friday?");
    await page.getByRole("button", { name: say("support:send") }).click();
    await expect(page.getByText(say("support:received_text"))).toBeVisible();

    await readyCustomer(page, api, phone);
    await open(page, "/account/support");
    await expect(page.getByText(say("support:empty"))).toBeVisible();
    await expectAccessible(page, "support");
    await look("support");
  },
);

test(
  "amounts in another currency, paid in pounds",
  pair,
  async ({ page, say, api, phone, look }) => {
    await readyCustomer(page, api, phone);
    await open(page, "/account/preferences");
    await page.getByRole("main").getByLabel(say("currency:label")).selectOption("USD");
    await open(page, "/cart");
    await expect(page.getByText(/≈/).first()).toBeVisible();
    await expectAccessible(page, "cart in dollars");
    await look("cart-dollars");
  },
);
