/** Hearts: a guest signs in and the heart is set; the list; undo. */
import { beAt, open, signInWithCode } from "./support/shop";
import { axe, expect, settled, test } from "./support/test";

const pair = { tag: ["@en-phone", "@ar-desktop"] };

test(
  "a heart begun as a guest is set after the sign-in, and undone from the list",
  pair,
  async ({ page, say, api, phone, lang, look }) => {
    const sugar = await api.product("sugar");
    await beAt(page, api);
    await open(page, "/products/sugar");
    const heart = page
      .getByRole("main")
      .getByRole("button", { name: say("hearts:heart", { name: sugar.name }), exact: true })
      .first();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.click();
    await signInWithCode(page, say, api, phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/\/products\/sugar/);

    await open(page, "/account/my-favourites");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: sugar.name, exact: true })).toBeVisible();
    await settled(page);
    await look("favourites");
    await main
      .getByRole("button", { name: say("favourites:tell_me", { name: sugar.name }) })
      .click();
    await expect(main.getByRole("checkbox", { name: say("favourites:tell_price") })).toBeChecked();
    expect(await axe(page, "my favourites")).toEqual([]);
    const wish = main.getByRole("checkbox", { name: say("favourites:tell_stock") });
    await wish.click();
    await expect(wish).not.toBeChecked();
    await expect(
      main.getByRole("checkbox", { name: say("favourites:tell_stock") }),
    ).not.toBeChecked();

    await main
      .getByRole("button", { name: say("hearts:heart", { name: sugar.name }), exact: true })
      .click();
    const undone = page.waitForResponse((answer) => answer.request().method() !== "GET");
    await page.getByRole("button", { name: say("hearts:undo") }).click();
    await undone;
    await page.reload();
    await expect(main.getByRole("link", { name: sugar.name, exact: true })).toBeVisible();
    await main.getByRole("link", { name: say("favourites:branches") }).click();
    await expect(
      main.getByRole("heading", { name: say("favourites:empty_branches") }),
    ).toBeVisible();
  },
);

test("a heart that could not be set is taken back and says so", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, api, phone, watch }) => {
  watch.allow(/status of 400/);
  const sugar = await api.product("sugar");
  await api.signIn(phone, "Laila Hassan");
  await beAt(page, api);
  await page.route("**/api/v1/favourites", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 400, json: { message: "Not now", code: "busy" } })
      : route.continue(),
  );
  await open(page, "/products/sugar");
  const heart = page
    .getByRole("main")
    .getByRole("button", { name: say("hearts:heart", { name: sugar.name }), exact: true })
    .first();
  await heart.click();
  await expect(page.getByText("Not now")).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});
