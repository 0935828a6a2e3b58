import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../testing/shop";
import { QuickRating } from "./components/QuickRating";

afterEach(() => vi.unstubAllGlobals());

const unrated = { order_id: "ord_1", can_rate: true, rating: null, items: [] };
const rated = { ...unrated, rating: { stars: 4, text: "", photos: [], editable: true } };

test("one press rates, and can be followed by words", async () => {
  const calls = mockApi({
    "GET /orders/ord_1/rating": unrated,
    "POST /orders/ord_1/rating": rated,
  });
  renderShop(<QuickRating order="ord_1" />);
  fireEvent.click(await screen.findByRole("button", { name: "4 stars: Good" }));
  expect(await screen.findByText("Thanks for your rating")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "1 star: Terrible" }));
  const sent = calls.filter((call) => call.method === "POST");
  expect(sent.map((call) => call.body)).toEqual([{ stars: 4, text: "", photos: [], items: [] }]);
  expect(screen.getByRole("link", { name: "Add a few words" }).getAttribute("href")).toContain(
    "/account/my-orders/rate/ord_1",
  );
});

test("who has said it already is not asked", async () => {
  const calls = mockApi({ "GET /orders/ord_1/rating": rated });
  renderShop(<QuickRating order="ord_1" />);
  await waitFor(() => expect(calls.length).toBe(1));
  expect(await screen.findByRole("link", { name: "Your rating" })).toBeTruthy();
  expect(screen.queryByRole("region")).toBeNull();
});
