/** The shop's content: an editor writes it in two languages, a customer reads it in theirs. */
import { beAt, enterConsole, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "an editor publishes a post in two languages, a customer reads it",
  pair,
  async ({ page, say, api, lang, phone, look, watch }) => {
    // A duplicate address is refused: the browser logs the answer.
    watch.allow(/422/);
    const text = (key: string) => say(`console/content:${key}`);
    const words = {
      en: {
        title: `Tea for guests ${phone}`,
        body: "## Boil\n\nFresh **water** first. <script>alert(1)</script>",
      },
      ar: { title: `شاي للضيوف ${phone}`, body: "## الغلي\n\nابدأ **بماء** جديد." },
    };
    await enterConsole(page, say, "/content", "editor@wekala.example");
    await page.getByRole("link", { name: text("post_new") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("post_new"));
    for (const one of ["en", "ar"] as const) {
      const side = page.getByRole("region", { name: text(`in_${one}`) });
      await side.getByRole("textbox", { name: text("title_label") }).fill(words[one].title);
      await side.getByRole("textbox", { name: text("body") }).fill(words[one].body);
    }
    const preview = page.getByRole("region", { name: text("preview") });
    await expect(preview.getByRole("heading", { name: "Boil" })).toBeVisible();
    await expect(preview.getByRole("heading", { name: "الغلي" })).toBeVisible();
    await expect(preview.locator("script")).toHaveCount(0);
    await page.getByRole("switch", { name: text("published") }).check();

    await test.step("a link leads to a page or a web address, nowhere else", async () => {
      const side = page.getByRole("region", { name: text(`in_${lang}`) });
      const body = side.getByRole("textbox", { name: text("body") });
      await body.fill("[x](example)");
      await page.getByRole("button", { name: text("create") }).click();
      await expect(side.getByText(say("server/common:url_only"))).toBeVisible();
      await expect(body).toBeFocused();
      await body.fill(words[lang].body);
      await expect(side.getByText(say("server/common:url_only"))).toBeHidden();
    });
    await test.step("what was typed survives a refusal and a reload", async () => {
      const slug = page.getByRole("textbox", { name: text("slug") });
      await slug.fill("first-order");
      await page.getByRole("button", { name: text("create") }).click();
      await expect(page.getByText(say("server/content:slug_taken"))).toBeVisible();
      await expect(slug).toBeFocused();
      await look("console-post-refused");
      await page.reload();
      await expect(page.getByText(say("console/backoffice:restored"))).toBeVisible();
      await slug.fill(`tea-${phone}-${lang}`);
      await expectAccessible(page, "a post in the console");
    });
    await page.getByRole("button", { name: text("create") }).click();
    await expect(page.getByText(text("saved"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words[lang].title);
    await page.getByRole("link", { name: text("section_posts") }).click();
    await expect(
      page
        .getByRole("article")
        .filter({ hasText: words[lang].title })
        .getByText(text("post_published")),
    ).toBeVisible();
    await expectAccessible(page, "the posts in the console");
    await look("console-posts");

    await test.step("a customer reads it in either language", async () => {
      const customer = await somebodyElse(page, watch, false);
      // With a place, because the picker would otherwise cover the list.
      await beAt(customer, api);
      await expect(async () => {
        await open(customer, `/${lang}/blogs`);
        await expect(customer.getByRole("link", { name: words[lang].title })).toBeVisible({
          timeout: 500,
        });
      }).toPass();
      await customer.getByRole("link", { name: words[lang].title }).click();
      const article = customer.getByRole("article").first();
      await expect(article.getByRole("heading", { level: 1 })).toHaveText(words[lang].title);
      await expect(article).toHaveAttribute("lang", lang);
      const other = lang === "ar" ? "en" : "ar";
      await open(customer, `/${other}/blogs/tea-${phone}-${lang}`);
      await expect(customer.getByRole("heading", { level: 1 })).toHaveText(words[other].title);
    });
  },
);

test(
  "a banner leads to a page of the shop or to a web address",
  pair,
  async ({ page, say, lang, phone, watch }) => {
    // Invalid addresses are refused: the browser logs the answers.
    watch.allow(/422/);
    const text = (key: string) => say(`console/content:${key}`);
    await enterConsole(page, say, "/content/banners/new", "editor@wekala.example");
    const side = page.getByRole("region", { name: text(`in_${lang}`) });
    await side.getByRole("textbox", { name: text("title_label") }).fill(`Melons ${phone}`);
    // It is in the list but not on any home page.
    await page.getByRole("switch", { name: text("active") }).uncheck();
    const link = page.getByRole("textbox", { name: text("link") });
    for (const wrong of ["example", "javascript:alert(1)", "//example.com"]) {
      await link.fill(wrong);
      await page.getByRole("button", { name: text("create") }).click();
      await expect(page.getByText(say("server/common:url_only"))).toBeVisible();
      await expect(link).toBeFocused();
    }
    await expectAccessible(page, "a refused banner");
    await link.fill("https://example.com/melons");
    await page.getByRole("button", { name: text("create") }).click();
    await expect(page.getByText(text("saved"))).toBeVisible();
    await expect(page).toHaveURL(/\/content\/banners\/ban_\w+$/);
    await page.reload();
    await expect(link).toHaveValue("https://example.com/melons");
    await link.fill("/categories/fruit");
    await page.getByRole("button", { name: text("save") }).click();
    await expect(page.getByText(text("saved"))).toBeVisible();
  },
);
