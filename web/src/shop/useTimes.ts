import { useFormat } from "../lib/useFormat";

/** A column of moments as text: each day is written once, where it begins. Null is still to come. */
export function useTimes(moments: readonly (number | null)[]): (string | undefined)[] {
  const format = useFormat();
  return moments.map((at, place) => {
    if (at === null) return undefined;
    const before = moments[place - 1] ?? null;
    const sameDay = before !== null && format.day(before) === format.day(at);
    return sameDay ? format.time(at) : format.dayTime(at);
  });
}
