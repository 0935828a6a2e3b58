import { expect, test } from "vitest";
import { matcher } from "./match";

const find = matcher([
  { path: "/coupons/:id", name: "one" },
  { path: "/coupons/new", name: "new" },
  { path: "/", name: "start" },
  { path: "/orders/:id/return/:item", name: "return" },
]);

test.each([
  ["/", "start", { id: "" }],
  ["/coupons/new", "new", { id: "" }],
  ["/coupons/7", "one", { id: "7" }],
  ["/coupons/7/", "one", { id: "7" }],
  ["/coupons/%D8%B9", "one", { id: "ع" }],
  ["/coupons/%D8", "one", { id: "%D8" }],
  ["/orders/1/return/2", "return", { id: "1", item: "2" }],
])("%s", (path, name, params) => {
  expect(find(path)).toEqual({ route: expect.objectContaining({ name }), params });
});

test.each(["/coupons", "/coupons/7/8", "", "/Coupons/7"])("nothing at %j", (path) => {
  expect(find(path)).toBeNull();
});
