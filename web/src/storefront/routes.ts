/**
 * Every page of the shop and its address. How to add one:
 *
 *  1. Write features/<feature>/pages/<name>.tsx with `export default definePage({ … })`
 *     (lib/page.tsx explains the parts; the feature's queries come from its api.ts).
 *  2. Add one line here: address (from lib/paths.ts), "<feature>/<name>", and whether the page needs
 *     a chosen place ("needed": it renders all the same, with the location picker opened over it).
 *  3. Texts go to locales/en/<feature>.json and locales/ar/<feature>.json; nothing to register.
 *
 * The server renders it, the browser loads it as a part of its own. Only link to what is in here.
 */

import { paths } from "../lib/paths";

export interface Route {
  path: string;
  /** "<feature>/<name>" of features/<feature>/pages/<name>.tsx. */
  page: string;
  place: "free" | "needed";
}

const at = (path: string, page: string, place: Route["place"] = "free"): Route => ({
  path,
  page,
  place,
});

export const routes: readonly Route[] = [
  at(paths.landing, "home/landing"),
  at(paths.home, "home/home", "needed"),
  at(paths.searchResults, "search/results"),
  at(paths.branchesResults, "branches/results"),
  at(paths.branch(":id"), "branches/branch", "needed"),
  at(paths.category(":id"), "catalog/category", "needed"),
  at(paths.product(":id"), "catalog/product"),
  at(paths.cart, "cart/cart", "needed"),
  at(paths.checkout, "checkout/checkout", "needed"),
  at(paths.callOrder(":id"), "calls/order"),
  at(paths.quotation(":id"), "quotations/quotation", "needed"),
  at(paths.myQuotations, "quotations/list", "needed"),
  at(paths.account, "account/account"),
  at(paths.notifications, "notices/list"),
  at(paths.myAddress, "addresses/list"),
  at(paths.addAddress, "addresses/add"),
  at(paths.editAddress(":id"), "addresses/edit"),
  at(paths.profile, "account/profile"),
  at(paths.changePassword, "account/password"),
  at(paths.preferences, "account/preferences"),
  at(paths.preferencesBare, "account/preferences"),
  at(paths.information(":name"), "content/information"),
  at(paths.informationBare(":name"), "content/information"),
  at(paths.myWallet, "wallet/wallet", "needed"),
  at(paths.loyaltyPoints, "loyalty/points", "needed"),
  at(paths.myOrders, "orders/list", "needed"),
  at(paths.myOrder(":id"), "orders/order", "needed"),
  at(paths.orderInvoice(":id"), "orders/invoice"),
  at(paths.myFavourites, "favourites/list", "needed"),
  at(paths.referralProgram, "referral/program", "needed"),
  at(paths.returnOrder(":id"), "returns/ask", "needed"),
  at(paths.returnOrders, "returns/list", "needed"),
  at(paths.returnOrderOf(":id"), "returns/one", "needed"),
  at(paths.rateOrder(":id"), "ratings/rate", "needed"),
  at(paths.blogs, "blogs/list", "needed"),
  at(paths.blog(":id"), "blogs/article"),
  at(paths.contactUs, "support/contact"),
  at(paths.contactUsBare, "support/contact"),
  at(paths.support, "support/list"),
  at(paths.ticket(":id"), "support/ticket"),
];
