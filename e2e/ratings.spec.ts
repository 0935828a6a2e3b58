/** A delivered order's rating, the page where everybody reads it, and the branch's reply. */
import type { Api } from "./support/api";
import { beAt, enterConsole, goToSection, open } from "./support/shop";
import { axe, expect, settled, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

/** A customer of the demo, one for each project, with their newest delivered order. */
async function buyer(api: Api): Promise<string> {
  await api.signIn(api.lang === "ar" ? "1000000101" : "1000000102", "");
  const orders = await api.send<{ id: string }[]>("GET", "/orders?page=1&status=delivered");
  const [newest] = orders;
  if (!newest) throw new Error("Nothing was delivered");
  return newest.id;
}

test(
  "a delivered order is rated, read on the product and answered",
  pair,
  async ({ page, say, api, lang, look }) => {
    const id = await buyer(api);
    await beAt(page, api);
    await open(page, `/account/my-orders/${id}`);
    await page
      .getByRole("main")
      .getByRole("link", { name: say("opinions:yours") })
      .click();
    const main = page.getByRole("main");
    const whole = main.getByRole("group", { name: say.part("opinions:stars_of") }).first();
    await whole.getByRole("radio").nth(3).check({ force: true });
    const words = lang === "ar" ? "وصل سليمًا وفي موعده" : "Arrived whole and on time";
    await main
      .getByRole("textbox", { name: say.part("opinions:text_of") })
      .first()
      .fill(words);
    await settled(page);
    await look("rate-order");
    expect(await axe(page, "rate an order")).toEqual([]);
    await main.getByRole("button", { name: say("opinions:save") }).click();
    await expect(main.getByText(say("opinions:thanks"))).toBeVisible();

    const order = await api.send<{ branch: { slug: string } }>("GET", `/orders/${id}/rating`);
    await open(page, `/branches/${order.branch.slug}`);
    const reviews = page.getByRole("region", { name: say("ratings:title") });
    await expect(reviews.getByText(words)).toBeVisible();
    await reviews.scrollIntoViewIfNeeded();
    await settled(page);
    await look("reviews");
    expect(await axe(page, "reviews")).toEqual([]);

    await enterConsole(page, say);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await goToSection(page, say, "menu_ratings");
    const card = page.getByRole("article").filter({ hasText: words });
    await card.getByRole("button").first().click();
    const answer = lang === "ar" ? "شكرًا لك" : "Thank you";
    await card.getByRole("textbox", { name: say("console/ratings:our_answer") }).fill(answer);
    await card.getByRole("button", { name: say("console/ratings:send") }).click();
    await expect(card.getByText(answer)).toBeVisible();
    await settled(page);
    await look("console-ratings");
    expect(await axe(page, "console ratings")).toEqual([]);
  },
);

test("nearly every branch of the demo is rated", { tag: ["@ar-phone"] }, async ({ api }) => {
  const services = await api.send<{ id: string }[]>("GET", "/services");
  const lists = await Promise.all(
    services.map(({ id }) =>
      api.send<{ slug: string; rating: { average: number; count: number } }[]>(
        "GET",
        `/branches?page=1&per_page=100&service_id=${id}`,
      ),
    ),
  );
  const fresh = lists.flat().filter(({ rating }) => rating.count === 0);
  expect(fresh.map(({ slug }) => slug).length).toBeLessThan(4);
  expect(lists.flat().length).toBeGreaterThan(40);
  for (const { slug, rating } of lists.flat())
    if (rating.count > 3) expect(rating.average, slug).toBeGreaterThan(3.5);
});

test("a review in the other language reads as that, from where the page's lines begin", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, api, lang, look }) => {
  await beAt(page, api);
  await open(page, `/products/${lang === "ar" ? "classic-koshary" : "mango-juice"}`);
  const other = lang === "ar" ? "en" : "ar";
  const review = page.getByRole("article").filter({ has: page.locator(`p[lang="${other}"]`) });
  const text = review.first().locator(`p[lang="${other}"]`).first();
  await text.scrollIntoViewIfNeeded();
  await expect(text).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
  await settled(page);
  const [said, whole] = [await text.boundingBox(), await review.first().boundingBox()];
  if (!said || !whole) throw new Error("The review is not seen");
  if (lang === "ar") expect(said.x + said.width).toBeCloseTo(whole.x + whole.width, 0);
  else expect(said.x).toBeCloseTo(whole.x, 0);
  await look("review-other-language");
});
