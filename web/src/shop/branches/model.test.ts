import { expect, test } from "vitest";
import { hoursOf, isAllDay, kilometres, minutesOf, week } from "./model";

test("the week begins on Saturday and has every day once", () => {
  expect(week[0]).toBe(6);
  expect([...week].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("split shifts are in order, other days are left out", () => {
  const hours = [
    { day: 1, open: "18:00", close: "23:00" },
    { day: 2, open: "09:00", close: "12:00" },
    { day: 1, open: "09:00", close: "14:00" },
  ];
  expect(hoursOf(hours, 1).map((one) => one.open)).toEqual(["09:00", "18:00"]);
  expect(hoursOf(hours, 5)).toEqual([]);
});

test("times, round the clock and distances", () => {
  expect(minutesOf("09:30")).toBe(570);
  expect(isAllDay({ open: "00:00", close: "00:00" })).toBe(true);
  expect(isAllDay({ open: "09:00", close: "02:00" })).toBe(false);
  expect(kilometres({ distance_m: 1240 })).toBe(1.2);
  expect(kilometres({ distance_m: 12_400 })).toBe(12);
  expect(kilometres({ distance_m: null })).toBeNull();
});
