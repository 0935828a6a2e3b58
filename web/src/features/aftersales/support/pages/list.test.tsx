import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testFrame } from "../../../../testing/framed";
import { aShopOrder } from "../../../../testing/orders";
import { type Answer, mockApi, noon, refused, renderShop } from "../../../../testing/shop";
import type { TicketCard } from "../api";
import { called } from "../troubles";
import page from "./list";

const { Component } = page;
const at = "/account/support";
const ticket: TicketCard = {
  id: "tic_1",
  number: "T-1",
  subject: "The rice is missing",
  category: "order",
  category_label: "An order",
  state: "answered",
  state_label: "Replied",
  order: { id: "ord_1", number: "W-1" },
  unread: true,
  created_at: "2026-11-19T10:00:00Z",
  updated_at: "2026-11-19T11:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

testFrame({
  Component,
  at,
  answers: { "GET /tickets": [ticket] },
  asks: "GET /tickets",
  loading: "Loading",
  failed: "We couldn't load your conversations",
  found: "The rice is missing",
});

function open(changes: Record<string, Answer> = {}, address = at) {
  const calls = mockApi({ "GET /tickets": [], ...changes });
  const shown = renderShop(<Component />, { at: address });
  return { ...shown, sent: () => calls.filter(({ method }) => method === "POST") };
}
async function write(subject: string, text: string) {
  fireEvent.click(await screen.findByRole("button", { name: "New conversation" }));
  fireEvent.change(screen.getByLabelText(/^Subject/), { target: { value: subject } });
  fireEvent.change(screen.getByLabelText(/^Your message/), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
}

test("no conversations yet: how to begin one", async () => {
  open();
  expect(await screen.findByText("No conversations yet")).toBeTruthy();
});

test("each leads to itself, with its order and that it is new", async () => {
  open({ "GET /tickets": [ticket] });
  const link = await screen.findByRole("link", { name: "The rice is missing" });
  expect(link.getAttribute("href")).toContain("tic_1");
  expect(screen.getByText("W-1")).toBeTruthy();
});

test("a question without words is not sent, and the gap is gone to", async () => {
  const { sent } = open();
  await write("Rice", " ");
  expect(await screen.findByText("This field is required")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Your message/)));
  expect(sent()).toEqual([]);
});

test("a question is asked and gone to", async () => {
  const { sent, where } = open({ "POST /tickets": { id: "tic_2" } });
  await write("Rice", "Two bags are missing.");
  await waitFor(() => expect(where()).toContain("tic_2"));
  expect(sent()[0]?.body).toEqual({
    subject: "Rice",
    category: "other",
    text: "Two bags are missing.",
    photos: [],
  });
});

const help = `${at}?order=ord_1`;
const late = aShopOrder({ promised_at: new Date(noon - 14 * 60_000).toISOString() });
const order = { "GET /orders/ord_1": late };
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Subject/);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("help with an order shows which, and one press says what is wrong", async () => {
  const { sent } = open({ ...order, "POST /tickets": { id: "tic_2" } }, help);
  expect((await screen.findByRole("link", { name: "Souq, Maadi" })).getAttribute("href")).toContain(
    "ord_1",
  );
  expect(screen.getByText("W-7F3K-29QD")).toBeTruthy();
  expect(screen.getByText("On its way")).toBeTruthy();
  press("The order is late");
  const text = screen.getByLabelText(/^Your message/);
  expect(document.activeElement).toBe(text);
  press("The order is late");
  // The problem determines the title and the category: neither is requested again.
  expect(screen.queryByLabelText(/^Subject/)).toBeNull();
  expect(screen.queryByLabelText("What's it about?")).toBeNull();
  fireEvent.change(text, { target: { value: "Where is it?" } });
  press("Send");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    subject: "The order is late",
    category: "delivery",
    text: "Where is it?",
    photos: [],
    order_id: "ord_1",
  });
});

