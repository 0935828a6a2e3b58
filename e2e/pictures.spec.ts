/** The pictures of docs/pictures, for the README: `WEKALA_PICTURES=1 scripts/journeys.sh pictures`. */
import path from "node:path";
import { grocery } from "./support/api";
import { enterConsole, open, readyCustomer } from "./support/shop";
import { expect, type Page, settled, somebodyElse, test } from "./support/test";

test.use({ deviceScaleFactor: 1.5 });

/** Saves a screenshot of the page as docs/pictures/<name>-<language>.png. */
async function keep(page: Page, name: string, lang: string): Promise<void> {
  await settled(page);
  await page.waitForFunction(() =>
    [...document.images].every((one) => one.complete || one.loading === "lazy"),
  );
  // Placeholders of content that is still loading, within the screen.
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".animate-breathe")].every((one) => {
      const { top, bottom, width } = one.getBoundingClientRect();
      return width === 0 || bottom <= 0 || top >= innerHeight;
    }),
  );
  await page.screenshot({
    path: path.join(__dirname, `../docs/pictures/${name}-${lang}.png`),
    animations: "disabled",
  });
}

test("pictures of texts", { tag: ["@en-desktop", "@ar-desktop", "@each"] }, async ({
  page,
  lang,
}) => {
  const arab = lang === "ar" ? "&figures=arab" : "";
  await page.goto(`/dev/texts?from=web&q=web/checkout${arab}`);
  await keep(page, "texts", lang);
  await page.goto(`/dev/texts?q=server/orders:notice${arab}`);
  await keep(page, "texts-messages", lang);
});

test("pictures", { tag: ["@en-phone", "@ar-phone", "@each"] }, async ({
  page,
  say,
  api,
  phone,
  lang,
  watch,
}) => {
  const address = await readyCustomer(page, api, phone, {
    "var_white-eggs--30pc": 1,
    "var_mango-nectar": 2,
    var_sugar: 1,
  });
  await open(page, "/products/mango-nectar");
  await keep(page, "product", lang);
  await open(page, "/cart");
  await expect(page.getByRole("button", { name: say("basket:checkout") })).toBeEnabled();
  await keep(page, "cart", lang);
  await open(page, `/checkout?service_id=${grocery.service}`);
  await expect(page.getByRole("button", { name: say.part("checkout:place") })).toBeVisible();
  await keep(page, "checkout", lang);

  const { order } = await api.placeOrder(address);
  await open(page, "/home?service_id=grocery");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await keep(page, "home", lang);
  await open(page, `/branches/${grocery.slug}`);
  await keep(page, "branch", lang);

  const staff = await somebodyElse(page, watch);
  await enterConsole(staff, say);
  await expect(staff.getByRole("link", { name: new RegExp(order.number) })).toBeVisible();
  await keep(staff, "console", lang);
  await open(staff, "/console/products/prd_mango-nectar");
  await expect(staff.getByRole("heading", { level: 1 })).toBeVisible();
  await keep(staff, "console-product", lang);
  await open(staff, "/console/prices");
  await expect(staff.getByRole("table").getByRole("textbox").first()).toBeVisible();
  await keep(staff, "console-prices", lang);
  await open(staff, `/console/orders/${order.id}`);
  for (const to of ["processing", "shipped", "out_for_delivery"]) {
    await staff
      .getByRole("button", {
        name: say("console/orders:move_label", {
          move: say.raw(`server/orders:move_${to}`),
          number: order.number,
        }),
      })
      .click();
    await expect.poll(async () => (await api.order(order.id)).status).toBe(to);
  }
  await open(page, `/account/my-orders/${order.id}`);
  await expect(page.getByRole("region", { name: say("orders:door") })).toBeVisible();
  await keep(page, "order", lang);
  await staff.context().close();
});
