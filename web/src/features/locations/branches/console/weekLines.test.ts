import { expect, test } from "vitest";
import { linesOf, runsOf, sameWeek, shiftsOf, withDay } from "./weekLines";

const long = { open: "10:00", close: "22:00" };
const short = { open: "14:00", close: "22:00" };

test("days with the same hours stand in one line, and make the same week again", () => {
  const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, ...(day === 5 ? short : long) }));
  const lines = linesOf(hours);
  expect(lines).toEqual([
    { days: [6, 0, 1, 2, 3, 4], spans: [long] },
    { days: [5], spans: [short] },
  ]);
  expect(sameWeek(shiftsOf(lines), hours)).toBe(true);
  expect(sameWeek(shiftsOf(lines), hours.slice(1))).toBe(false);
  expect(lines.map(({ days }) => runsOf(days))).toEqual([[[6, 4]], [[5, 5]]]);
  expect(runsOf([6, 1, 2])).toEqual([
    [6, 6],
    [1, 2],
  ]);
});

test("a day is in one line only, and may be in none", () => {
  const lines = [
    { days: [6, 0], spans: [long] },
    { days: [5], spans: [short] },
  ];
  expect(withDay(lines, 1, 0).map(({ days }) => days)).toEqual([[6], [0, 5]]);
  expect(withDay(lines, 0, 6).map(({ days }) => days)).toEqual([[0], [5]]);
});

test("two openings of a day stay with it", () => {
  const hours = [
    { day: 1, open: "09:00", close: "12:00" },
    { day: 1, open: "15:00", close: "20:00" },
  ];
  expect(linesOf(hours)).toHaveLength(1);
  expect(shiftsOf(linesOf(hours))).toEqual(hours);
});
