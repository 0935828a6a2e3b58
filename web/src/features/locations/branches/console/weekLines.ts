import { week } from "../../../../shop/branches/model";
import type { Hours } from "./api";

export type Shift = Hours["hours"][number];

/** Days with the same hours. */
export interface WeekLine {
  days: number[];
  spans: { open: string; close: string }[];
}

const inWeek = (days: readonly number[]) => week.filter((day) => days.includes(day));

/** The lines of a week: days with the same hours share a line, ordered by the first day. */
export function linesOf(shifts: readonly Shift[]): WeekLine[] {
  const lines = new Map<string, WeekLine>();
  for (const day of week) {
    const spans = shifts
      .filter((shift) => shift.day === day)
      .map(({ open, close }) => ({ open, close }));
    if (spans.length === 0) continue;
    const key = JSON.stringify(spans);
    const line = lines.get(key);
    if (line) line.days.push(day);
    else lines.set(key, { days: [day], spans });
  }
  return [...lines.values()];
}

/** The week's shifts from its lines, day by day. */
export const shiftsOf = (lines: readonly WeekLine[]): Shift[] =>
  week.flatMap((day) =>
    lines.flatMap((line) =>
      line.days.includes(day) ? line.spans.map((span) => ({ day, ...span })) : [],
    ),
  );

/** Whether two lists of shifts are the same week. */
export const sameWeek = (a: readonly Shift[], b: readonly Shift[]) => {
  const plain = (list: readonly Shift[]) =>
    JSON.stringify(list.map(({ day, open, close }) => `${day} ${open} ${close}`).sort());
  return plain(a) === plain(b);
};

/** Moves a day to a line from the line that had it, or removes it. */
export const withDay = (lines: readonly WeekLine[], at: number, day: number): WeekLine[] => {
  const had = lines[at]?.days.includes(day);
  return lines.map((line, place) => ({
    ...line,
    days: inWeek(
      place === at && !had ? [...line.days, day] : line.days.filter((one) => one !== day),
    ),
  }));
};

/** Runs of consecutive days as first and last, from Saturday on: [[6, 4]] for Sat–Thu. */
export function runsOf(days: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  let last = -2;
  week.forEach((day, place) => {
    if (!days.includes(day)) return;
    const run = runs.at(-1);
    if (run && last === place - 1) run[1] = day;
    else runs.push([day, day]);
    last = place;
  });
  return runs;
}
