import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../../api/queryClient";
import { toasts } from "../../../../backoffice/toasts";
import { MemoryHistory } from "../../../../lib/history";
import { createI18n } from "../../../../lib/i18n";
import { NowProvider } from "../../../../lib/now";
import { PageProvider } from "../../../../lib/page";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { TextsProvider } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import audit from "../../../../locales/en/console/audit.json";
import backoffice from "../../../../locales/en/console/backoffice.json";
import console from "../../../../locales/en/console/console.json";
import orders from "../../../../locales/en/console/orders.json";
import errors from "../../../../locales/en/errors.json";
import type { ConsoleOrder } from "./api";
import orderPage from "./order";

const now = Date.parse("2026-11-20T10:00:00Z");
const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "s1",
  address: "",
  pin: "",
  ready: true,
};
const maadi = { id: "maadi", slug: "maadi", name: "Maadi" };
const line = (id: string, name: string, qty: number): ConsoleOrder["items"][number] => ({
  id,
  extras: [],
  product: {
    id,
    slug: id,
    name,
    image: { src: "/media/x.webp", srcset: "", width: 96, height: 96 },
  },
  variant_name: "1 kg",
  sku: `SKU-${id}`,
  unit_grams: 0,
  weighed_grams: null,
  charged_grams: null,
  least_grams: 0,
  most_grams: 0,
  barcode: id === "l1" ? "6221000000012" : "",
  qty,
  unit_price: 10,
  line_total: 10 * qty,
  discount: 0,
  note: id === "l1" ? "Ripe ones" : "",
});
const order: ConsoleOrder = {
  id: "ord_1",
  number: "W-1",
  status: "processing",
  call: null,
  status_label: "Being prepared",
  fulfilment: "delivery",
  service: { ...maadi, promise: "minutes" },
  store: maadi,
  store_image: { src: "", srcset: "", width: 256, height: 256 },
  branch: { ...maadi, phone: "+20223456789", address: "Road 9", lat: 29.96, lng: 31.25 },
  customer: { name: "Mona", phone: "+201012345678" },
  items: [line("l1", "Tomatoes", 2), line("l2", "Bread", 1)],
  items_quantity: 3,
  steps: [
    { code: "items", label: "Items", amount: 30 },
    { code: "tax_included", label: "Includes VAT", amount: 3.68 },
    { code: "total", label: "Total", amount: 30 },
  ],
  total: 30,
  paid: 0,
  due: 30,
  currency: "EGP",
  payment_method: "cod",
  payment_state: "due",
  payment_label: "Cash on delivery",
  payment_state_label: "To be paid at the door",
  address: {
    id: "adr_1",
    country: "EG",
    delivers: true,
    is_default: true,
    type: "home",
    name: "",
    contact_name: "Mona",
    phone: "+201012345678",
    region: { id: "cairo", slug: "cairo", name: "Cairo" },
    district: maadi,
    city: "",
    address: "Road 9",
    building_number: "12",
    floor: "3",
    apartment_number: "6",
    landmark: "Next to the pharmacy",
    postal_code: "",
    lat: 29.96,
    lng: 31.25,
  },
  note: "The bell is broken",
  change_for: 200,
  created_at: "2026-11-20T09:40:00Z",
  pinned: true,
  expected_at: null,
  late_credit: { steps: [], credited: 0 },
  promised_at: "2026-11-20T10:30:00Z",
  accept_by: null,
  late: false,
  attempts: 0,
  scheduled: null,
  courier: null,
  events: [
    {
      seq: 1,
      from: null,
      to: "pending",
      label: "Order placed",
      reason: "",
      at: "2026-11-20T09:40:00Z",
      actor: { kind: "customer", id: "usr_1", name: "Mona", label: "Customer" },
    },
    {
      seq: 2,
      from: "pending",
      to: "processing",
      label: "Being prepared",
      reason: "",
      at: "2026-11-20T09:45:00Z",
      actor: { kind: "staff", id: "stf_1", name: "Salma", label: "Staff" },
    },
  ],
  event_seq: 2,
  can_cancel: false,
  can_reorder: false,
  cannot_cancel_reason: null,
  coupon_code: null,
  coupon_discount: 0,
  delivered_at: null,
  delivery_price: 0,
  display: null,
  expires_at: null,
  given_back: 0,
  paid_by: [],
  payment_url: null,
  pin: null,
  price: 30,
  tax: 3.68,
  timeline: [],
  tip: 0,
  upcoming: [],
  moves: [
    {
      to: "shipped",
      label: "Ready for delivery",
      needs_reason: false,
      needs_pin: false,
      needs_weights: false,
    },
  ],
};

