import { expect, test } from "vitest";
import type { BranchSettings } from "./api";
import { bodyOf, draftOf, switched, wrongOf } from "./model";

const settings: BranchSettings = {
  branch: { id: "br_1", slug: "maadi", name: "Maadi" },
  slot_capacity: 0,
  pickup_minutes: 20,
  accept_minutes: 15,
  minimum_order: 50.5,
  free_from: 0,
  fees_of_shop: false,
  currency: "EGP",
  closed: true,
  version: "v1",
};

test("what is typed in either figures is what is sent", () => {
  const draft = { ...draftOf(settings), slot_capacity: " ٦ ", minimum_order: "٧٥,٢٥" };
  expect(wrongOf(draft)).toEqual([]);
  expect(bodyOf(settings, draft)).toEqual({
    slot_capacity: 6,
    pickup_minutes: 20,
    accept_minutes: 15,
    minimum_order: "75.25",
    free_from: "0",
    closed: true,
    version: "v1",
  });
});

test("what is no number is not sent", () => {
  expect(
    wrongOf({
      slot_capacity: "",
      pickup_minutes: "1.5",
      accept_minutes: "ten",
      minimum_order: "-3",
      free_from: "x",
    }),
  ).toEqual(["slot_capacity", "pickup_minutes", "accept_minutes", "minimum_order", "free_from"]);
});

test("opening a branch leaves the rest as it was", () => {
  expect(switched(settings, false)).toEqual({
    ...bodyOf(settings, draftOf(settings)),
    closed: false,
  });
});
