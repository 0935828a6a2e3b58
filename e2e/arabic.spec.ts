/** Typical faults in Arabic: the order of digits, their numerals, and the mirrored layout. */
import { grocery } from "./support/api";
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, type Page, test } from "./support/test";

const arabic = { tag: ["@ar-phone"] };

/** The letters of an element from left to right, as they appear on the screen. */
async function asSeen(target: ReturnType<Page["locator"]>): Promise<string> {
  return target.evaluate((element) => {
    const letters: { text: string; x: number }[] = [];
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent ?? "";
      for (let at = 0; at < text.length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, width } = range.getBoundingClientRect();
        if (width > 0 && text[at]?.trim()) letters.push({ text: text[at] ?? "", x: left });
      }
    }
    return letters
      .sort((a, b) => a.x - b.x)
      .map((letter) => letter.text)
      .join("");
  });
}

test(
  "phones are read from left to right, whatever their figures",
  arabic,
  async ({ page, api, phone }) => {
    await beAt(page, api);
    await open(page, `/branches/${grocery.slug}`);
    const call = page.getByRole("main").locator('a[href^="tel:"]').first();
    await expect(call).toBeVisible();
    const number = (await call.getAttribute("href"))?.replace("tel:+20", "0") ?? "";
    expect(number).toMatch(/^01\d{9}$/);
    expect(await asSeen(call)).toBe(number);

    await readyCustomer(page, api, phone);
    await open(page, "/account");
    const own = page.getByRole("main").getByText(/010/);
    await expect(own).toBeVisible();
    expect(await asSeen(own)).toBe(`0${phone}`);
  },
);

test("figures are a preference", arabic, async ({ page, api, say }) => {
  await beAt(page, api);
  await open(page, "/products/sugar");
  await expect(page.getByRole("main")).toContainText("36");
  await open(page, "/preferences");
  // Saved immediately, and the page is reloaded.
  await page.getByRole("radio", { name: say.part("preferences:figures_arab") }).click();
  await expect(page.getByText(say("preferences:saved"))).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).find((one) => one.name === "figures")?.value)
    .toBe("arab");
  await open(page, "/products/sugar");
  await expect(page.getByRole("main")).toContainText("٣٦");
});

test("search folds what people write differently", arabic, async ({ page, api, say }) => {
  await beAt(page, api);
  const sugar = await api.product("sugar");
  // Tatweel, tashkeel, a missing hamza.
  for (const words of ["سكــر ابيض", "سُكَّر أبيض", "سكر ابيض"]) {
    await open(page, `/search-results?q=${encodeURIComponent(words)}`);
    await expect(
      page.getByRole("main").getByRole("link", { name: sugar.name, exact: true }),
    ).toBeVisible();
  }
  // A children's keyboard is not a piano, only similar to one.
  const words = "بيانو";
  await open(page, `/search-results?q=${words}`);
  await expect(page.getByRole("heading", { name: say.part("search:only_near") })).toContainText(
    words,
  );
});
