/**
 * Every page of the staff console. How to add one:
 *
 *  1. Write features/<feature>/console/<name>.tsx with `export default definePage({ head, Component })`.
 *  2. Add one line here: address below /console, "<feature>/<name>", who may open it without being
 *     signed in ("open"), and its place in the menu, if it has one: text (namespace "console"),
 *     icon, and the roles that the API lets in.
 *  3. Texts go to locales/{en,ar}/console/<feature>.json: namespace "<feature>" of the console,
 *     which has the storefront's namespaces as well, except where a console file has the same name.
 *
 * None of this reaches a shopper's browser.
 */

import type { StaffRole } from "../features/auth/console/api";
import type { IconName } from "../ui/Icon";

export interface ConsoleRoute {
  path: string;
  /** "<feature>/<name>" of features/<feature>/console/<name>.tsx. */
  page: string;
  /** Works without being signed in: the sign-in page. */
  open: boolean;
  /** Its place in the menu of those who may use it: of everybody, where no roles are named. */
  menu?: { text: string; icon: IconName; roles?: readonly StaffRole[] };
}

/** The pages that have a place in the menu of a role. */
export function sectionsOf(role: StaffRole) {
  return consoleRoutes.flatMap(({ path, menu }) =>
    menu && (!menu.roles || menu.roles.includes(role)) ? [{ path, ...menu }] : [],
  );
}

const withOrders: readonly StaffRole[] = [
  "owner",
  "manager",
  "picker",
  "support",
  "finance",
  "courier",
];

export const consoleRoutes: readonly ConsoleRoute[] = [
  { path: "/sign-in", page: "auth/sign-in", open: true },
  {
    path: "/",
    page: "orders/board",
    open: false,
    menu: { text: "menu_orders", icon: "grid", roles: withOrders },
  },
  { path: "/orders/:id", page: "orders/order", open: false },
  {
    path: "/finance",
    page: "wallet/finance",
    open: false,
    menu: { text: "menu_finance", icon: "wallet", roles: ["owner", "finance", "support"] },
  },
  {
    path: "/returns",
    page: "returns/queue",
    open: false,
    menu: { text: "menu_returns", icon: "undo", roles: withOrders },
  },
  { path: "/returns/:id", page: "returns/one", open: false },
  {
    path: "/coupons",
    page: "promo/list",
    open: false,
    menu: { text: "menu_coupons", icon: "tag", roles: ["owner", "editor", "manager"] },
  },
  { path: "/coupons/:id", page: "promo/edit", open: false },
  {
    path: "/referrals",
    page: "referral/held",
    open: false,
    menu: { text: "menu_referrals", icon: "share", roles: ["owner", "support", "finance"] },
  },
  {
    path: "/quotations",
    page: "quotations/queue",
    open: false,
    menu: {
      text: "menu_quotations",
      icon: "note",
      roles: ["owner", "manager", "support", "finance"],
    },
  },
  { path: "/quotations/:id", page: "quotations/quotation", open: false },
  {
    path: "/ratings",
    page: "ratings/ratings",
    open: false,
    menu: { text: "menu_ratings", icon: "star", roles: ["owner", "support", "manager"] },
  },
  {
    path: "/support",
    page: "support/queue",
    open: false,
    menu: { text: "menu_support", icon: "chat", roles: ["owner", "support"] },
  },
  { path: "/support/:id", page: "support/ticket", open: false },
  {
    path: "/branches",
    page: "branches/settings",
    open: false,
    menu: { text: "menu_branches", icon: "store", roles: ["owner", "manager"] },
  },
  {
    path: "/messages",
    page: "notices/messages",
    open: false,
    menu: { text: "menu_messages", icon: "mail", roles: ["owner", "support"] },
  },
  {
    path: "/currencies",
    page: "currency/rates",
    open: false,
    menu: { text: "menu_currencies", icon: "cash", roles: ["owner", "finance"] },
  },
  {
    path: "/settings",
    page: "settings/settings",
    open: false,
    menu: { text: "menu_settings", icon: "note", roles: ["owner"] },
  },
  {
    path: "/content",
    page: "content/posts",
    open: false,
    menu: { text: "menu_content", icon: "edit", roles: ["owner", "editor"] },
  },
  { path: "/content/posts/:id", page: "content/post", open: false },
  { path: "/content/pages", page: "content/pages", open: false },
  { path: "/content/pages/:id", page: "content/page", open: false },
  { path: "/content/banners", page: "content/banners", open: false },
  { path: "/content/banners/:id", page: "content/banner", open: false },
  { path: "/content/blocks", page: "content/blocks", open: false },
  { path: "/content/blocks/:id", page: "content/block", open: false },
  { path: "/content/contact", page: "content/contact", open: false },
  { path: "/content/missing", page: "content/missing", open: false },
];

/** Where somebody is sent who is not signed in, and where they go afterwards. */
export const consolePaths = { signIn: "/sign-in", start: "/" } as const;
