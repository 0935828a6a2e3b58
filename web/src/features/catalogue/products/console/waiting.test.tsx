import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import type { NameWait, PriceWait } from "./api";
import page from "./waiting";

const { Component } = page;
const wait: PriceWait = {
  id: "pwt_01",
  branch: { id: "br_1", name: "Maadi", slug: "maadi" },
  product_id: "prd_01",
  variant_id: "var_01",
  name: "Koshary",
  variant: "Large",
  sku: "KOS-L",
  unit_grams: 0,
  now: 100,
  price: 100,
  offer_price: 20,
  offer_from: null,
  offer_to: null,
  sold: true,
  highest: 100,
  drop: 50,
  drop_days: 30,
  asked_by: "Hany",
  asked_at: "2026-11-19T10:00:00Z",
  can_decide: true,
  why_not: "",
  version: 3,
};
const waits = "GET /console/price-waits";
const decide = "POST /console/price-waits/pwt_01/decide";

afterEach(() => vi.unstubAllGlobals());

function open(changes: Record<string, Answer | ((call: Call) => Answer)> = {}) {
  const calls = mockApi({
    [waits]: [wait],
    "GET /console/me": { name: "Salma", all_branches: true, capabilities: ["prices.decide"] },
    ...changes,
  });
  renderShop(<Component />, { at: "/prices/waiting", console: true });
  return () => calls.filter(({ method }) => method === "POST");
}

test("what waits says why, and is approved as it was seen", async () => {
  const sent = open({ [decide]: {} });
  const approve = await screen.findByRole("button", { name: "Approve: Koshary – Large" });
  expect(screen.getByText(/More than 50% below.*100/)).toBeTruthy();
  expect(screen.getByText("The offer has no end date.")).toBeTruthy();
  fireEvent.click(approve);
  await waitFor(() => expect(sent()[0]?.body).toEqual({ version: 3, approve: true }));
});

test("whoever asked for it is told who may approve it", async () => {
  open({ [waits]: [{ ...wait, can_decide: false }] });
  expect(
    await screen.findByText(/An owner or finance colleague who didn't work on it/),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
});

test("whoever is not apart from them is told why", async () => {
  open({ [waits]: [{ ...wait, can_decide: false, why_not: "Both accounts are his." }] });
  expect(await screen.findByText("Both accounts are his.")).toBeTruthy();
  expect(screen.queryByText(/An owner or finance colleague/)).toBeNull();
});

test("a refusal is said beside it", async () => {
  open({ [decide]: refused(409, { message: "Someone else changed it." }) });
  const row = within(document.body);
  fireEvent.click(await row.findByRole("button", { name: "Decline: Koshary – Large" }));
  expect(await row.findByText("Someone else changed it.")).toBeTruthy();
});

test("extras that wait are listed with what to do", async () => {
  open({
    "GET /console/extra-waits": {
      waits: [
        {
          group_id: "xgr_1",
          name: "Size",
          store: { id: "sto_1", name: "Koshary house", slug: "koshary" },
          changes: [
            { name: "Large", price: 5, now: 100 },
            { name: "Family", price: 0, now: null },
          ],
          asked_by: "Hany",
          asked_at: "2026-11-19T10:00:00Z",
          can_decide: true,
          why_not: "",
        },
      ],
    },
  });
  expect(await screen.findByText("Large: EGP 5 instead of EGP 100")).toBeTruthy();
  expect(screen.getByText("Family (new): EGP 0")).toBeTruthy();
  expect(screen.getByText(/open the group, enter the same price and save/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Size" }).getAttribute("href")).toContain("xgr_1");
});

const nameWait: NameWait = {
  id: "nwt_1",
  product_id: "prd_1",
  name: "Sticker album",
  changes: [
    { field: "name_en", variant: "", now: "Sticker album", asked: "Galaxy A15" },
    { field: "barcode", variant: "ALBUM-1", now: "", asked: "6999" },
  ],
  other: false,
  like: "Samsung Galaxy A15",
  asked_by: "Hany",
  asked_at: "2026-11-19T10:00:00Z",
  can_decide: true,
  why_not: "",
  version: 2,
};

test("names that wait say what it is called and what is asked, and are approved as seen", async () => {
  const sent = open({
    "GET /console/name-waits": [nameWait],
    "POST /console/name-waits/nwt_1/decide": {},
  });
  const approve = await screen.findByRole("button", { name: "Approve: Sticker album" });
  const names = within(screen.getByRole("region", { name: "Names to approve" }));
  expect(names.getByText("Galaxy A15")).toBeTruthy();
  expect(names.getByText("None")).toBeTruthy();
  expect(names.getByText(/Barcode/).textContent).toBe("Barcode · ALBUM-1");
  expect(names.getByText(/be mistaken for Samsung Galaxy A15/)).toBeTruthy();
  expect(names.getByRole("link").getAttribute("href")).toContain("prd_1");
  fireEvent.click(approve);
  await waitFor(() => expect(sent()[0]?.body).toEqual({ version: 2, approve: true }));
});

test("whoever asked for a name is told who may approve it", async () => {
  open({
    "GET /console/name-waits": [
      { ...nameWait, like: "", other: true, can_decide: false, why_not: "You worked on it." },
    ],
  });
  expect(await screen.findByText("You worked on it.")).toBeTruthy();
  expect(screen.getByText("Very different from its recent name.")).toBeTruthy();
  expect(screen.getByText("Other details of the product change with it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Approve: Sticker/ })).toBeNull();
});

test("a refusal of a name is said beside it", async () => {
  open({
    "GET /console/name-waits": [nameWait],
    "POST /console/name-waits/nwt_1/decide": refused(409, { message: "Someone else changed it." }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Decline: Sticker album" }));
  expect(await screen.findByText("Someone else changed it.")).toBeTruthy();
});

test("people of some branches see no names or extras that wait", async () => {
  open({
    "GET /console/me": { name: "Salma", all_branches: false, capabilities: ["prices.decide"] },
    "GET /console/name-waits": () => {
      throw new Error("asked for");
    },
  });
  expect(await screen.findByRole("button", { name: "Approve: Koshary – Large" })).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 2, name: /Names/ })).toBeNull();
});
