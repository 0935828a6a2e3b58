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
  // It does not end where its words do.
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: say("blogs:related") })).toBeVisible();
  await main.getByRole("link", { name: say("blogs:to_shop") }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("a question is found as one types it", pair, async ({ page, say, lang, look }) => {
  await open(page, `/${lang}/information/faq`);
  const main = page.getByRole("main");
  const questions = main.getByRole("heading", { level: 3 });
  const all = await questions.count();
  expect(all).toBeGreaterThan(20);
  const box = main.getByRole("searchbox", { name: say("content:find") });
  await box.fill(lang === "ar" ? "النقاط محفظه" : "points wallet");
  await expect.poll(() => questions.count()).toBeLessThan(all / 2);
  await expect(main.getByRole("group").first()).toBeVisible();
  await expectAccessible(page, "questions that were found");
  await look("faq-found");
  await box.fill("zzzz");
  await expect(main.getByRole("heading", { name: say("content:none") })).toBeVisible();
  await expectAccessible(page, "no question found");
  await main.getByRole("link", { name: say("shell:footer.contact") }).click();
  await expect(page).toHaveURL(/contact-us/);
});

test("questions are found without script", { tag: "@ar-desktop" }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto("/ar/information/faq");
  const box = page.getByRole("main").getByRole("searchbox");
  await box.fill("فاتوره");
  await box.press("Enter");
  await expect(page).toHaveURL(/information\/faq\?q=/);
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(1);
  await context.close();
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
