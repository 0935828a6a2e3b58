import { expect, test } from "vitest";
import { bodyOf, draftOf, hoursText } from "./model";

const words = {
  everyDay: "Every day",
  allDay: "all day",
  weekday: (day: number) => ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day] ?? "",
  clock: (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`,
  comma: ", ",
};
const shift = (day: number, open: string, close: string) => ({ day, open, close });

test("days with the same hours are said together, Saturday first", () => {
  const every = [0, 1, 2, 3, 4, 5, 6].map((day) => shift(day, "07:00", "11:30"));
  expect(hoursText(every, words)).toBe("Every day: 7:00 – 11:30");
  const some = [
    shift(5, "13:00", "18:00"),
    shift(0, "17:00", "24:00"),
    shift(0, "07:00", "11:00"),
    shift(6, "13:00", "18:00"),
  ];
  expect(hoursText(some, words)).toBe("Sat, Fri: 13:00 – 18:00 · Sun: 7:00 – 11:00, 17:00 – 0:00");
  expect(hoursText([shift(1, "00:00", "00:00")], words)).toBe("Mon: all day");
  expect(hoursText([], words)).toBe("");
});

test("a new menu is in use from when it is saved, and its store is not part of a change", () => {
  expect(draftOf(null).active).toBe(true);
  expect(bodyOf({ ...draftOf(null), store_id: "sto_1" })).not.toHaveProperty("store_id");
});
