/** Every page that the console has an address for, as an owner sees it: judged by axe, and not wider than its screen. */
import { consoleRoutes } from "../web/src/console/routes";
import { alive, enterConsole, open } from "./support/shop";
import { axe, expect, settled, somebodyElse, test, tooWide } from "./support/test";

/** Lists that stand elsewhere than one step above their records. */
const listed: Readonly<Record<string, string>> = {
  "/orders/:id": "/all-orders",
  "/content/posts/:id": "/content",
};

/** Records that the demo shop has none of; what is new of them is looked at instead, where there is such a page. */
const none: Readonly<Record<string, string | null>> = {
  "/returns/:id": null,
  "/quotations/:id": null,
  "/support/:id": null,
  "/imports/:id": null,
  "/media/:name": null,
  "/hours/:id": "/hours/new",
  "/menus/:id": "/menus/new",
  "/extras/:id": "/extras/new",
};

test("every page of the console is within everybody's reach", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, watch, look, size }) => {
  test.setTimeout(600_000);
  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say);
  await alive(staff);
  const found: string[] = [];
  const looked = async (route: string, address: string) => {
    await open(staff, `/console${address}`);
    await expect(staff.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await settled(staff);
    await look(`route${route.replaceAll(/[/:]+/g, "-")}`, staff);
    for (const { rule, where } of await axe(staff, route))
      found.push(`${route}: ${rule}: ${where}`);
    const wide = await tooWide(staff);
    if (wide > 0) found.push(`${route}: wider than the screen: ${wide} px`);
  };
  /** The address of the first record of a list. */
  const first = async (route: string) => {
    const list = listed[route] ?? route.replace(/\/:\w+$/, "");
    await open(staff, `/console${list}`);
    await settled(staff);
    const pattern = new RegExp(`^/console${route.replace(/:\w+$/, "([^/?#]+)")}$`);
    const hrefs = await staff
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const known = new Set(consoleRoutes.map(({ path }) => `/console${path}`));
    return hrefs
      .find((href) => pattern.test(href) && !href.endsWith("/new") && !known.has(href))
      ?.slice("/console".length);
  };
  for (const { path, open: anybody } of consoleRoutes) {
    // What works without being signed in has journeys of its own.
    if (anybody) continue;
    if (!path.includes(":")) {
      await looked(path, path);
      continue;
    }
    const address = (await first(path)) ?? none[path];
    expect(address, `a record for ${path}`).not.toBeUndefined();
    if (address) await looked(path, address);
  }
  expect(found).toEqual([]);
});
