/** The pages as search engines, browsers without JavaScript and link previews receive them. */
import { grocery } from "./support/api";
import { expect, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-phone"] };
const pages = [
  "",
  "/home",
  "/branches-results?service_id=grocery",
  `/branches/${grocery.slug}`,
  "/categories/pizza",
  "/products/sugar",
  "/account/information/privacy",
];

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page has its head, and can be read", pair, async ({ page, lang, baseURL }) => {
    const titles = new Set<string>();
    for (const path of pages) {
      const answer = await page.goto(`/${lang}${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      const title = await page.title();
      expect(title.length, path).toBeGreaterThan(8);
      titles.add(title);
      const description = await page.locator("meta[name=description]").getAttribute("content");
      expect(description?.length ?? 0, path).toBeGreaterThan(9);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
        "href",
        `${baseURL}/${lang}${path}`,
      );
      const alternates = await page
        .locator("link[rel=alternate][hreflang]")
        .evaluateAll((list) =>
          list.map((one) => [one.getAttribute("hreflang"), one.getAttribute("href")]),
        );
      expect(Object.fromEntries(alternates)).toEqual({
        en: `${baseURL}/en${path}`,
        ar: `${baseURL}/ar${path}`,
        "x-default": `${baseURL}${path === "" ? "/" : path}`,
      });
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator("meta[name=robots]")).toHaveCount(0);
      const images = await page
        .locator("main img")
        .evaluateAll((list) => list.filter((one) => !one.hasAttribute("alt")).length);
      expect(images, path).toBe(0);
    }
    expect(titles.size).toBe(pages.length);
  });

  test(
    "a product: name, price and shop are in the page itself",
    pair,
    async ({ page, lang, api }) => {
      const sugar = await api.product("sugar");
      await page.goto(`/${lang}/products/sugar`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(sugar.name);
      await expect(page.getByRole("main")).toContainText(/36/);
      await page.goto(`/${lang}/home?service_id=grocery`);
      expect(await page.getByRole("main").getByRole("link").count()).toBeGreaterThan(30);
      // Real pages behind the infinite list.
      await page.goto(`/${lang}/branches/${grocery.slug}`);
      expect(await page.getByRole("article").count()).toBeGreaterThanOrEqual(24);
      await page.getByRole("main").locator('a[href*="category_id="]').first().click();
      await expect(page.getByRole("article").first()).toBeVisible();
      await page.goto(`/${lang}/branches/${grocery.slug}?sort=popular`);
      const next = page.getByRole("main").locator('a[href*="page=2"]').first();
      await expect(next).toBeVisible();
      await next.click();
      await expect(page.getByRole("article").first()).toBeVisible();
      // The search is a form.
      await page.goto(`/${lang}/home`);
      await page.getByRole("combobox").fill(sugar.name);
      await page.getByRole("combobox").press("Enter");
      await expect(page).toHaveURL(new RegExp(`/${lang}/search-results\\?q=`));
      await expect(
        page.getByRole("main").getByRole("link", { name: sugar.name, exact: true }),
      ).toBeVisible();
    },
  );

  test("an unknown path is the not-found page", pair, async ({ page, lang, say, watch }) => {
    // The browser logs the status of the page itself.
    watch.allow(/status of 404/);
    for (const path of [
      "/nothing-here",
      "/products/no-such-thing",
      "/branches/no-such-branch",
      "/categories/no-such",
      "/account/information/no-such",
      "/404",
    ]) {
      const answer = await page.goto(`/${lang}${path}`);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        say("shell:not_found.title"),
      );
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    }
  });
});

interface Thing {
  "@context"?: string;
  "@type": string;
  [key: string]: unknown;
}

test("structured data says what the pages are about", pair, async ({ page, lang, baseURL }) => {
  const read = async (path: string): Promise<Map<string, Thing>> => {
    await page.goto(`/${lang}${path}`);
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const things = texts.flatMap((text) => [JSON.parse(text) as Thing | Thing[]].flat());
    for (const thing of things) expect(thing["@context"]).toBe("https://schema.org");
    return new Map(things.map((thing) => [thing["@type"], thing]));
  };
  const product = await read("/products/sugar");
  expect(product.get("Product")).toMatchObject({
    name: expect.any(String),
    image: [expect.stringContaining(`${baseURL}/media/`)],
    offers: {
      "@type": "Offer",
      price: 36,
      priceCurrency: "EGP",
      availability: "https://schema.org/InStock",
    },
  });
  const crumbs = product.get("BreadcrumbList")?.itemListElement as {
    position: number;
    item?: string;
    name: string;
  }[];
  expect(crumbs.map((one) => one.position)).toEqual(crumbs.map((_, place) => place + 1));

  const branch = await read(`/branches/${grocery.slug}`);
  const business = [...branch.values()].find((thing) => "openingHoursSpecification" in thing);
  expect(business).toMatchObject({
    name: expect.any(String),
    address: expect.anything(),
    geo: expect.anything(),
    openingHoursSpecification: expect.any(Array),
  });
  // It never closes: search engines expect that as a whole day.
  expect(business).toHaveProperty("openingHoursSpecification.0.opens", "00:00");
  expect(business).toHaveProperty("openingHoursSpecification.0.closes", "23:59");
  expect((await read("/categories/pizza")).has("BreadcrumbList")).toBe(true);
  expect((await read("/home")).has("WebSite")).toBe(true);
});

test("sitemap, robots and manifest", pair, async ({ request, baseURL, lang }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).toContain("Disallow: /api/");
  const index = await (await request.get("/sitemap.xml")).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => found[1] ?? "");
  expect(parts.length).toBeGreaterThan(0);
  const all: string[] = [];
  for (const part of parts) {
    const answer = await request.get(part);
    expect(answer.status()).toBe(200);
    all.push(
      ...[...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => found[1] ?? ""),
    );
  }
  expect(all.length).toBeGreaterThan(500);
  // Pages of both languages are listed, and a few of them can be opened.
  for (const language of ["en", "ar"])
    expect(
      all.some((one) => one.includes(`/${language}/`) || one.endsWith(`/${language}`)),
      language,
    ).toBe(true);
  for (const address of [all[0], all[Math.floor(all.length / 2)], all.at(-1)])
    expect((await request.get(address ?? "")).status(), address).toBe(200);

  const home = await (await request.get(`/${lang}/home`)).text();
  const link = /<link rel="manifest" href="([^"]+)"/.exec(home)?.[1] ?? "";
  const manifest = (await (await request.get(link)).json()) as {
    lang: string;
    dir: string;
    start_url: string;
    icons: { src: string }[];
  };
  expect(manifest).toMatchObject({
    lang,
    dir: lang === "ar" ? "rtl" : "ltr",
    display: "standalone",
  });
  expect((await request.get(manifest.start_url)).status()).toBe(200);
  for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200);
});

test("a hostile address stays text", pair, async ({ page, watch }) => {
  watch.allow(/status of 404/);
  for (const address of [
    "/search-results?q=%3Cscript%3Ewindow.owned=1%3C/script%3E%22%3E%3Cimg%20src=x%20onerror=window.owned=1%3E",
    "/%3Cscript%3Ewindow.owned=1%3C/script%3E",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    expect(await page.evaluate(() => "owned" in window)).toBe(false);
  }
});
