import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BranchName } from "./BranchName";

const partsOf = (name: string) => {
  const { container } = render(<BranchName name={name} />);
  expect(container.textContent).toBe(name);
  return [...container.querySelectorAll("span > span")].map((one) => [
    one.textContent,
    one.classList.contains("truncate"),
  ]);
};

test.each([
  ["كشري سبع حبات – المعادي", "كشري سبع حبات", " – المعادي"],
  ["Souq Ganayen – 6th of October", "Souq Ganayen", " – 6th of October"],
  ["Fried - Grilled - Dokki", "Fried - Grilled", " - Dokki"],
  ["البقالة، الدقي", "البقالة", "، الدقي"],
])("of %s only the store's name is cut", (name, store, area) => {
  expect(partsOf(name)).toEqual([
    [store, true],
    [area, false],
  ]);
});

test.each(["Souq", "Meat, everything for the barbecue and more"])("%s names no area", (name) => {
  expect(partsOf(name)).toEqual([[name, true]]);
});
