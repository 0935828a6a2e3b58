/**
 * Every page of the staff console. How to add one:
 *
 *  1. Write features/<feature>/console/<name>.tsx with `export default definePage({ head, Component })`.
 *  2. Add one line here: address below /console, "<feature>/<name>", who may open it without being
 *     signed in ("open"), and the text of its place in the menu (namespace "console"), if it has one.
 *  3. Texts go to locales/{en,ar}/console/<feature>.json: namespace "<feature>" of the console,
 *     which has the storefront's namespaces as well, except where a console file has the same name.
 *
 * None of this reaches a shopper's browser.
 */

import type { IconName } from "../ui/Icon";

export interface ConsoleRoute {
  path: string;
  /** "<feature>/<name>" of features/<feature>/console/<name>.tsx. */
  page: string;
  /** Works without being signed in: the sign-in page. */
  open: boolean;
  menu?: { text: string; icon: IconName };
}

export const consoleRoutes: readonly ConsoleRoute[] = [
  { path: "/sign-in", page: "auth/sign-in", open: true },
  {
    path: "/",
    page: "orders/board",
    open: false,
    menu: { text: "menu_orders", icon: "grid" },
  },
  { path: "/orders/:id", page: "orders/order", open: false },
  {
    path: "/finance",
    page: "wallet/finance",
    open: false,
    menu: { text: "menu_finance", icon: "wallet" },
  },
  {
    path: "/returns",
    page: "returns/queue",
    open: false,
    menu: { text: "menu_returns", icon: "undo" },
  },
  { path: "/returns/:id", page: "returns/one", open: false },
  {
    path: "/coupons",
    page: "promo/list",
    open: false,
    menu: { text: "menu_coupons", icon: "tag" },
  },
  { path: "/coupons/:id", page: "promo/edit", open: false },
  {
    path: "/referrals",
    page: "referral/held",
    open: false,
    menu: { text: "menu_referrals", icon: "share" },
  },
  {
    path: "/quotations",
    page: "quotations/queue",
    open: false,
    menu: { text: "menu_quotations", icon: "note" },
  },
  { path: "/quotations/:id", page: "quotations/quotation", open: false },
  {
    path: "/ratings",
    page: "ratings/ratings",
    open: false,
    menu: { text: "menu_ratings", icon: "star" },
  },
  {
    path: "/support",
    page: "support/queue",
    open: false,
    menu: { text: "menu_support", icon: "chat" },
  },
  { path: "/support/:id", page: "support/ticket", open: false },
  {
    path: "/currencies",
    page: "currency/rates",
    open: false,
    menu: { text: "menu_currencies", icon: "cash" },
  },
];

/** Where somebody is sent who is not signed in, and where they go afterwards. */
export const consolePaths = { signIn: "/sign-in", start: "/" } as const;
