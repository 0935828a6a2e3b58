/** The addresses of the specification (section 2), and which of them need a chosen place. */
import { expect, test } from "vitest";
import { parseAddress } from "../lib/url";
import { matchPage } from "./pages";

const needed = [
  ["/home", "home/home"],
  ["/branches/souq", "branches/branch"],
  ["/blogs", "blogs/list"],
  ["/categories/pizza", "catalog/category"],
  ["/cart", "cart/cart"],
  ["/checkout", "checkout/checkout"],
  ["/quotations/quo_1", "quotations/quotation"],
  ["/account/my-orders", "orders/list"],
  ["/account/my-quotations", "quotations/list"],
  ["/account/my-orders/ord_1", "orders/order"],
  ["/account/return-orders", "returns/list"],
  ["/account/return-orders/ret_1", "returns/one"],
  ["/account/my-orders/rate/ord_1", "ratings/rate"],
  ["/account/my-orders/return/ord_1", "returns/ask"],
  ["/account/my-favourites", "favourites/list"],
  ["/account/my-wallet", "wallet/wallet"],
  ["/account/loyalty-points", "loyalty/points"],
  ["/account/referral-program", "referral/program"],
] as const;

const free = [
  ["/", "home/landing"],
  ["/search-results", "search/results"],
  ["/branches-results", "branches/results"],
  ["/account", "account/account"],
  ["/account/my-address", "addresses/list"],
  ["/account/my-address/add-address", "addresses/add"],
  ["/account/my-address/edit-address/adr_1", "addresses/edit"],
  ["/account/profile", "account/profile"],
  ["/account/profile/change-password", "account/password"],
  ["/account/support", "support/list"],
  ["/account/contact-us", "support/contact"],
  ["/account/information/privacy", "content/information"],
  ["/account/preferences", "account/preferences"],
  ["/contact-us", "support/contact"],
  ["/information/privacy", "content/information"],
  ["/preferences", "account/preferences"],
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
