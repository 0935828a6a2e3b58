import type { BranchCard, Hours } from "../../api/types";

/** The days of the week in the local order, Saturday first, numbered as in the API (Sunday is 0). */
export const week = [6, 0, 1, 2, 3, 4, 5] as const;

/** Returns the opening hours of one day, earliest first; none if the branch is closed all day. */
export function hoursOf(hours: readonly Hours[], day: number): readonly Hours[] {
  return hours
    .filter((one) => one.day === day)
    .toSorted((a, b) => (a.open < b.open ? -1 : a.open > b.open ? 1 : 0));
}

/** Converts "09:30" to minutes after midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Whether the branch is open around the clock: "open" and "close" are the same time. */
export function isAllDay(hours: Pick<Hours, "open" | "close">): boolean {
  return hours.open === hours.close || (hours.open === "00:00" && hours.close === "24:00");
}

/** The distance in kilometres, with one decimal up to ten and none above; null if it is unknown. */
export function kilometres(branch: Pick<BranchCard, "distance_m">): number | null {
  if (branch.distance_m === null) return null;
  const km = branch.distance_m / 1000;
  return km < 10 ? Math.round(km * 10) / 10 : Math.round(km);
}
