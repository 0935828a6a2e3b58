/**
 * Every page of the staff console. How to add one:
 *
 *  1. Write features/<feature>/console/<name>.tsx with `export default definePage({ head, Component })`.
 *  2. Add one line here: address below /console, "<feature>/<name>", who may open it without being
 *     signed in ("open") or the capability of whoever may ("needs"), and its place in the menu, if
 *     it has one: its group, text (namespace "console") and icon.
 *  3. Texts go to locales/{en,ar}/console/<feature>.json: namespace "<feature>" of the console,
 *     which has the storefront's namespaces as well, except where a console file has the same name.
 *
 * None of this reaches a customer's browser.
 */

import type { Capability } from "../backoffice/me";
import type { IconName } from "../ui/Icon";

export interface ConsoleRoute {
  path: string;
  /** "<feature>/<name>" of features/<feature>/console/<name>.tsx. */
  page: string;
  /** Works without being signed in: the sign-in page. */
  open?: true;
  /** What the API asks of whoever reads it; absent where the page works without being signed in. */
  needs?: Capability;
  /** Its place in the menu of those who may use it. */
  menu?: { group: Group; text: string; icon: IconName };
  /** What the search over everything calls a page that has no place in the menu. */
  find?: string;
  /** What stands on the page, which the search finds it by as well. */
  about?: readonly string[];
}

/** What the menu is divided into, in order; text "group_<name>" of namespace "console". */
export const groups = [
  "orders",
  "catalogue",
  "branches",
  "customers",
  "marketing",
  "money",
  "settings",
] as const;
export type Group = (typeof groups)[number];

export interface Section {
  path: string;
  group: Group;
  text: string;
  icon: IconName;
}

/**
 * The pages that have a place in the menu of somebody who has these capabilities, group by group.
 * The first of them is where that person begins.
 */
export function sectionsOf(capabilities: readonly Capability[]): Section[] {
  const theirs = consoleRoutes.flatMap(({ path, needs, menu }) =>
    menu && needs && capabilities.includes(needs) ? [{ path, ...menu }] : [],
  );
  return groups.flatMap((group) => theirs.filter((one) => one.group === group));
}

export interface FoundPage {
  path: string;
  text: string;
  about: readonly string[];
}

/** The pages that the search over everything offers somebody, those of the menu first. */
export function findable(capabilities: readonly Capability[]): FoundPage[] {
  const named = consoleRoutes.flatMap(({ path, needs, menu, find, about = [] }) => {
    const text = menu?.text ?? find;
    return text && needs && capabilities.includes(needs) ? [{ path, text, about }] : [];
  });
  const order = sectionsOf(capabilities).map(({ path }) => path);
  const place = ({ path }: FoundPage) =>
    order.includes(path) ? order.indexOf(path) : order.length + named.length;
  return named.sort((a, b) => place(a) - place(b));
}

/** The section that a page stands in: the one whose address it goes on from. */
export function sectionAt(sections: readonly Section[], pathname: string): Section | undefined {
  const within = ({ path }: Section) =>
    path === "/"
      ? pathname === "/" || pathname.startsWith("/orders/")
      : pathname === path || pathname.startsWith(`${path}/`);
  return sections.filter(within).sort((a, b) => b.path.length - a.path.length)[0];
}