function show(answer: (method: string) => Response, ...capabilities: string[]) {
  const asked = vi.fn(async (url: string, init: RequestInit) =>
    url.includes("/events")
      ? new Response(new ReadableStream())
      : url.endsWith("/console/me")
        ? ok({ capabilities })
        : answer(init.method ?? ""),
  );
  vi.stubGlobal("fetch", asked);
  vi.spyOn(Date, "now").mockReturnValue(now);
  const { Component } = orderPage;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider
        i18n={createI18n("en", "latn", { console, orders, backoffice, audit, errors })}
      >
        <NowProvider start={now}>
          <ScopeProvider scope={scope}>
            <MemoryHistory>
              <PageProvider
                value={{
                  scope,
                  params: { id: "ord_1" },
                  query: new Query(""),
                  path: "/orders/ord_1",
                }}
              >
                <Component />
              </PageProvider>
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  return asked;
}

const ok = (data: unknown) => new Response(JSON.stringify({ response: { data, message: "" } }));

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  toasts.clear();
});

test("holds what picker and courier need", async () => {
  show(() => ok(order));
  await screen.findByRole("heading", { level: 1, name: "W-1" });
  expect(screen.getByText("Note: Ripe ones")).toBeTruthy();
  const codes = screen.getAllByText(/^(?:SKU|Barcode)$/).map(({ textContent }) => textContent);
  expect(codes).toEqual(["SKU SKU-l1", "Barcode 6221000000012", "SKU SKU-l2"]);
  // Noted on the total, not on a line that looks like an addition to it.
  expect(screen.getByText(/Includes VAT: EGP.3.68/).closest("dt")?.textContent).toMatch(/^Total/);
  expect(screen.queryByText("Includes VAT")).toBeNull();
  expect(screen.getByText("Landmark: Next to the pharmacy")).toBeTruthy();
  expect(screen.getByText("Floor 3, Apartment 6")).toBeTruthy();
  expect(screen.getByText("The bell is broken")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Call/ }).getAttribute("href")).toBe("tel:+201012345678");
  expect(screen.getByText(/The customer will pay with EGP.200/)).toBeTruthy();
  const events = within(screen.getByRole("list", { name: "Order history" }));
  expect(events.getAllByRole("listitem")[0]?.textContent).toContain("Staff: Salma");
});

test("says what its lateness brings the customer, in one line", async () => {
  const promised_at = new Date(now - 20 * 60_000).toISOString();
  const steps = [
    { minutes: 15, amount: 10 },
    { minutes: 30, amount: 20 },
  ];
  show(() => ok({ ...order, promised_at, late: true, late_credit: { steps, credited: 0 } }));
  expect(
    await screen.findByText(
      /^Compensation if delivered now: EGP.10 \(from 30 minutes late: EGP.20\)$/,
    ),
  ).toBeTruthy();
});

