/**
 * Every page of the staff console. How to add one:
 *
 *  1. Write features/<domain>/<feature>/console/<name>.tsx with `export default definePage({ head, Component })`.
 *  2. Add one line here: address below /console, "<domain>/<feature>/<name>", either "open" for a page without sign-in
 *     or the capability it requires ("needs"), and its place in the menu, if it has one: its group, text (namespace
 *     "console") and icon.
 *  3. Texts go to locales/{en,ar}/console/<feature>.json: namespace "<feature>" of the console, which has the
 *     storefront's namespaces as well, except where a console file has the same name.
 *
 * None of this reaches a customer's browser.
 */

import type { Capability } from "../backoffice/me";
import type { IconName } from "../ui/Icon";

export interface ConsoleRoute {
  path: string;
  /** "<domain>/<feature>/<name>" of features/<domain>/<feature>/console/<name>.tsx. */
  page: string;
  /** Works without being signed in: the sign-in page. */
  open?: true;
  /** The capability that reading it requires; absent where the page works without being signed in. */
  needs?: Capability;
  /** Its place in the menu of those who may use it. */
  menu?: { group: Group; text: string; icon: IconName };
  /** The name in the global search of a page without a place in the menu. */
  find?: string;
  /** The page's contents, by which the search finds it as well. */
  about?: readonly string[];
}

/** The groups of the menu, in order; text "group_<name>" of namespace "console". */
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
 * The menu's pages for a staff member with these capabilities, group by group. The first of them is
 * that person's start page.
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

/** The pages that the global search offers a staff member, those of the menu first. */
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

/** The section of a page: the one whose address is a prefix of the page's. */
export function sectionAt(sections: readonly Section[], pathname: string): Section | undefined {
  const within = ({ path }: Section) =>
    path === "/"
      ? pathname === "/" || pathname.startsWith("/orders/")
      : pathname === path || pathname.startsWith(`${path}/`);
  return sections.filter(within).sort((a, b) => b.path.length - a.path.length)[0];
}

