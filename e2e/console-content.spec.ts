/** What the shop says: an editor writes it in two languages, a shopper reads it in theirs. */
import { enterConsole, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "an editor publishes a post in two languages, a shopper reads it",
  pair,
  async ({ page, say, lang, phone, look, watch }) => {
    // An address that is taken is refused: the browser logs the answer.
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

    await test.step("what was typed survives a refusal and a reload", async () => {
      const slug = page.getByRole("textbox", { name: text("slug") });
      await slug.fill("first-order");
      await page.getByRole("button", { name: text("create") }).click();
      await expect(page.getByText(say("server/content:slug_taken"))).toBeVisible();
      await expect(slug).toBeFocused();
      await look("console-post-refused");
      await page.reload();
      await expect(page.getByText(text("restored"))).toBeVisible();
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

    await test.step("a shopper reads it in either language", async () => {
      const shopper = await somebodyElse(page, watch, false);
      await expect(async () => {
        await open(shopper, `/${lang}/blogs`);
        await expect(shopper.getByRole("link", { name: words[lang].title })).toBeVisible({
          timeout: 500,
        });
      }).toPass();
      await shopper.getByRole("link", { name: words[lang].title }).click();
      const article = shopper.getByRole("article").first();
      await expect(article.getByRole("heading", { level: 1 })).toHaveText(words[lang].title);
      await expect(article).toHaveAttribute("lang", lang);
      const other = lang === "ar" ? "en" : "ar";
      await open(shopper, `/${other}/blogs/tea-${phone}-${lang}`);
      await expect(shopper.getByRole("heading", { level: 1 })).toHaveText(words[other].title);
    });
  },
);