test("ticks of the picker outlive the page", async () => {
  show(() => ok(order));
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Picked: Tomatoes" });
  expect(screen.getByText("0 of 2 picked")).toBeTruthy();
  fireEvent.click(box);
  expect(screen.getByText("1 of 2 picked")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Picked: Bread" }));
  expect(screen.getByText("All items picked")).toBeTruthy();
  expect(JSON.parse(sessionStorage.getItem("wekala_console_picked_ord_1") ?? "[]")).toEqual([
    "l1",
    "l2",
  ]);
});

test("a move shows what the order has become, with the focus on it", async () => {
  const shipped: ConsoleOrder = {
    ...order,
    status: "shipped",
    status_label: "Ready",
    moves: [],
    event_seq: 3,
  };
  let moved = false;
  const asked = show((method) => {
    if (method === "POST") moved = true;
    return ok(moved ? shipped : order);
  });
  const [button] = await screen.findAllByRole("button", { name: "Ready for delivery, order W-1" });
  if (button) fireEvent.click(button);
  await screen.findByText("Order W-1: Ready");
  const post = asked.mock.calls.find(([, init]) => init.method === "POST");
  expect(JSON.parse(String(post?.[1].body))).toEqual({ to: "shipped", expected_seq: 2 });
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
});

test("goods by weight are weighed before the order is ready", async () => {
  const tomatoes = {
    ...line("l1", "Tomatoes", 30),
    unit_grams: 50,
    least_grams: 1350,
    most_grams: 1650,
  };
  const [first] = order.moves;
  const weighed: ConsoleOrder = {
    ...order,
    items: [tomatoes, line("l2", "Bread", 1)],
    moves: first ? [{ ...first, needs_weights: true }] : [],
  };
  const refused = () =>
    new Response(
      JSON.stringify({
        message: "",
        code: "invalid",
        errors: { "weights.l1": ["Pick from 1350 to 1650 g."] },
      }),
      { status: 422 },
    );
  let tries = 0;
  const asked = show((method) => {
    if (method !== "POST") return ok(weighed);
    tries += 1;
    return tries === 1
      ? refused()
      : ok({ ...weighed, status: "shipped", status_label: "Ready", moves: [], event_seq: 3 });
  });
  const [button] = await screen.findAllByRole("button", { name: "Ready for delivery, order W-1" });
  if (button) fireEvent.click(button);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /Tomatoes/ });
  expect(screen.queryByRole("textbox", { name: /Bread/ })).toBeNull();
  expect(screen.getByText("The customer pays for the weight you enter.")).toBeTruthy();
  const form = field.closest("form");
  const send = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    if (form) fireEvent.submit(form);
  };
  send("");
  expect(await screen.findByText("Enter the weight in grams, in whole numbers.")).toBeTruthy();
  send("1.4");
  expect(screen.getByText("Enter the weight in grams, in whole numbers.")).toBeTruthy();
  send("1349");
  expect(screen.getByText(/Enter a weight from 1\.35\skg to 1\.65\skg\./)).toBeTruthy();
  expect(tries).toBe(0);
  // The server's error is shown at the field, and the typed value stays.
  send("١٬٤٢٠");
  expect(await screen.findByText("Pick from 1350 to 1650 g.")).toBeTruthy();
  expect(field.value).toBe("١٬٤٢٠");
  send("1420");
  await screen.findByText("Order W-1: Ready");
  const posts = asked.mock.calls.filter(([, init]) => init.method === "POST");
  expect(JSON.parse(String(posts.at(-1)?.[1].body))).toEqual({
    to: "shipped",
    expected_seq: 2,
    weights: [{ line_id: "l1", grams: 1420 }],
  });
});

test("an order of another branch is not here", async () => {
  show(() => new Response(JSON.stringify({ message: "", code: "not_found" }), { status: 404 }));
  expect(await screen.findByText("We couldn't find this order")).toBeTruthy();
});

test("its history is for those who may read the log, and is not printed", async () => {
  show(() => ok(order), "audit.read");
  const history = await screen.findByRole("region", { name: "History" });
  expect(history.closest(".print\\:hidden")).toBeTruthy();
  const back = screen.getByRole("link", { name: "Back to the board" });
  expect(back.closest(".print\\:hidden")).toBeTruthy();
});

test("its margin says all it leaves out, and is not printed", async () => {
  const margin = { net: 26.32, cost: 10, margin: 16.32, share: 6201, known: 1, lines: 2 };
  show(() => ok({ ...order, margin }));
  const text = await screen.findByText(/The cost is known for 1 of 2 lines/);
  expect(text.textContent).toMatch(/Refunds aren't included/);
  expect(text.closest(".print\\:hidden")).toBeTruthy();
});
