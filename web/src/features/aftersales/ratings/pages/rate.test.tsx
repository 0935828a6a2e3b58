import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../../testing/framed";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import type { OrderRating } from "../api";
import page from "./rate";

const { Component } = page;
const asks = "GET /orders/ord_1/rating";
const at = { at: "/account/my-orders/rate/ord_1", params: { id: "ord_1" } };
const ref = (id: string, name: string) => ({ id, name, slug: id });
const order: OrderRating = {
  order_id: "ord_1",
  number: "W-1",
  branch: ref("brn_1", "Maadi"),
  store: ref("sto_1", "El Baraka"),
  can_rate: true,
  cannot_rate_reason: null,
  fulfilment: "delivery",
  delivered_at: "2026-11-19T10:00:00Z",
  rating: null,
  items: [
    {
      line_id: "lin_1",
      variant_name: "1 kg",
      rating: null,
      product: {
        id: "prd_rice",
        slug: "rice",
        name: "Rice",
        image: { src: "/files/rice.jpg", srcset: "", width: 400, height: 400 },
      },
    },
  ],
};

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  ...at,
  answers: { [asks]: order },
  asks,
  loading: "Loading reviews",
  failed: "We couldn't load this order",
  found: "Submit review",
});

async function open(changes: Record<string, Answer> = {}) {
  const calls = mockApi({ [asks]: order, ...changes });
  renderShop(<Component />, at);
  await screen.findByRole("button", { name: "Submit review" });
  return { sent: () => calls.filter(({ method }) => method === "POST") };
}
/** The first question is the order as a whole. */
function fiveStars() {
  const [whole] = screen.getAllByRole("group");
  if (!whole) throw new Error("nothing to rate");
  fireEvent.click(within(whole).getByRole("radio", { name: "5 stars" }));
}
const send = () => fireEvent.click(screen.getByRole("button", { name: "Submit review" }));

test("an order that cannot be rated says why", async () => {
  mockApi({ [asks]: { ...order, can_rate: false, cannot_rate_reason: "It is not there yet." } });
  renderShop(<Component />, at);
  expect(await screen.findByRole("heading", { name: "It is not there yet." })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Submit review" })).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])("a review that can be changed (%s) can be saved", async (editable, buttons) => {
  const given = {
    id: "rat_1",
    stars: 5,
    delivery_stars: 5,
    text: "",
    photos: [],
    answer: null,
    editable,
    editable_until: "2026-11-20T10:00:00Z",
    created_at: "2026-11-19T10:00:00Z",
  };
  const items = order.items.map((item) => ({ ...item, rating: { ...given, editable: false } }));
  mockApi({ [asks]: { ...order, rating: given, items } });
  renderShop(<Component />, at);
  await screen.findAllByRole("group");
  const all = (name: string) => screen.queryAllByRole("button", { name });
  // There is nothing to save until something is changed.
  expect(all("Save changes")).toHaveLength(0);
  expect(all("Change my review")).toHaveLength(buttons);
  if (!editable) return;
  fireEvent.click(screen.getByRole("button", { name: "Change my review" }));
  expect(document.activeElement).toBe(screen.getAllByRole("radio", { name: "5 stars" })[0]);
  fireEvent.click(screen.getAllByRole("radio", { name: "4 stars" })[0] as HTMLElement);
  expect(all("Save changes")[0]?.className).toContain("bg-go ");
  expect(all("Change my review")).toHaveLength(0);
  fireEvent.click(screen.getAllByRole("radio", { name: "5 stars" })[0] as HTMLElement);
  expect(all("Save changes")).toHaveLength(0);
});

test("what was collected has no delivery to rate", async () => {
  await open();
  expect(screen.getByRole("group", { name: /delivery/i })).toBeTruthy();
  cleanup();
  await open({ [asks]: { ...order, fulfilment: "pickup" } });
  expect(screen.queryByRole("group", { name: /delivery/i })).toBeNull();
});

test("without stars nothing is sent", async () => {
  const { sent } = await open();
  send();
  expect((await screen.findAllByText("Choose one to five stars.")).length).toBe(1);
  expect(sent()).toEqual([]);
});

test("stars for the order are enough, and a refusal keeps them", async () => {
  const { sent } = await open({
    "POST /orders/ord_1/rating": refused(400, { message: "This was rated already." }),
  });
  fiveStars();
  send();
  expect(await screen.findByText("This was rated already.")).toBeTruthy();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ stars: 5 });
  expect(screen.getAllByRole<HTMLInputElement>("radio", { checked: true })).toHaveLength(1);
});

test("a saved review is thanked for and leaves nothing to send until it is changed", async () => {
  const given = {
    id: "rat_1",
    stars: 5,
    delivery_stars: 0,
    text: "",
    photos: [],
    answer: null,
    editable: true,
    editable_until: "2026-11-20T10:00:00Z",
    created_at: "2026-11-19T10:00:00Z",
  };
  await open({ "POST /orders/ord_1/rating": { ...order, rating: given } });
  fiveStars();
  send();
  await screen.findByText("Thanks! Your review helps others choose.");
  const quiet = screen.getByRole("button", { name: "Change my review" });
  expect(quiet.className).not.toContain("bg-go ");
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  fireEvent.click(screen.getAllByRole("radio", { name: "4 stars" })[0] as HTMLElement);
  await screen.findByRole("button", { name: "Save changes" });
  expect(screen.queryByText("Thanks! Your review helps others choose.")).toBeNull();
});
