/** The addresses of the specification (section 2), and which of them need a chosen place. */
import { expect, test } from "vitest";
import { parseAddress } from "../lib/url";
import { matchPage } from "./pages";

const needed = [
  ["/home", "marketing/home/home"],
  ["/branches/souq", "locations/branches/branch"],
  ["/blogs", "marketing/blogs/list"],
  ["/categories/pizza", "catalogue/products/category"],
  ["/cart", "ordering/cart/cart"],
  ["/checkout", "ordering/checkout/checkout"],
  ["/quotations/quo_1", "ordering/quotations/quotation"],
  ["/account/my-orders", "ordering/orders/list"],
  ["/account/my-quotations", "ordering/quotations/list"],
  ["/account/my-orders/ord_1", "ordering/orders/order"],
  ["/account/return-orders", "aftersales/returns/list"],
  ["/account/return-orders/ret_1", "aftersales/returns/one"],
  ["/account/my-orders/rate/ord_1", "aftersales/ratings/rate"],
  ["/account/my-orders/return/ord_1", "aftersales/returns/ask"],
  ["/account/my-favourites", "marketing/favourites/list"],
  ["/account/my-wallet", "money/wallet/wallet"],
  ["/account/loyalty-points", "money/loyalty/points"],
  ["/account/referral-program", "aftersales/referral/program"],
] as const;

const free = [
  ["/", "marketing/home/landing"],
  ["/search-results", "catalogue/search/results"],
  ["/branches-results", "locations/branches/results"],
  ["/account", "identity/account/account"],
  ["/account/my-address", "locations/addresses/list"],
  ["/account/my-address/add-address", "locations/addresses/add"],
  ["/account/my-address/edit-address/adr_1", "locations/addresses/edit"],
  ["/account/profile", "identity/account/profile"],
  ["/account/profile/change-password", "identity/account/password"],
  ["/account/support", "aftersales/support/list"],
  ["/account/contact-us", "aftersales/support/contact"],
  ["/account/information/privacy", "marketing/content/information"],
  ["/account/preferences", "identity/account/preferences"],
  ["/contact-us", "aftersales/support/contact"],
  ["/information/privacy", "marketing/content/information"],
  ["/preferences", "identity/account/preferences"],
] as const;

const cases = [
  ...needed.map(([path, page]) => ({ path, page, place: "needed" })),
  ...free.map(([path, page]) => ({ path, page, place: "free" })),
];

test.each(cases)("$path: a place is $place", ({ path, page, place }) => {
  expect(matchPage(path)?.route).toMatchObject({ page, place });
});

test.each(cases)("$path is reached with a language before it as well", ({ path, page }) => {
  for (const lang of ["en", "ar"]) {
    const { prefix, path: rest } = parseAddress(`https://shop.test/${lang}${path}`);
    expect(prefix).toBe(lang);
    expect(matchPage(rest)?.route.page).toBe(page);
  }
});

test.each(cases.filter(({ path }) => path !== "/"))(
  "$path is exact: nothing longer is it",
  ({ path }) => {
    expect(matchPage(`${path}/there/is/none`)).toBeNull();
  },
);
