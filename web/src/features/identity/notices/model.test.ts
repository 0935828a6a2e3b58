import { expect, test } from "vitest";
import { asRead, daysOf, iconOf, keyBytes } from "./model";

const notice = (id: string, read: boolean) => ({
  id,
  read,
  kind: "orders",
  text: id,
  link: "",
  at: "2026-11-20T10:00:00Z",
  earlier: [],
});
const meta = { current_page: 1, last_page: 1, per_page: 20, total: 2 };
const list = {
  pages: [{ items: [notice("a", false), notice("b", false)], meta, extra: {} }],
  pageParams: [1],
};
const reads = (id: string | null) => asRead(list, id)?.pages[0]?.items.map((one) => one.read);

test("one is read, or all", () => {
  expect(reads("b")).toEqual([false, true]);
  expect(reads("nothing")).toEqual([false, false]);
  expect(reads(null)).toEqual([true, true]);
  expect(asRead(undefined, null)).toBeUndefined();
  expect(list.pages[0]?.items[0]?.read).toBe(false);
});

test("every kind has an icon", () => {
  expect(iconOf("orders")).toBe("bag");
  expect(iconOf("something new")).toBe("bell");
});

test("the server's key in bytes", () => {
  expect([...keyBytes("-_8A")]).toEqual([251, 255, 0]);
});

test("news of one day stand under its name, days in the order of the list", () => {
  const at = (id: string, day: string) => ({ id, at: `2026-11-${day}T10:00:00Z` });
  const list = [at("c", "20"), at("b", "20"), at("a", "18")];
  const days = daysOf(list, (moment) => new Date(moment).toISOString().slice(0, 10));
  expect(days.map(({ day, items }) => [day, items.map(({ id }) => id)])).toEqual([
    ["2026-11-20", ["c", "b"]],
    ["2026-11-18", ["a"]],
  ]);
  expect(daysOf([], String)).toEqual([]);
});
