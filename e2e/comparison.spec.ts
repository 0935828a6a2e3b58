/** Products beside each other: chosen on cards, shown in the dialog, shared by a link. */
import { beAt, open } from "./support/shop";
import { axe, expect, settled, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "two products are compared by what differs, and the link shows the same to anybody",
  pair,
  async ({ page, say, api, look }) => {
    const sugar = await api.product("sugar");
    const rice = await api.product("egyptian-rice");
    await beAt(page, api);
    await open(page, "/products/sugar");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("comparison:take"), exact: true })
      .click();
    const bar = page.getByRole("region", { name: say("comparison:bar") });
    await bar.getByRole("button", { name: say.part("comparison:open") }).click();
    const dialog = page.getByRole("dialog", { name: say("comparing:title") });
    await dialog.getByRole("searchbox", { name: say("comparing:search") }).fill(rice.name);
    await dialog.getByRole("button", { name: rice.name }).first().click();
    await expect(dialog.getByRole("columnheader", { name: rice.name })).toBeVisible();
    await expect(dialog.getByRole("columnheader", { name: sugar.name })).toBeVisible();
    await expect(page).toHaveURL(/compare=sugar/);
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

    await open(page, "/search-results?compare=sugar,egyptian-rice");
    await expect(dialog.getByRole("columnheader", { name: rice.name })).toBeVisible();
    await dialog
      .getByRole("button", { name: say("comparing:remove", { name: rice.name }) })
      .click();
    await expect(dialog.getByRole("columnheader", { name: rice.name })).toHaveCount(0);
  },
);
