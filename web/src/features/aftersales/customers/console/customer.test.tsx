import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import backoffice from "../../../../locales/en/console/backoffice.json";
import texts from "../../../../locales/en/console/customers.json";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { Customer, CustomerAddress } from "./api";
import page from "./customer";

const look = "POST /console/customers/usr_1/look";
const addresses = "POST /console/customers/usr_1/addresses";
const me = "GET /console/me";
const customer: Customer = {
  id: "usr_1",
  name: "Mona Sherbini",
  phone: "+201012340101",
  email: "",
  company_name: "",
  lang: "ar",
  blocked: false,
  access: { blocked: false, message: "", sessions: 2, version: 3 },
  joined_at: "2026-10-17T09:00:00Z",
  orders_placed: 100,
  orders_more: true,
  last_order_at: null,
  currency: "EGP",
  wallet: null,
  points: null,
  points_value: null,
  holds: [],
  orders: null,
  returns: null,
  tickets: null,
};

afterEach(() => vi.unstubAllGlobals());

const show = () =>
  renderShop(<page.Component />, {
    console: true,
    at: "/customers/usr_1",
    params: { id: "usr_1" },
    scope: { session: "s1" },
  });
const mine = (...capabilities: string[]) => ({
  name: "Salma",
  roles: [],
  branches: [],
  capabilities,
});

test("what a reader may not see elsewhere has no place here", async () => {
  mockApi({ [look]: customer, [me]: mine("customers.read") });
  show();
  expect(await screen.findByText("100+")).toBeTruthy();
  expect(screen.getByText(texts.holds_none)).toBeTruthy();
  for (const name of [texts.wallet, texts.points, texts.newest_orders, texts.returns])
    expect(screen.queryByText(name)).toBeNull();
  expect(screen.queryByRole("button", { name: texts.show_addresses })).toBeNull();
});

test("what holds somebody's orders up is said with its figures", async () => {
  const holds = [
    { kind: "blocked", count: 0, amount: 0 },
    { kind: "lost", count: 2, amount: 0 },
    { kind: "cash_first", count: 0, amount: 1500 },
  ];
  mockApi({ [look]: { ...customer, blocked: true, holds }, [me]: mine() });
  show();
  expect(await screen.findByText(texts.holds_blocked)).toBeTruthy();
  expect(screen.getByText("2 orders weren't accepted on delivery.")).toBeTruthy();
  expect(screen.getByText(/First order: up to .*1,500.* in cash\./)).toBeTruthy();
});

test("addresses are asked for by hand; a failure is told and can be tried again", async () => {
  const home = {
    id: "adr_1",
    name: "",
    is_default: true,
    building_number: "64",
    address: "Road 9",
    floor: "",
    apartment_number: "3",
    landmark: "",
    district: { id: "maadi", name: "Maadi" },
    city: "",
    region: { id: "cairo", name: "Cairo" },
    contact_name: "Mona Sherbini",
    phone: "+201012340101",
  } as unknown as CustomerAddress;
  let down = true;
  const calls = mockApi({
    [look]: customer,
    [me]: mine("customers.read", "customers.addresses"),
    [addresses]: () => (down ? refused(500, { message: "Something broke." }) : [home]),
  });
  show();
  const ask = await screen.findByRole("button", { name: texts.show_addresses });
  expect(calls.some(({ path }) => path.endsWith("/addresses"))).toBe(false);
  fireEvent.click(ask);
  expect(await screen.findByText("Something broke.")).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole("button", { name: texts.show_addresses }));
  expect(await screen.findByText("Building 64, Road 9")).toBeTruthy();
  // An address without a name has no separator either.
  expect(screen.getByText(texts.main_address).textContent).toBe(texts.main_address);
});

test("a customer is blocked with a reason, as they were seen", async () => {
  const block = "POST /console/customers/usr_1/block";
  let others = true;
  const calls = mockApi({
    [look]: customer,
    [me]: mine("customers.read", "customers.block"),
    [block]: () =>
      others
        ? refused(409, { code: "moved_on", message: "Somebody else changed this." })
        : { blocked: true, message: "Unpaid orders", sessions: 0, version: 4 },
  });
  show();
  expect(await screen.findByText("Signed in on 2 devices.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: texts.block }));
  const send = () =>
    fireEvent.click(screen.getAllByRole("button", { name: texts.block }).at(-1) as HTMLElement);
  expect(await screen.findByText(texts.block_text)).toBeTruthy();
  send();
  expect(await screen.findByText(texts.reason_needed)).toBeTruthy();
  const sent = () => calls.filter(({ path }) => path.endsWith("/block"));
  expect(sent()).toHaveLength(0);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(label) }), {
      target: { value },
    });
  type(texts.reason, " Card fraud ");
  send();
  // The conflict is shown, and the page is read again.
  expect(await screen.findByText("Somebody else changed this.")).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ reason: "Card fraud", version: 3 });
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.endsWith("/look")).length).toBeGreaterThan(1),
  );
  others = false;
  type(texts.block_message, " Unpaid orders ");
  send();
  await waitFor(() => expect(screen.queryByText(texts.block_text)).toBeNull());
  expect(sent().at(-1)?.body).toEqual({
    reason: "Card fraud",
    version: 3,
    message: "Unpaid orders",
  });
});

test("a blocked customer is let in again; who may not has no such part", async () => {
  const access = { blocked: true, message: "Unpaid orders", sessions: 0, version: 4 };
  mockApi({
    [look]: { ...customer, blocked: true, access },
    [me]: mine("customers.read", "customers.block"),
  });
  const { unmount } = show();
  expect(await screen.findByRole("button", { name: texts.unblock })).toBeTruthy();
  expect(screen.getByText("Unpaid orders")).toBeTruthy();
  expect(screen.queryByRole("button", { name: texts.block })).toBeNull();
  expect(screen.queryByRole("button", { name: texts.end_sessions })).toBeNull();
  unmount();
  mockApi({ [look]: customer, [me]: mine("customers.read") });
  show();
  expect(await screen.findByText(texts.holds_none)).toBeTruthy();
  expect(screen.queryByText(texts.access)).toBeNull();
});

test("a customer who is not there any more", async () => {
  mockApi({ [look]: refused(404, { message: "Not found." }), [me]: mine() });
  show();
  expect(await screen.findByText(backoffice.gone)).toBeTruthy();
});