test.each([
  ["pending", ["The order is late", "I want to change the order"]],
  ["out_for_delivery", ["The order is late"]],
  [
    "delivered",
    [
      "An item is missing",
      "I received the wrong item",
      "An item arrived damaged",
      "A question about my refund",
    ],
  ],
  ["cancelled", ["A question about my refund"]],
] as const)("%s: what can be wrong with it", async (status, wrong) => {
  open({ "GET /orders/ord_1": { ...late, status } }, help);
  const group = await screen.findByRole("group", { name: "What's wrong?" });
  expect(
    within(group)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual([...wrong, "Something else"]);
});

test("what helps sooner is one press away: the courier, or a return", async () => {
  const number = "+201060001177";
  const { unmount } = open(
    { "GET /orders/ord_1": { ...late, courier: { name: "Samir", phone: number } } },
    help,
  );
  await screen.findByText("W-7F3K-29QD");
  expect(screen.queryByRole("link", { name: "Call courier" })).toBeNull();
  press("The order is late");
  expect(screen.getByRole("link", { name: "Call courier" }).getAttribute("href")).toBe(
    `tel:${number}`,
  );
  unmount();
  open({ "GET /orders/ord_1": aShopOrder({ status: "delivered", courier: null }) }, help);
  await screen.findByText("W-7F3K-29QD");
  press("An item is missing");
  expect(screen.queryByRole("link", { name: /return/i })).toBeNull();
  press("An item arrived damaged");
  expect(screen.getByRole("link", { name: /return/i }).getAttribute("href")).toContain("ord_1");
});

test("what is said of a late order is written already, unless somebody wrote something else", async () => {
  open({ "GET /orders/ord_1": { ...late, status: "processing" } }, help);
  await screen.findByText("W-7F3K-29QD");
  const text = screen.getByLabelText<HTMLTextAreaElement>(/^Your message/);
  press("The order is late");
  expect(text.value).toMatch(/^Order W-7F3K-29QD was due .* and is 14 minutes late\. When will/);
  press("I want to change the order");
  expect(text.value).toBe("");
  fireEvent.change(text, { target: { value: "Two more, please." } });
  press("The order is late");
  expect(text.value).toBe("Two more, please.");
});

test("until it is late one asks when it comes, beside when that is and who knows more", async () => {
  const { sent } = open(
    {
      "GET /orders/ord_1": aShopOrder({ status: "processing", courier: null }),
      "POST /tickets": { id: "tic_2" },
    },
    help,
  );
  await screen.findByText("W-7F3K-29QD");
  expect(screen.queryByRole("button", { name: "The order is late" })).toBeNull();
  press("When will it arrive?");
  expect(screen.getByText(/^Arriving in 25 minutes, by /)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Call branch" }).getAttribute("href")).toMatch(/^tel:/);
  press("Send");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    subject: "When will it arrive?",
    category: "delivery",
    text: "When will my order arrive?",
  });
});

test("what was chosen follows the order, which comes or becomes late meanwhile", async () => {
  const { sent } = open(
    {
      "GET /orders/ord_1": aShopOrder({ status: "processing", fulfilment: "pickup" }),
      "POST /tickets": { id: "tic_2" },
    },
    help,
  );
  await screen.findByText("W-7F3K-29QD");
  press("When will it be ready?");
  expect(screen.getByText(/^Ready in 25 minutes/)).toBeTruthy();
  const text = screen.getByLabelText<HTMLTextAreaElement>(/^Your message/);
  expect(text.value).toBe("When will my order be ready?");
  press("Send");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    subject: "When will it be ready?",
    category: "order",
  });
  const asked = { status: "processing", fulfilment: "delivery" } as const;
  expect(called("when", { ...asked, late: true })).toBe("late");
  expect(called("late", { ...asked, late: false })).toBe("when");
  expect(called("late", { ...asked, fulfilment: "pickup", late: false })).toBe("ready");
  expect(called("late", undefined)).toBe("late");
  expect(called("change", { ...asked, late: true })).toBe("change");
});

test("something else asks for a title of its own, which stays for it alone", async () => {
  const { sent } = open({ ...order, "POST /tickets": { id: "tic_2" } }, help);
  await screen.findByText("W-7F3K-29QD");
  press("Something else");
  expect(document.activeElement).toBe(subject());
  fireEvent.change(subject(), { target: { value: "The courier was kind" } });
  press("The order is late");
  press("Something else");
  expect(subject().value).toBe("The courier was kind");
  press("The order is late");
  fireEvent.change(screen.getByLabelText(/^Your message/), { target: { value: "Where is it?" } });
  press("Send");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ subject: "The order is late", category: "delivery" });
});

test("help with an order needs to know what is wrong", async () => {
  const { sent } = open(order, help);
  await screen.findByText("W-7F3K-29QD");
  fireEvent.change(screen.getByLabelText(/^Your message/), { target: { value: "Hello?" } });
  press("Send");
  expect(await screen.findByText("This field is required")).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "What's wrong?" })),
  );
  expect(sent()).toEqual([]);
});

test("an order that does not come keeps no question back", async () => {
  open({ "GET /orders/ord_1": refused(500, {}) }, help);
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  expect(screen.getByRole("button", { name: "The order is late" })).toBeTruthy();
  expect(screen.getByLabelText(/^Your message/)).toBeTruthy();
});

test("a refusal keeps what was written", async () => {
  open({ "POST /tickets": refused(400, { message: "Too many questions at once." }) });
  await write("Rice", "Two bags are missing.");
  expect(await screen.findByText("Too many questions at once.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe("Rice");
});

test("what was cut off is sent again with its key, and what was refused with another", async () => {
  const answers = [
    new Error("cut off"),
    refused(400, { message: "Too many questions at once." }),
    { id: "tic_2" },
  ];
  const calls = mockApi({
    "GET /tickets": [],
    "POST /tickets": () => answers.shift() ?? new Error("nothing more"),
  });
  const { where } = renderShop(<Component />, { at });
  const sent = () => calls.filter(({ method }) => method === "POST");
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await write("Rice", "Two bags are missing.");
  await waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByRole("alert");
  send();
  expect(await screen.findByText("Too many questions at once.")).toBeTruthy();
  send();
  await waitFor(() => expect(where()).toContain("tic_2"));
  const [first, second, third] = sent().map(({ headers }) => headers["Idempotency-Key"]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