export const consoleRoutes: readonly ConsoleRoute[] = [
  { path: "/sign-in", page: "identity/auth/sign-in", open: true },
  { path: "/join", page: "identity/staff/join", open: true },
  { path: "/account", page: "identity/auth/account", needs: "console.use", find: "auth:account" },
  { path: "/begin", page: "operations/setup/begin", open: true },
  {
    path: "/setup",
    page: "operations/setup/setup",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_setup", icon: "home" },
  },
  { path: "/first-branch", page: "locations/branches/first", needs: "services.make" },
  {
    path: "/shop",
    page: "operations/setup/shop",
    needs: "settings.change",
    find: "setup:shop_title",
  },
  {
    path: "/backups",
    page: "operations/backups/backups",
    needs: "backups.manage",
    menu: { group: "settings", text: "menu_backups", icon: "copy" },
  },
  {
    path: "/ways",
    page: "ordering/paymentmethods/methods",
    needs: "settings.change",
    find: "ways:title",
    about: ["ways:cash_title", "ways:card_title"],
  },
  {
    path: "/storage",
    page: "operations/storage/storage",
    needs: "backups.manage",
    find: "storage:title",
  },
  {
    path: "/tiles",
    page: "operations/maptiles/tiles",
    needs: "settings.change",
    find: "tiles:title",
  },
  {
    path: "/providers",
    page: "operations/messaging/messaging",
    needs: "settings.change",
    find: "providers:title",
  },
  {
    path: "/wording",
    page: "operations/messagetemplates/list",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_wording", icon: "chat" },
  },
  { path: "/wording/:id", page: "operations/messagetemplates/message", needs: "settings.change" },
  {
    path: "/",
    page: "ordering/orders/board",
    needs: "orders.read",
    menu: { group: "orders", text: "menu_orders", icon: "grid" },
  },
  { path: "/orders/:id", page: "ordering/orders/order", needs: "orders.read" },
  {
    path: "/finance",
    page: "money/wallet/finance",
    needs: "credits.read",
    menu: { group: "money", text: "menu_finance", icon: "wallet" },
  },
  {
    path: "/takings",
    page: "ordering/orders/takings",
    needs: "takings.read",
    menu: { group: "money", text: "menu_takings", icon: "cash" },
  },
  {
    path: "/returns",
    page: "aftersales/returns/queue",
    needs: "returns.read",
    menu: { group: "orders", text: "menu_returns", icon: "undo" },
  },
  { path: "/returns/:id", page: "aftersales/returns/one", needs: "returns.read" },
  {
    path: "/content",
    page: "marketing/content/posts",
    needs: "content.write",
    menu: { group: "marketing", text: "menu_content", icon: "edit" },
  },
  {
    path: "/coupons",
    page: "marketing/coupons/list",
    needs: "coupons.read",
    menu: { group: "marketing", text: "menu_coupons", icon: "tag" },
  },
  { path: "/coupons/:id", page: "marketing/coupons/edit", needs: "coupons.read" },
  {
    path: "/referrals",
    page: "aftersales/referral/held",
    needs: "referrals.decide",
    menu: { group: "marketing", text: "menu_referrals", icon: "share" },
  },
  {
    path: "/quotations",
    page: "ordering/quotations/queue",
    needs: "quotations.read",
    menu: {
      group: "orders",
      text: "menu_quotations",
      icon: "note",
    },
  },
  {
    path: "/all-orders",
    page: "ordering/orders/all",
    needs: "orders.read",
    menu: { group: "orders", text: "menu_all_orders", icon: "list" },
  },
  { path: "/quotations/:id", page: "ordering/quotations/quotation", needs: "quotations.read" },
  {
    path: "/customers",
    page: "aftersales/customers/list",
    needs: "customers.read",
    menu: { group: "customers", text: "menu_customers", icon: "user" },
  },
  { path: "/customers/:id", page: "aftersales/customers/customer", needs: "customers.read" },
  {
    path: "/ratings",
    page: "aftersales/ratings/ratings",
    needs: "ratings.moderate",
    menu: { group: "customers", text: "menu_ratings", icon: "star" },
  },
  {
    path: "/support",
    page: "aftersales/support/queue",
    needs: "tickets.answer",
    menu: { group: "customers", text: "menu_support", icon: "chat" },
  },
  { path: "/support/:id", page: "aftersales/support/ticket", needs: "tickets.answer" },
  {
    path: "/branches",
    page: "locations/branches/list",
    needs: "branches.set",
    menu: { group: "branches", text: "menu_branches", icon: "store" },
  },
  { path: "/branches/:id", page: "locations/branches/branch", needs: "branches.set" },
  {
    path: "/delivery",
    page: "locations/branches/tester",
    needs: "branches.set",
    menu: { group: "branches", text: "menu_delivery", icon: "moped" },
  },
  {
    path: "/hours",
    page: "locations/branches/hours",
    needs: "branches.set",
    find: "sellers:named_days",
  },
  { path: "/hours/:id", page: "locations/branches/days", needs: "branches.set" },
  {
    path: "/stores",
    page: "locations/branches/stores",
    needs: "branches.make",
    menu: { group: "branches", text: "menu_stores", icon: "bag" },
  },
  { path: "/stores/:id", page: "locations/branches/store", needs: "branches.make" },
  {
    path: "/services",
    page: "locations/branches/services",
    needs: "services.make",
    menu: { group: "branches", text: "menu_services", icon: "tag" },
  },
  { path: "/services/:id", page: "locations/branches/service", needs: "services.make" },
  {
    path: "/districts",
    page: "locations/places/list",
    needs: "branches.make",
    menu: { group: "branches", text: "menu_areas", icon: "pin" },
  },
  {
    path: "/districts/import",
    page: "locations/places/import",
    needs: "services.make",
    find: "areas:import",
  },
  { path: "/districts/:id", page: "locations/places/district", needs: "services.make" },
  {
    path: "/governorates",
    page: "locations/places/governorates",
    needs: "branches.make",
    find: "areas:governorates",
  },
  { path: "/governorates/:id", page: "locations/places/governorate", needs: "services.make" },
  {
    path: "/messages",
    page: "identity/notices/messages",
    needs: "messages.resend",
    menu: { group: "customers", text: "menu_messages", icon: "mail" },
  },
  {
    path: "/currencies",
    page: "money/currency/rates",
    needs: "rates.set",
    menu: { group: "money", text: "menu_currencies", icon: "cash" },
  },
  {
    path: "/settings",
    page: "operations/settings/settings",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_settings", icon: "note" },
    about: ["settings:referral", "settings:points", "settings:late", "settings:safety"],
  },
  {
    path: "/rules",
    page: "operations/shoppolicies/policies",
    needs: "settings.change",
    menu: { group: "settings", text: "menu_rules", icon: "shield" },
    about: ["rules:points", "rules:returns", "rules:orders"],
  },
  {
    path: "/products",
    page: "catalogue/products/products",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_products", icon: "bag" },
  },
  { path: "/products/:id", page: "catalogue/products/product", needs: "catalogue.read" },
  {
    path: "/extras",
    page: "catalogue/extras/list",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_extras", icon: "list" },
  },
  { path: "/extras/:id", page: "catalogue/extras/group", needs: "catalogue.read" },
  {
    path: "/menus",
    page: "catalogue/menus/list",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_menus", icon: "clock" },
  },
  { path: "/menus/:id", page: "catalogue/menus/menu", needs: "catalogue.read" },
  {
    path: "/prices",
    page: "catalogue/products/prices",
    needs: "catalogue.read",
    menu: { group: "catalogue", text: "menu_prices", icon: "cash" },
  },
  {
    path: "/prices/waiting",
    page: "catalogue/products/waiting",
    needs: "prices.decide",
    menu: { group: "money", text: "menu_price_waits", icon: "tag" },
  },
  {
    path: "/categories",
    page: "catalogue/products/categories",
    needs: "categories.edit",
    menu: { group: "catalogue", text: "menu_categories", icon: "list" },
  },
  { path: "/categories/:id", page: "catalogue/products/category", needs: "categories.edit" },
  {
    path: "/imports",
    page: "catalogue/imports/imports",
    needs: "files.import",
    menu: { group: "catalogue", text: "menu_imports", icon: "external" },
  },
  { path: "/imports/:id", page: "catalogue/imports/import", needs: "files.import" },
  {
    path: "/media",
    page: "identity/media/library",
    needs: "media.use",
    menu: { group: "catalogue", text: "menu_media", icon: "image" },
  },
  { path: "/media/:name", page: "identity/media/picture", needs: "media.use" },
  { path: "/content/posts/:id", page: "marketing/content/post", needs: "content.write" },
  {
    path: "/content/pages",
    page: "marketing/content/pages",
    needs: "content.write",
    find: "content:section_pages",
  },
  { path: "/content/pages/:id", page: "marketing/content/page", needs: "content.write" },
  {
    path: "/content/banners",
    page: "marketing/content/banners",
    needs: "content.write",
    find: "content:section_banners",
  },
  { path: "/content/banners/:id", page: "marketing/content/banner", needs: "content.write" },
  {
    path: "/content/blocks",
    page: "marketing/content/blocks",
    needs: "content.write",
    find: "content:section_blocks",
  },
  { path: "/content/blocks/:id", page: "marketing/content/block", needs: "content.write" },
  {
    path: "/content/contact",
    page: "marketing/content/contact",
    needs: "content.write",
    find: "content:section_contact",
  },
  {
    path: "/content/missing",
    page: "marketing/content/missing",
    needs: "content.write",
    find: "content:section_missing",
  },
  {
    path: "/people",
    page: "identity/staff/people",
    needs: "staff.manage",
    menu: { group: "settings", text: "menu_people", icon: "user" },
  },
  {
    path: "/people/invite",
    page: "identity/staff/invite",
    needs: "staff.manage",
    find: "staff:invite",
  },
  { path: "/people/:id", page: "identity/staff/person", needs: "staff.manage" },
  {
    path: "/log",
    page: "identity/staff/log",
    needs: "audit.read",
    menu: { group: "settings", text: "menu_log", icon: "list" },
  },
];

/** The page for visitors without a session, and the page after signing in. */
export const consolePaths = { signIn: "/sign-in", start: "/" } as const;
