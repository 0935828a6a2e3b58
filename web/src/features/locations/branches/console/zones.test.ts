import { expect, test } from "vitest";
import { bodyOf, draftOf, hasWhole, inOrder, keyFor, type Ring } from "./zones";

const ring: Ring = [
  [29.95, 31.25],
  [29.95, 31.27],
  [29.97, 31.27],
];
const ref = (id: string) => ({ id, slug: id, name: id });
const zone = (id: string, fee: number, shape: Ring = []) => ({
  district: ref(id),
  governorate: ref("cairo"),
  shown: true,
  fee,
  minutes: 0,
  minimum: null,
  free_from: null,
  shape,
});
const record = {
  zones: [zone("maadi", 10, ring), zone("maadi", 20), zone("dokki", 30)],
  minimum_order: 50,
  free_from: 0,
  promise: "minutes" as const,
  fees_fixed: false,
  fees_of_shop: false,
  currency: "EGP",
  version: 3,
};

test("what was read is what is sent again", () => {
  const { zones } = draftOf(record);
  expect(zones.map(({ key }) => key)).toEqual(["maadi#1", "maadi#2", "dokki#1"]);
  expect(bodyOf(zones, 3)).toEqual({
    version: 3,
    zones: [
      { district: "maadi", fee: "10", minutes: "0", shape: ring },
      { district: "maadi", fee: "20", minutes: "0" },
      { district: "dokki", fee: "30", minutes: "0" },
    ],
  });
});

test("parts of an area stand before the rest of it", () => {
  const { zones } = draftOf(record);
  const [part, whole, dokki] = zones;
  if (!part || !whole || !dokki) throw new Error("no zones");
  expect(inOrder([whole, dokki, part])).toEqual([part, whole, dokki]);
  expect(keyFor(zones, "maadi")).toBe("maadi#3");
  expect(hasWhole(zones, "maadi")).toBe(true);
  expect(hasWhole([part], "maadi")).toBe(false);
});
