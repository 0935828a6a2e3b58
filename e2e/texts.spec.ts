/** /dev/texts: every text next to its other language, rendered in its context, and searchable. */
import { expect, expectAccessible, settled, test } from "./support/test";

test("every text is drawn, and found", { tag: ["@en-desktop", "@ar-phone", "@each"] }, async ({
  page,
  lang,
}) => {
  const see = async (query: string) => {
    await page.goto(`/dev/texts?${new URLSearchParams(query)}`);
    await settled(page);
  };
  const rows = page.locator("section");

  // Each kind of frame, and the texts written elsewhere: the pages and the demo.
  for (const query of [
    "kind=button&from=web&q=web/cart",
    "kind=sms&q=notice",
    "kind=page&from=page&q=terms",
    "from=demo&q=banners",
    "q=server/orders:notice",
    "from=console&q=console/customers:s",
  ]) {
    await see(query);
    expect(await rows.count(), query).toBeGreaterThan(1);
    await expectAccessible(page, `/dev/texts?${query}`);
  }

  // A plural in all its forms, in both languages, and with the requested numbers.
  await see("q=web/cart:units");
  await expect(rows).toHaveCount(1);
  for (const words of ["قطعة واحدة", "قطعتان", "1 item", "100 items"]) {
    await expect(
      rows.getByText(new RegExp(`^${words.replace(/\d+/, "\\W?$&\\W?")}`)),
    ).toBeVisible();
  }
  await page.getByLabel("Arabic numbers").selectOption("arab");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(rows.getByText(/١٠٠/)).toBeVisible();

  // A text can be searched for by its words.
  const words = lang === "ar" ? "ملخص الدفع" : "Payment summary";
  await page.getByLabel("Key or words").fill(words);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(rows.filter({ hasText: "web/orders:sums" })).toBeVisible();
});
