/**
 * The clock and calendar of Cairo without Intl: UTC+2, and UTC+3 from the last Friday of April
 * 00:00 to the last Thursday of October 24:00 (the rule since 2023; summers before it are not
 * needed, nothing in the shop is that old).
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface CairoTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Saturday, the first day of the week, … 6 is Friday. */
  weekday: number;
}

/** Days since 1970-01-01 of a calendar day. */
function dayNumber(year: number, month: number, dayOfMonth: number): number {
  return Math.floor(Date.UTC(year, month - 1, dayOfMonth) / day);
}

/** 0 is Saturday; 1970-01-01 was a Thursday. */
function weekdayOf(days: number): number {
  return (((days + 5) % 7) + 7) % 7;
}

/** The last given weekday (0 is Saturday) of a month, as a day number. */
function lastWeekday(year: number, month: number, weekday: number): number {
  const last = dayNumber(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

const thursday = 5;
const friday = 6;

/** Returns the minutes by which Cairo is ahead of UTC at a time: 120 or 180. */
export function cairoOffset(at: number): number {
  const year = new Date(at + 2 * hour).getUTCFullYear();
  if (year < 2023) return 120;
  const begins = lastWeekday(year, 4, friday) * day - 2 * hour;
  // Thursday 24:00 summer time.
  const ends = (lastWeekday(year, 10, thursday) + 1) * day - 3 * hour;
  return at >= begins && at < ends ? 180 : 120;
}

/** Returns the calendar day and clock time in Cairo at a time (Unix milliseconds). */
export function cairoTime(at: number): CairoTime {
  const local = new Date(at + cairoOffset(at) * minute);
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth() + 1;
  const dayOfMonth = local.getUTCDate();
  return {
    year,
    month,
    day: dayOfMonth,
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: weekdayOf(dayNumber(year, month, dayOfMonth)),
  };
}

/**
 * Returns the time at which Cairo's clocks show this. An hour that is skipped in April is read as one
 * hour later; an hour that occurs twice in October is read as its first occurrence.
 */
export function fromCairo(
  year: number,
  month: number,
  dayOfMonth: number,
  hours = 0,
  minutes = 0,
): number {
  const wall = Date.UTC(year, month - 1, dayOfMonth, hours, minutes);
  const summer = wall - 3 * hour;
  if (cairoOffset(summer) === 180) return summer;
  return wall - 2 * hour;
}

/** Returns the midnight in Cairo at which the day of this time began. */
export function startOfDay(at: number): number {
  const { year, month, day: dayOfMonth } = cairoTime(at);
  return fromCairo(year, month, dayOfMonth);
}

/** Returns the calendar days in Cairo from one time to another: 0 today, 1 tomorrow, -1 yesterday. */
export function daysBetween(from: number, to: number): number {
  const a = cairoTime(from);
  const b = cairoTime(to);
  return dayNumber(b.year, b.month, b.day) - dayNumber(a.year, a.month, a.day);
}

/**
 * Returns the seven days of the week that contains this time, Saturday first, each as its midnight.
 */
export function weekOf(at: number): number[] {
  const now = cairoTime(at);
  const first = dayNumber(now.year, now.month, now.day) - now.weekday;
  return Array.from({ length: 7 }, (_, index) => {
    const date = new Date((first + index) * day);
    return fromCairo(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  });
}

/** Parses an RFC 3339 text of the API into Unix milliseconds; NaN if it is invalid. */
export function moment(text: string): number {
  return Date.parse(text);
}
