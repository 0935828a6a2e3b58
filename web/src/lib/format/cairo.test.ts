import { describe, expect, test } from "vitest";
import { cairoOffset, cairoTime, daysBetween, fromCairo, startOfDay, weekOf } from "./cairo";

const utc = (text: string) => Date.parse(text);

describe("summer time in Cairo", () => {
  test.each([
    // Last Friday of April 2026 is the 24th, last Thursday of October the 29th.
    ["2026-04-23T21:59:59Z", 120],
    ["2026-04-23T22:00:00Z", 180],
    ["2026-10-29T20:59:59Z", 180],
    ["2026-10-29T21:00:00Z", 120],
    // 2027: 30 April and 28 October.
    ["2027-04-29T21:59:59Z", 120],
    ["2027-04-29T22:00:00Z", 180],
    ["2027-10-28T21:00:00Z", 120],
    // 2025: the last Thursday of October is the 30th; its night ends on the 31st.
    ["2025-10-30T20:59:59Z", 180],
    ["2025-10-30T21:00:00Z", 120],
    ["2022-07-01T00:00:00Z", 120],
    ["2026-12-31T22:30:00Z", 120],
  ])("at %s clocks are %i minutes ahead", (at, minutes) => {
    expect(cairoOffset(utc(at))).toBe(minutes);
  });

  test("agrees with the browser's own calendar over five years", () => {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Africa/Cairo",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    for (
      let at = utc("2023-05-01T00:30:00Z");
      at < utc("2028-12-31T00:00:00Z");
      at += 3_607_000 * 7
    ) {
      const { year, month, day, hour, minute } = cairoTime(at);
      const two = (n: number) => String(n).padStart(2, "0");
      expect(`${two(day)}/${two(month)}/${year}, ${two(hour)}:${two(minute)}`).toBe(
        format.format(at),
      );
    }
  });
});

describe("days", () => {
  test("a wall time and its moment are each other's inverse, also on both change days", () => {
    expect(fromCairo(2026, 4, 24, 1)).toBe(utc("2026-04-23T22:00:00Z"));
    // 00:30 does not exist that night: one hour later.
    expect(cairoTime(fromCairo(2026, 4, 24, 0, 30))).toMatchObject({
      day: 24,
      hour: 1,
      minute: 30,
    });
    expect(fromCairo(2026, 10, 29, 23)).toBe(utc("2026-10-29T20:00:00Z"));
    expect(fromCairo(2026, 10, 30, 0)).toBe(utc("2026-10-29T22:00:00Z"));
    expect(fromCairo(2026, 1, 15, 9, 5)).toBe(utc("2026-01-15T07:05:00Z"));
    expect(fromCairo(2026, 7, 15, 9, 5)).toBe(utc("2026-07-15T06:05:00Z"));
  });

  test("calendar days are counted in Cairo, not in hours", () => {
    const evening = utc("2026-11-20T21:30:00Z");
    expect(daysBetween(evening, utc("2026-11-20T22:30:00Z"))).toBe(1);
    expect(daysBetween(evening, evening + 60_000)).toBe(0);
    expect(daysBetween(evening, utc("2026-11-19T21:59:00Z"))).toBe(-1);
    expect(startOfDay(evening)).toBe(utc("2026-11-19T22:00:00Z"));
  });

  test("the week begins on Saturday", () => {
    // 20 November 2026 is a Friday.
    expect(cairoTime(utc("2026-11-20T10:00:00Z")).weekday).toBe(6);
    const week = weekOf(utc("2026-11-20T10:00:00Z"));
    expect(week).toHaveLength(7);
    expect(cairoTime(week[0] ?? 0)).toMatchObject({ day: 14, weekday: 0, hour: 0 });
  });
});
