import { expect, test, vi } from "vitest";

vi.mock("./routes", () => ({
  routes: [
    { path: "/", page: "a/landing", place: "free" },
    { path: "/orders/:id", page: "a/order", place: "free" },
    { path: "/orders/new", page: "a/new", place: "free" },
    { path: "/orders/:id/items/:item", page: "a/item", place: "free" },
  ],
}));

const { matchPage, pageFile } = await import("./pages");

test.each([
  ["/", "a/landing", { id: "" }],
  ["/orders/new", "a/new", { id: "" }],
  ["/orders/7", "a/order", { id: "7" }],
  ["/orders/7/", "a/order", { id: "7" }],
  ["/orders/%D8%B4%2F1", "a/order", { id: "ش/1" }],
  ["/orders/%zz", "a/order", { id: "%zz" }],
  ["/orders/7/items/x", "a/item", { id: "7", item: "x" }],
])("%s is %s", (path, page, params) => {
  expect(matchPage(path)).toMatchObject({ route: { page }, params });
});

test.each(["/orders", "/orders/7/8", "/nothing", "/orders/"])("%s is nothing", (path) => {
  expect(matchPage(path)).toBeNull();
});

test("where the build finds a page", () => {
  expect(pageFile("ordering/cart/cart")).toBe("src/features/ordering/cart/pages/cart.tsx");
});
