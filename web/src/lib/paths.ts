/**
 * Every address of the shop, in one place. Addresses are written without the optional /en or /ar
 * prefix: the router's base adds it where the visitor came with one.
 *
 * Used with an id they make a link (`paths.branch("brn_1")`); used with ":id" they are the pattern
 * of the route table. An id may be the slug.
 */

const part = (value: string): string => (value.startsWith(":") ? value : encodeURIComponent(value));

export const paths = {
  landing: "/",
  home: "/home",
  searchResults: "/search-results",
  branchesResults: "/branches-results",
  branch: (id: string) => `/branches/${part(id)}`,
  blogs: "/blogs",
  blog: (slug: string) => `/blogs/${part(slug)}`,
  category: (id: string) => `/categories/${part(id)}`,
  product: (id: string) => `/products/${part(id)}`,
  cart: "/cart",
  checkout: "/checkout",
  /** An order of a guest, which a call confirms. */
  callOrder: (id: string) => `/call-orders/${part(id)}`,
  quotation: (id: string) => `/quotations/${part(id)}`,
  notFound: "/404",

  account: "/account",
  myOrders: "/account/my-orders",
  myOrder: (id: string) => `/account/my-orders/${part(id)}`,
  orderInvoice: (id: string) => `/account/my-orders/${part(id)}/invoice`,
  rateOrder: (id: string) => `/account/my-orders/rate/${part(id)}`,
  returnOrder: (id: string) => `/account/my-orders/return/${part(id)}`,
  myQuotations: "/account/my-quotations",
  returnOrders: "/account/return-orders",
  returnOrderOf: (id: string) => `/account/return-orders/${part(id)}`,
  myFavourites: "/account/my-favourites",
  myWallet: "/account/my-wallet",
  loyaltyPoints: "/account/loyalty-points",
  referralProgram: "/account/referral-program",
  notifications: "/account/notifications",
  myAddress: "/account/my-address",
  addAddress: "/account/my-address/add-address",
  editAddress: (id: string) => `/account/my-address/edit-address/${part(id)}`,
  profile: "/account/profile",
  changePassword: "/account/profile/change-password",
  support: "/account/support",
  ticket: (id: string) => `/account/support/${part(id)}`,
  /** A new ticket, about an order. */
  helpWith: (order: string) => `/account/support?order=${encodeURIComponent(order)}`,
  contactUs: "/account/contact-us",
  information: (name: string) => `/account/information/${part(name)}`,
  preferences: "/account/preferences",
  /** The same three answer at the bare path as well. */
  contactUsBare: "/contact-us",
  informationBare: (name: string) => `/information/${part(name)}`,
  preferencesBare: "/preferences",
} as const;

/** An address in one language: `inLanguage("ar", "/home")` is "/ar/home". */
export function inLanguage(lang: "en" | "ar", path: string): string {
  return path === "/" ? `/${lang}` : `/${lang}${path}`;
}