export const consoleRoutes: readonly ConsoleRoute[] = [
  { path: "/sign-in", page: "auth/sign-in", open: true },
  { path: "/join", page: "staff/join", open: true },
  { path: "/account", page: "auth/account", needs: "console.use", find: "auth:account" },
  { path: "/begin", page: "setup/begin", open: true },
  {
    path: "/setup",
    page: "setup/setup",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_setup", icon: "home" },
  },
  { path: "/first-branch", page: "branches/first", needs: "services.make" },
  { path: "/shop", page: "setup/shop", needs: "settings.change", find: "setup:shop_title" },
  {
    path: "/backups",
    page: "backups/backups",
    needs: "backups.manage",
    menu: { group: "settings", text: "menu_backups", icon: "copy" },
  },
  {
    path: "/ways",
    page: "settings/ways",
    needs: "settings.change",
    find: "ways:title",
    about: ["ways:cash_title", "ways:card_title"],
  },
  {
    path: "/storage",
    page: "storage/storage",
    needs: "backups.manage",
    find: "storage:title",
  },
  { path: "/tiles", page: "tiles/tiles", needs: "settings.change", find: "tiles:title" },
  {
    path: "/providers",
    page: "settings/providers",
    needs: "settings.change",
    find: "providers:title",
  },
  {
    path: "/wording",
    page: "wording/list",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_wording", icon: "chat" },
  },
  { path: "/wording/:id", page: "wording/message", needs: "settings.change" },
  {
    path: "/",
    page: "orders/board",
    needs: "orders.read",
    menu: { group: "orders", text: "menu_orders", icon: "grid" },
  },
  { path: "/orders/:id", page: "orders/order", needs: "orders.read" },
  {
    path: "/finance",
    page: "wallet/finance",
    needs: "credits.read",
    menu: { group: "money", text: "menu_finance", icon: "wallet" },
  },
  {
    path: "/takings",
    page: "orders/takings",
    needs: "takings.read",
    menu: { group: "money", text: "menu_takings", icon: "cash" },
  },
  {
    path: "/returns",
    page: "returns/queue",
    needs: "returns.read",
    menu: { group: "orders", text: "menu_returns", icon: "undo" },
  },
  { path: "/returns/:id", page: "returns/one", needs: "returns.read" },
  {
    path: "/content",
    page: "content/posts",
    needs: "content.write",
    menu: { group: "marketing", text: "menu_content", icon: "edit" },
  },
  {
    path: "/coupons",
    page: "promo/list",
    needs: "coupons.read",
    menu: { group: "marketing", text: "menu_coupons", icon: "tag" },
  },
  { path: "/coupons/:id", page: "promo/edit", needs: "coupons.read" },
  {
    path: "/referrals",
    page: "referral/held",
    needs: "referrals.decide",
    menu: { group: "marketing", text: "menu_referrals", icon: "share" },
  },
  {
    path: "/quotations",
    page: "quotations/queue",
    needs: "quotations.read",
    menu: {
      group: "orders",
      text: "menu_quotations",
      icon: "note",
    },
  },
  {
    path: "/all-orders",
    page: "orders/all",
    needs: "orders.read",
    menu: { group: "orders", text: "menu_all_orders", icon: "list" },
  },
  { path: "/quotations/:id", page: "quotations/quotation", needs: "quotations.read" },
  {
    path: "/customers",
    page: "customers/list",
    needs: "customers.read",
    menu: { group: "customers", text: "menu_customers", icon: "user" },
  },
  { path: "/customers/:id", page: "customers/customer", needs: "customers.read" },
  {
    path: "/ratings",
    page: "ratings/ratings",
    needs: "ratings.moderate",
    menu: { group: "customers", text: "menu_ratings", icon: "star" },
  },
  {
    path: "/support",
    page: "support/queue",
    needs: "tickets.answer",
    menu: { group: "customers", text: "menu_support", icon: "chat" },
  },
  { path: "/support/:id", page: "support/ticket", needs: "tickets.answer" },
  {
    path: "/branches",
    page: "branches/list",
    needs: "branches.set",
    menu: { group: "branches", text: "menu_branches", icon: "store" },
  },
  { path: "/branches/:id", page: "branches/branch", needs: "branches.set" },
  {
    path: "/delivery",
    page: "branches/tester",
    needs: "branches.set",
    menu: { group: "branches", text: "menu_delivery", icon: "moped" },
  },
  { path: "/hours", page: "branches/hours", needs: "branches.set", find: "sellers:named_days" },
  { path: "/hours/:id", page: "branches/days", needs: "branches.set" },
  {
    path: "/stores",
    page: "branches/stores",
    needs: "branches.make",
    menu: { group: "branches", text: "menu_stores", icon: "bag" },
  },
  { path: "/stores/:id", page: "branches/store", needs: "branches.make" },
  {
    path: "/services",
    page: "branches/services",
    needs: "services.make",
    menu: { group: "branches", text: "menu_services", icon: "tag" },
  },
  { path: "/services/:id", page: "branches/service", needs: "services.make" },
  {
    path: "/districts",
    page: "places/list",
    needs: "branches.make",
    menu: { group: "branches", text: "menu_areas", icon: "pin" },
  },
  {
    path: "/districts/import",
    page: "places/import",
    needs: "services.make",
    find: "areas:import",
  },
  { path: "/districts/:id", page: "places/district", needs: "services.make" },
  {
    path: "/governorates",
    page: "places/governorates",
    needs: "branches.make",
    find: "areas:governorates",
  },
  { path: "/governorates/:id", page: "places/governorate", needs: "services.make" },
  {
    path: "/messages",
    page: "notices/messages",
    needs: "messages.resend",
    menu: { group: "customers", text: "menu_messages", icon: "mail" },
  },
  {
    path: "/currencies",
    page: "currency/rates",
    needs: "rates.set",
    menu: { group: "money", text: "menu_currencies", icon: "cash" },
  },
  {
    path: "/settings",
    page: "settings/settings",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_settings", icon: "note" },
    about: ["settings:referral", "settings:points", "settings:late", "settings:safety"],
  },
  {
    path: "/rules",
    page: "settings/rules",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_rules", icon: "shield" },
    about: ["rules:points", "rules:returns", "rules:orders"],
  },
  {
    path: "/products",
    page: "catalog/products",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_products", icon: "bag" },
  },
  { path: "/products/:id", page: "catalog/product", needs: "catalogue.read" },
  {
    path: "/extras",
    page: "extras/list",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_extras", icon: "list" },
  },
  { path: "/extras/:id", page: "extras/group", needs: "catalogue.read" },
  {
    path: "/menus",
    page: "menus/list",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_menus", icon: "clock" },
  },
  { path: "/menus/:id", page: "menus/menu", needs: "catalogue.read" },
  {
    path: "/prices",
    page: "catalog/prices",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_prices", icon: "cash" },
  },
  {
    path: "/prices/waiting",
    page: "catalog/waiting",
    needs: "prices.decide",
    menu: { group: "money", text: "menu_price_waits", icon: "tag" },
  },
  {
    path: "/categories",
    page: "catalog/categories",
    needs: "categories.edit",
    menu: { group: "catalogue", text: "menu_categories", icon: "list" },
  },
  { path: "/categories/:id", page: "catalog/category", needs: "categories.edit" },
  {
    path: "/imports",
    page: "imports/imports",
    needs: "files.import",
    menu: { group: "catalogue", text: "menu_imports", icon: "external" },
  },
  { path: "/imports/:id", page: "imports/import", needs: "files.import" },
  {
    path: "/media",
    page: "media/library",
    needs: "media.use",
    menu: { group: "catalogue", text: "menu_media", icon: "image" },
  },
  { path: "/media/:name", page: "media/picture", needs: "media.use" },
  { path: "/content/posts/:id", page: "content/post", needs: "content.write" },
  {
    path: "/content/pages",
    page: "content/pages",
    needs: "content.write",
    find: "content:section_pages",
  },
  { path: "/content/pages/:id", page: "content/page", needs: "content.write" },
  {
    path: "/content/banners",
    page: "content/banners",
    needs: "content.write",
    find: "content:section_banners",
  },
  { path: "/content/banners/:id", page: "content/banner", needs: "content.write" },
  {
    path: "/content/blocks",
    page: "content/blocks",
    needs: "content.write",
    find: "content:section_blocks",
  },
  { path: "/content/blocks/:id", page: "content/block", needs: "content.write" },
  {
    path: "/content/contact",
    page: "content/contact",
    needs: "content.write",
    find: "content:section_contact",
  },
  {
    path: "/content/missing",
    page: "content/missing",
    needs: "content.write",
    find: "content:section_missing",
  },
  {
    path: "/people",
    page: "staff/people",
    needs: "staff.manage",
    menu: { group: "settings", text: "menu_people", icon: "user" },
  },
  { path: "/people/invite", page: "staff/invite", needs: "staff.manage", find: "staff:invite" },
  { path: "/people/:id", page: "staff/person", needs: "staff.manage" },
  {
    path: "/log",
    page: "staff/log",
    needs: "audit.read",
    menu: { group: "settings", text: "menu_log", icon: "list" },
  },
];

/** Where somebody is sent who is not signed in, and where they go afterwards. */
export const consolePaths = { signIn: "/sign-in", start: "/" } as const;
