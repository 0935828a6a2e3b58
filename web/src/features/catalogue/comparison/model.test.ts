import { expect, test } from "vitest";
import type { Translate } from "../../../lib/i18n";
import type { Format } from "../../../lib/useFormat";
import type { Compared } from "./api";
import { rowsOf } from "./model";

const t = ((key: string) => key) as unknown as Translate;
const format = { money: String, number: String } as unknown as Format;

const product = (id: string, more: Partial<Compared>) =>
  ({
    id,
    options: [],
    attributes: [],
    offers: [],
    unit: "",
    rating: { count: 0, average: 0 },
    category: { name: "Pantry" },
    store: { name: "Souq" },
    ...more,
  }) as unknown as Compared;

test("what one product lets choose and another states stands in one row", () => {
  const rows = rowsOf(
    [
      product("sugar", { attributes: [{ name: "Weight", value: "1 kg" }] }),
      product("rice", {
        options: [{ name: "Weight", values: ["1 kg", "5 kg"] }],
        attributes: [{ name: "Origin", value: "Nile Delta" }],
      } as Partial<Compared>),
    ],
    t,
    format,
  );
  expect(rows.filter(({ label }) => label === "Weight").map(({ cells }) => cells)).toEqual([
    [["1 kg"], ["1 kgcomparing:comma5 kg"]],
  ]);
  expect(rows.find(({ label }) => label === "Origin")?.cells).toEqual([[], ["Nile Delta"]]);
});

test("the cheapest of a product's branches is marked among those that have it and are open, where they differ", () => {
  const at = (name: string, price: number, available = true, is_closed = false) => ({
    branch: { name, is_closed, delivers: true },
    price,
    available,
    delivery_fee: null,
    delivery_minutes: null,
  });
  const said = ((key: string, values?: { branch?: string; amount?: string }) =>
    values?.branch ? `${key.slice(10)} ${values.branch} ${values.amount}` : key) as Translate;
  const rows = rowsOf(
    [
      product("rice", {
        offers: [
          at("Maadi", 40),
          at("Dokki", 35),
          at("Giza", 30, false),
          at("Manial", 20, true, true),
        ],
      } as never),
      product("tea", { offers: [at("Maadi", 20), at("Dokki", 20)] } as never),
    ],
    said,
    format,
  );
  expect(rows.find(({ id }) => id === "branches")?.cells).toEqual([
    [
      "at_branch Maadi 40",
      "at_branch_cheapest Dokki 35",
      "at_branch_gone Giza 30",
      "at_branch_closed Manial 20",
    ],
    ["at_branch Maadi 20", "at_branch Dokki 20"],
  ]);
});
