/** Product comparison: products chosen on cards, shown side by side in the dialog, shared by a link. */
import { beAt, open } from "./support/shop";
import { axe, expect, settled, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "two products are compared by what differs, and the link shows the same to anybody",
  pair,
  async ({ page, say, api, look }) => {
    const headphones = await api.product("wireless-headphones");
    const earbuds = await api.product("wireless-earbuds");
    await beAt(page, api);
    await open(page, "/products/wireless-headphones");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("comparison:take"), exact: true })
      .click();
    const bar = page.getByRole("region", { name: say("comparison:bar") });
    await bar.getByRole("button", { name: say.part("comparison:open") }).click();
    const dialog = page.getByRole("dialog", { name: say("comparing:title") });
    await dialog.getByRole("searchbox", { name: say("comparing:search") }).fill(earbuds.name);
    await dialog.getByRole("button", { name: earbuds.name }).first().click();
    await expect(dialog.getByRole("columnheader", { name: earbuds.name })).toBeVisible();
    await expect(dialog.getByRole("columnheader", { name: headphones.name })).toBeVisible();
    await expect(page).toHaveURL(/compare=wireless-headphones/);
    const rows = await dialog.getByRole("rowheader").count();
    await settled(page);
    await look("comparison");
    expect(await axe(page, "comparison")).toEqual([]);
    await dialog
      .getByRole("switch", { name: say("comparing:only_differences") })
      .check({ force: true });
    await expect.poll(() => dialog.getByRole("rowheader").count()).toBeLessThan(rows);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/compare=/);

    await open(page, "/search-results?compare=wireless-headphones,wireless-earbuds");
    await expect(dialog.getByRole("columnheader", { name: earbuds.name })).toBeVisible();
    await dialog
      .getByRole("button", { name: say("comparing:remove", { name: earbuds.name }) })
      .click();
    await expect(dialog.getByRole("columnheader", { name: earbuds.name })).toHaveCount(0);
  },
);
