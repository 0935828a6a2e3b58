/**
 * User-written texts keep their order on pages of the other direction. The API's answers are filled
 * with difficult texts, and the positions of their characters are compared with those in a line of
 * the text's own direction (the same table that documents are tested with).
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { grocery, plenty } from "./support/api";
import { alive, enterConsole, readyCustomer } from "./support/shop";
import { expect, type Page, settled, test } from "./support/test";

/** Fields with user-written texts; their values are shown unchanged. */
const written = new Set([
  "name",
  "description",
  "note",
  "comment",
  "variant",
  "contact_name",
  "company_name",
  "landmark",
  "author",
]);

const hard: readonly (readonly [text: string, eye: string])[] = readFileSync(
  path.join(__dirname, "../internal/platform/pdf/testdata/hard_texts.tsv"),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [text = "", eye = ""] = line.split("\t");
    return [text, eye] as const;
  });

let turn = 0;
const next = () => hard[turn++ % hard.length]?.[0] ?? "";

function withHardTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHardTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      written.has(key) && typeof inner === "string" && /[\s\u0600-\u06ff]/.test(inner)
        ? next()
        : withHardTexts(inner),
    ]),
  );
}

/**
 * Makes the browser request all data from the API, with difficult texts instead of the user-written
 * ones.
 */
async function fill(page: Page): Promise<void> {
  await page.route("**/api/v1/**", async (route) => {
    if (route.request().method() !== "GET" || /\/events|\/stream/.test(route.request().url()))
      return route.fallback();
    const answer = await route.fetch();
    if (!answer.headers()["content-type"]?.includes("json"))
      return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: withHardTexts(await answer.json()) });
  });
  // A page that the server does not render: the browser fetches all of its data.
  await page.route(
    (url) => !url.pathname.startsWith("/api/") && !url.pathname.startsWith("/console"),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const frame = await route.fetch({ url: new URL("/cart", route.request().url()).href });
      return route.fulfill({ response: frame });
    },
  );
}

interface Found {
  /** The number of texts that were compared. */
  seen: number;
  wrong: string[];
}

/** Compares each difficult text that fits in one line with the order in the table. */
async function compare(page: Page): Promise<Found> {
  return page.evaluate((texts) => {
    const found: Found = { seen: 0, wrong: [] };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const content = node.textContent ?? "";
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest("option, svg"))
        continue;
      for (const [text, eye] of texts) {
        const from = content.indexOf(text);
        if (
          from < 0 ||
          texts.some(([other]) => other.length > text.length && content.includes(other))
        )
          continue;
        const letters: { letter: string; x: number; y: number }[] = [];
        for (let at = from; at < from + text.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getBoundingClientRect();
          // Combining marks above a letter have no position.
          if (/\p{Mn}/u.test(content[at] ?? "")) continue;
          letters.push({ letter: content[at] ?? "", x: box.left + box.width / 2, y: box.bottom });
        }
        const lines = letters.map(({ y }) => y);
        if (Math.max(...lines) - Math.min(...lines) > 4) continue;
        const drawn = letters
          .sort((a, b) => a.x - b.x)
          .map(({ letter }) => letter)
          .join("");
        found.seen++;
        if (drawn !== eye.replace(/\p{Mn}/gu, ""))
          found.wrong.push(
            `${text} is drawn ${drawn} in ${node.parentElement?.outerHTML.slice(0, 300)}`,
          );
      }
    }
    return found;
  }, hard);
}

class Reader {
  private seen = 0;
  private readonly wrong: string[] = [];
  constructor(private readonly page: Page) {}

  async screen(address: string): Promise<void> {
    await this.page.goto(address);
    await alive(this.page);
    await settled(this.page);
    const found = await compare(this.page);
    this.seen += found.seen;
    this.wrong.push(...found.wrong.map((one) => `${address}: ${one}`));
  }

  /**
   * Checks, across all screens, that at least this many texts were compared and that none was wrong.
   */
  report(least: number): void {
    expect([...new Set(this.wrong)]).toEqual([]);
    expect(this.seen).toBeGreaterThan(least);
  }
}

const both = { tag: ["@ar-phone", "@ar-desktop", "@en-desktop", "@each"] };

test("hard texts keep their order in the shop", both, async ({ page, api, phone, watch }) => {
  test.slow();
  // The frame was rendered for another page.
  watch.allow(/drawn anew/);
  const address = await readyCustomer(page, api, phone, { [plenty]: 1, var_mayonnaise: 2 });
  const { order } = await api.placeOrder(address);
  await api.add("var_mayonnaise", 1);
  await fill(page);
  const reader = new Reader(page);
  for (const at of [
    "/home",
    `/branches/${grocery.slug}`,
    "/branches-results?service_id=grocery",
    "/categories/pizza",
    "/search-results?q=milk",
    "/products/white-eggs",
    "/cart",
    `/checkout?service_id=${grocery.service}`,
    "/account",
    "/account/my-address",
    "/account/my-orders",
    `/account/my-orders/${order.id}`,
    `/account/my-orders/${order.id}/invoice`,
    "/account/my-favourites",
  ])
    await reader.screen(at);
  reader.report(60);
});

test("hard texts keep their order in the console", both, async ({ page, say, api, phone }) => {
  test.slow();
  const address = await readyCustomer(page, api, phone);
  const { order } = await api.placeOrder(address);
  await enterConsole(page, say);
  await expect(page.getByRole("link", { name: new RegExp(order.number) }).first()).toBeVisible();
  await fill(page);
  const reader = new Reader(page);
  for (const at of [
    "/console",
    `/console/orders/${order.id}`,
    "/console/products",
    "/console/prices",
    "/console/categories",
    "/console/stores",
    "/console/customers",
    "/console/branches",
    "/console/districts",
    "/console/extras",
    "/console/menus",
    "/console/ratings",
    "/console/people",
  ])
    await reader.screen(at);
  reader.report(60);
});
