/** Without a network: pages seen before open, and the cart catches up afterwards. */
import { alive, beAt, buyButton, enterConsole, open } from "./support/shop";
import { expect, test } from "./support/test";

// Everywhere else the worker is blocked, so that journeys see every request.
test.use({ serviceWorkers: "allow" });
const pair = { tag: ["@ar-phone", "@en-desktop"] };

test(
  "what was seen before opens, and the cart catches up",
  pair,
  async ({ page, context, say, api, watch }) => {
    // The browser itself logs every request that has no network.
    watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/);
    await beAt(page, api);
    const prefix = `/${api.lang}`;
    const sugar = await api.product("sugar");
    await open(page, `${prefix}/home?service_id=grocery`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((taken) =>
          navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true }),
        );
      }
    });
    await open(page, `${prefix}/products/${sugar.slug}`);

    await context.setOffline(true);
    await open(page, `${prefix}/products/${sugar.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sugar.name);
    await expect(page.getByText(say("shell:offline"))).toBeVisible();
    const main = page.getByRole("main");
    await buyButton(page, say, sugar.name).click();
    await expect(page.getByText(say.part("cart:kept"))).toBeVisible();
    // Kept beyond the page: it is reloaded, still without a network.
    await page.reload();
    await alive(page);
    await expect(
      main.getByRole("button", { name: say("cart:one_more", { name: sugar.name }) }).first(),
    ).toBeVisible();
    // A page that was never opened before shows that, with a retry button.
    await open(page, `${prefix}/account/preferences`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText(say("cart:kept_sent"))).toBeVisible();
    await open(page, `${prefix}/cart`);
    await expect(page.getByRole("main").getByText(sugar.name).first()).toBeVisible();
  },
);

test(
  "a browser that is wrong about its network loses nothing",
  pair,
  async ({ page, say, api, watch }) => {
    watch.allow(/net::ERR|Failed to fetch|favicon/);
    // Browsers report this when the shop is on the local network, or behind some tunnels.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true }),
    );
    await beAt(page, api);
    const sugar = await api.product("sugar");
    await open(page, "/products/sugar");
    await page.route("**/order/add-to-cart", (route) => route.abort());
    await buyButton(page, say, sugar.name).click();
    await expect(page.getByText(say.part("cart:kept"))).toBeVisible();
    await page.goto("/healthz");
    await page.unroute("**/order/add-to-cart");
    await open(page, "/products/sugar");
    await expect(page.getByText(say("cart:kept_sent"))).toBeVisible();
    await expect(page.getByText(say("shell:offline"))).toHaveCount(0);
    await enterConsole(page, say);
    await expect(page.getByRole("navigation").first()).toBeVisible();
    await expect(page.getByText(say("console/console:offline"))).toHaveCount(0);
  },
);
