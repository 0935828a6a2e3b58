import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../../../../testing/shop";
import { OrderRow } from "./OrderRow";

const order = {
  id: "ord_1",
  number: "W-7F3K-29QD",
  status: "delivered",
  status_label: "Delivered",
  fulfilment: "delivery" as const,
  store: { id: "sto_1", slug: "bakala", name: "Bakala" },
  store_image: { src: "/media/mark.webp", srcset: "", width: 256, height: 256 },
  branch: { id: "br_1", slug: "bakala-maadi", name: "Bakala, Maadi" },
  first_images: [{ src: "/media/x.webp", srcset: "", width: 256, height: 256 }],
  items_quantity: 5,
  first_items: ["Milk", "Sugar", "Water, 6 bottles"],
  first_amounts: [],
  more_items: 0,
  total: 189,
  currency: "EGP",
  created_at: "2026-11-20T09:30:00Z",
  promised_at: "2026-11-20T10:25:00Z",
  expected_at: null,
  live: false,
  tint: "grocery" as const,
  again: null,
};

test("more of one thing is no other thing", () => {
  const { unmount } = renderShop(<OrderRow order={order} />);
  expect(screen.getByText("Milk, Sugar, Water, 6 bottles")).toBeTruthy();
  unmount();
  renderShop(<OrderRow order={{ ...order, first_images: [], more_items: 2 }} />);
  expect(screen.getByText("Milk, Sugar, Water, 6 bottles and 2 more")).toBeTruthy();
});

test("when it comes is said of what comes, not of what goes back", () => {
  const live = { ...order, live: true };
  const { unmount } = renderShop(<OrderRow order={{ ...live, status: "processing" }} />);
  expect(screen.getByText(/^Due|^Arrives/)).toBeTruthy();
  unmount();
  renderShop(<OrderRow order={{ ...live, status: "in_return", status_label: "Return" }} />);
  expect(screen.queryByText(/^Due|^Arrives|late/)).toBeNull();
});

test("of a late order: when it is expected now, and when it was", () => {
  const late = { ...order, live: true, status: "out_for_delivery" };
  const now = Date.parse("2026-11-20T10:35:00Z");
  const { unmount } = renderShop(
    <OrderRow order={{ ...late, expected_at: "2026-11-20T10:50:00Z" }} />,
    { now },
  );
  expect(screen.getByText(/^Expected 12:50.PM, was 12:25.PM$/)).toBeTruthy();
  unmount();
  renderShop(<OrderRow order={late} />, { now });
  expect(screen.getByText(/^10 minutes late, due 12:25.PM$/)).toBeTruthy();
});

test("of one that will be late: when it is expected now, and when it was", () => {
  const soon = { ...order, live: true, expected_at: "2026-11-20T10:50:00Z" };
  const now = Date.parse("2026-11-20T10:20:00Z");
  const { unmount } = renderShop(<OrderRow order={{ ...soon, status: "processing" }} />, { now });
  expect(screen.getByText(/^Expected 12:50.PM, was 12:25.PM$/).className).toContain("trouble");
  unmount();
  renderShop(<OrderRow order={{ ...soon, status: "processing", expected_at: null }} />, { now });
  expect(screen.getByText(/^Due 12:25.PM$/).className).not.toContain("trouble");
});

test("the total of what came to nothing is struck through", () => {
  const { unmount } = renderShop(<OrderRow order={{ ...order, status: "cancelled" }} />);
  expect(screen.getByText(/189/).className).toBe("line-through");
  unmount();
  renderShop(<OrderRow order={order} />);
  expect(screen.getByText(/189/).className).toBe("");
});

test("its goods lie on the ground of their service", () => {
  const { container } = renderShop(<OrderRow order={order} />);
  expect(container.querySelector(".bg-tint-grocery img")).toBeTruthy();
});

test("store and area stand in a line each, without a dash between them", () => {
  renderShop(
    <OrderRow order={{ ...order, branch: { ...order.branch, name: "سوق الجناين – الدقي" } }} />,
  );
  const link = screen.getByRole("link");
  expect(link.textContent).toBe("سوق الجناين – الدقي");
  const seen = [...link.querySelectorAll(".block")].map((line) => line.textContent);
  expect(seen).toEqual(["سوق الجناين", "الدقي"]);
});
