/**
 * Every page of the shop and its address. How to add one:
 *
 *  1. Write features/<domain>/<feature>/pages/<name>.tsx with `export default definePage({ … })` (lib/page.tsx explains
 *     the parts; the feature's queries come from its api.ts).
 *  2. Add one line here: address (from lib/paths.ts), "<domain>/<feature>/<name>", and whether the page needs a chosen
 *     place ("needed": it renders all the same, with the location picker opened over it).
 *  3. Texts go to locales/en/<feature>.json and locales/ar/<feature>.json; nothing to register.
 *
 * The server renders it, the browser loads it as a separate chunk. Only link to pages in this list.
 */

import { paths } from "../lib/paths";

export interface Route {
  path: string;
  /** "<domain>/<feature>/<name>" of features/<domain>/<feature>/pages/<name>.tsx. */
  page: string;
  place: "free" | "needed";
}

const at = (path: string, page: string, place: Route["place"] = "free"): Route => ({
  path,
  page,
  place,
});

export const routes: readonly Route[] = [
  at(paths.landing, "marketing/home/landing"),
  at(paths.home, "marketing/home/home", "needed"),
  at(paths.searchResults, "catalogue/search/results"),
  at(paths.branchesResults, "locations/branches/results"),
  at(paths.branch(":id"), "locations/branches/branch", "needed"),
  at(paths.category(":id"), "catalogue/products/category", "needed"),
  at(paths.product(":id"), "catalogue/products/product"),
  at(paths.cart, "ordering/cart/cart", "needed"),
  at(paths.checkout, "ordering/checkout/checkout", "needed"),
  at(paths.callOrder(":id"), "ordering/calls/order"),
  at(paths.quotation(":id"), "ordering/quotations/quotation", "needed"),
  at(paths.myQuotations, "ordering/quotations/list", "needed"),
  at(paths.account, "identity/account/account"),
  at(paths.notifications, "identity/notices/list"),
  at(paths.myAddress, "locations/addresses/list"),
  at(paths.addAddress, "locations/addresses/add"),
  at(paths.editAddress(":id"), "locations/addresses/edit"),
  at(paths.profile, "identity/account/profile"),
  at(paths.changePassword, "identity/account/password"),
  at(paths.preferences, "identity/account/preferences"),
  at(paths.preferencesBare, "identity/account/preferences"),
  at(paths.information(":name"), "marketing/content/information"),
  at(paths.informationBare(":name"), "marketing/content/information"),
  at(paths.myWallet, "money/wallet/wallet", "needed"),
  at(paths.loyaltyPoints, "money/loyalty/points", "needed"),
  at(paths.myOrders, "ordering/orders/list", "needed"),
  at(paths.myOrder(":id"), "ordering/orders/order", "needed"),
  at(paths.orderInvoice(":id"), "ordering/orders/invoice"),
  at(paths.myFavourites, "marketing/favourites/list", "needed"),
  at(paths.referralProgram, "aftersales/referral/program", "needed"),
  at(paths.returnOrder(":id"), "aftersales/returns/ask", "needed"),
  at(paths.returnOrders, "aftersales/returns/list", "needed"),
  at(paths.returnOrderOf(":id"), "aftersales/returns/one", "needed"),
  at(paths.rateOrder(":id"), "aftersales/ratings/rate", "needed"),
  at(paths.blogs, "marketing/blogs/list", "needed"),
  at(paths.blog(":id"), "marketing/blogs/article"),
  at(paths.contactUs, "aftersales/support/contact"),
  at(paths.contactUsBare, "aftersales/support/contact"),
  at(paths.support, "aftersales/support/list"),
  at(paths.ticket(":id"), "aftersales/support/ticket"),
];
