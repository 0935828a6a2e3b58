import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import backoffice from "../../../locales/en/console/backoffice.json";
import texts from "../../../locales/en/console/customers.json";
import { mockApi, refused, renderShop } from "../../../testing/shop";
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
  // Without a name of its own, nothing separates what is not there.
  expect(screen.getByText(texts.main_address).textContent).toBe(texts.main_address);
});

test("a customer who is not there any more", async () => {
  mockApi({ [look]: refused(404, { message: "Not found." }), [me]: mine() });
  show();
  expect(await screen.findByText(backoffice.gone)).toBeTruthy();
});
