import { useFormat } from "../lib/useFormat";

/**
 * Formats a column of times. The date is written only on the first row of each day. Null is a time
 * still to come.
 */
export function useTimes(moments: readonly (number | null)[]): (string | undefined)[] {
  const format = useFormat();
  return moments.map((at, place) => {
    if (at === null) return undefined;
    const before = moments[place - 1] ?? null;
    const sameDay = before !== null && format.day(before) === format.day(at);
    return sameDay ? format.time(at) : format.dayTime(at);
  });
}
