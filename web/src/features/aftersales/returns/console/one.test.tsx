import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { StaffReturn } from "./api";
import page from "./one";

const { Component } = page;
const ref = (id: string, name: string) => ({ id, name, slug: id });
const one = {
  id: "ret_1",
  number: "R-1",
  state: "inspected",
  state_label: "Inspected",
  event_seq: 5,
  units: 1,
  items: [],
  unit_list: [],
  events: [],
  branch: ref("brn_1", "Maadi"),
  customer: { name: "Mona", phone: "+201001234567" },
  order: { id: "ord_1", number: "W-1" },
  pickup: {
    label: "Tomorrow",
    address: { district: ref("dst_1", "Maadi"), building_number: "12", address: "Road 9" },
  },
  refund: { state_label: "", steps: [], parts: [], currency: "EGP", bank_masked: "" },
  can_inspect: false,
  moves: [],
} as unknown as StaffReturn;

const me = { "GET /console/me": { capabilities: ["audit.read"] } };
const at = { at: "/returns/ret_1", console: true, params: { id: "ret_1" } };

afterEach(() => vi.unstubAllGlobals());

test("what waits for a second person says so, and why, beside a button that does nothing", async () => {
  mockApi({
    ...me,
    "GET /console/returns/ret_1": {
      ...one,
      moves: [
        {
          to: "settled",
          label: "Settle",
          needs_reason: false,
          problem: "Someone else must settle it.",
          second_person: true,
        },
      ],
    },
  });
  renderShop(<Component />, at);
  expect(await screen.findByText("Waiting for a second person's approval")).toBeTruthy();
  expect(screen.getByText("Someone else must settle it.")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Settle" }) as HTMLButtonElement).disabled).toBe(true);
});

test("what one person may settle does not", async () => {
  mockApi({
    ...me,
    "GET /console/returns/ret_1": {
      ...one,
      moves: [
        {
          to: "settled",
          label: "Settle",
          needs_reason: false,
          problem: null,
          second_person: false,
        },
      ],
    },
  });
  renderShop(<Component />, at);
  const button = await screen.findByRole("button", { name: "Settle" });
  expect((button as HTMLButtonElement).disabled).toBe(false);
  expect(screen.queryByText("Waiting for a second person's approval")).toBeNull();
});

test("a move shows what the return has become, with the focus on it, and its history", async () => {
  const settle = { to: "settled", label: "Settle", needs_reason: false, problem: null };
  mockApi({
    ...me,
    "GET /console/returns/ret_1": { ...one, moves: [settle] },
    "POST /console/returns/ret_1/move": { ...one, state_label: "Settled" },
  });
  renderShop(<Component />, at);
  fireEvent.click(await screen.findByRole("button", { name: "Settle" }));
  expect(await screen.findByText("Settled")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  expect(screen.getByRole("button", { name: "Show changes" })).toBeTruthy();
});

test("a return of another branch is not here", async () => {
  mockApi({ ...me, "GET /console/returns/ret_1": refused(404) });
  renderShop(<Component />, at);
  expect(await screen.findByText("We couldn't find this return")).toBeTruthy();
  expect(screen.getByText("It may belong to another branch or a colleague.")).toBeTruthy();
});
