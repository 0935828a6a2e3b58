/** Common steps of customers and staff in the shop. */
import { type Api, maadi, type Place, plenty } from "./api";
import { expect, type Page } from "./test";
import { type Say, western } from "./texts";

const origin = process.env.WEKALA_URL ?? "";

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, address: string): Promise<number> {
  const answer = await page.goto(address);
  await alive(page);
  return answer?.status() ?? 0;
}

/** Waits until React has hydrated the server's markup. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector("#root button, #root a");
    return root !== null && Object.keys(root).some((name) => name.startsWith("__reactProps$"));
  });
}

/** Chooses a district in the open location dialog by searching its list. */
export async function pickDistrict(page: Page, say: Say, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: say("places:title") });
  await dialog.getByRole("searchbox", { name: say("places:search") }).fill(name);
  await dialog.getByRole("button", { name, exact: true }).click();
}

interface VisitorPlace {
  place?: Place;
  address?: string;
  name?: string;
}

/** The unencoded cookies of a visitor who chose a place, and may be signed in. */
export async function placeCookies(
  api: Api,
  more: VisitorPlace = {},
): Promise<Record<string, string>> {
  const place = more.place ?? maadi;
  const district = await api.district(place.district);
  return {
    district_id: place.district,
    location: JSON.stringify({ lat: place.lat, lng: place.lng }),
    default_location: "1",
    selected_address: more.name ?? district.name,
    ...(more.address ? { address_id: more.address } : {}),
    ...(api.token ? { token: api.token } : {}),
  };
}

/** Gives a browser these cookies. */
export async function beAt(page: Page, api: Api, more: VisitorPlace = {}): Promise<void> {
  await page.context().addCookies(
    Object.entries(await placeCookies(api, more)).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: origin,
    })),
  );
}

/** A customer with an address and a cart that may be ordered, without an open page yet. */
export async function readyCustomer(
  page: Page,
  api: Api,
  phone: string,
  lines: Record<string, number> = { [plenty]: 1 },
): Promise<string> {
  const address = await readied(api, phone, lines);
  await beAt(page, api, { address });
  return address;
}

/** Like readyCustomer, without a browser. */
export async function readied(
  api: Api,
  phone: string,
  lines: Record<string, number> = { [plenty]: 1 },
): Promise<string> {
  await api.signIn(phone, api.lang === "ar" ? "ليلى حسن" : "Laila Hassan");
  const address = await api.addAddress({ is_default: true });
  for (const [product, qty] of Object.entries(lines)) await api.add(product, qty);
  return address.id;
}

/** A guest signs in: from the header of wide screens, on phones from the account in the bottom bar. */
export async function askToSignIn(page: Page, say: Say): Promise<void> {
  const atHead = page
    .getByRole("banner")
    .getByRole("button", { name: say("shell:header.sign_in"), exact: true });
  const places = page.getByRole("navigation", { name: say("shell:nav.label") });
  if (!(await places.isVisible())) return atHead.click();
  await places.getByRole("link", { name: say("shell:header.account"), exact: true }).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: say("account:sign_in"), exact: true })
    .click();
}

/** The add button of a product's own page; its name contains the label, the price and the product's name. */
export const buyButton = (page: Page, say: Say, name: string): ReturnType<Page["locator"]> =>
  page
    .getByRole("main")
    .getByRole("button", { name: say("cart:add_for") })
    .and(page.getByRole("button", { name }))
    .first();

/** On a phone, the checkout's answered steps are folded into lines: opens the one with this title. */
export async function unfold(page: Page, say: Say, title: string): Promise<void> {
  await expect(page.getByRole("button", { name: say.part("checkout:place") })).toBeVisible();
  const line = page.locator("main [data-field] button[aria-expanded=false]");
  const folded = line.filter({ hasText: say.part(title) });
  if (await folded.isVisible()) await folded.click();
}

/** In the dialog: phone, code, and for new customers a name. */
export async function signInWithCode(
  page: Page,
  say: Say,
  api: Api,
  phone: string,
  name: string | null,
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: say("auth:title") });
  await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill(`0${phone}`);
  await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
  const field = dialog.getByRole("textbox", { name: say.part("auth:code") });
  await expect(field).toBeVisible();
  // The fourth digit submits it.
  await field.pressSequentially(await api.code(phone));
  if (name === null) {
    await expect(dialog).toBeHidden();
    return;
  }
  const joining = page.getByRole("dialog", { name: say("auth:register_title") });
  await joining.getByRole("textbox", { name: say.part("auth:name") }).fill(name);
  await joining.getByRole("button", { name: say("auth:register") }).click();
  await expect(joining).toBeHidden();
}

/** Signs staff in to the console: the owner, or the demo's staff member with that address. */
export async function enterConsole(page: Page, say: Say, path = "", as = ""): Promise<void> {
  const [owner = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
  const email = as || owner;
  await open(page, `/console${path}`);
  await page.getByRole("textbox", { name: say.part("console/auth:email") }).fill(email);
  await page.getByLabel(say.part("console/auth:password")).fill(password);
  await page.getByRole("button", { name: say("console/auth:submit") }).click();
}

/** Opens a section of the console: from the side bar, on a phone from the bottom bar or its menu. */
export async function goToSection(page: Page, say: Say, text: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: say("console/console:menu"), exact: true });
  const link = menu.getByRole("link", { name: say(`console/console:${text}`), exact: true });
  const more = menu.getByRole("button", { name: say("console/console:menu_more"), exact: true });
  await expect(link.or(more).first()).toBeVisible();
  if ((await link.count()) === 0) await more.click();
  await link.last().click();
}

/** An amount as a number, in any notation that a page uses. */
export function amountOf(text: string): number {
  const figures = western(text).replace(/٬|,/g, "").replace("٫", ".");
  return Number(/\d+(?:\.\d+)?/.exec(figures)?.[0] ?? Number.NaN);
}
