import { expect, test } from "vitest";
import { marked } from "./marked";

const shown = (text: string, spans: [number, number][]) =>
  marked(text, spans)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

test("cuts a text at what matched", () => {
  expect(shown("Fresh milk", [[6, 4]])).toBe("Fresh [milk]");
  expect(shown("لبن طازج", [[0, 3]])).toBe("[لبن] طازج");
  expect(
    shown("a b a", [
      [4, 1],
      [0, 1],
    ]),
  ).toBe("[a] b [a]");
});

test("ignores spans that do not fit", () => {
  expect(
    shown("milk", [
      [2, 99],
      [3, 1],
      [9, 1],
      [1, 0],
    ]),
  ).toBe("mi[lk]");
  expect(shown("", [[0, 1]])).toBe("");
});
