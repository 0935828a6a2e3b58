import { cairoTime, fromCairo } from "./cairo";

const two = (value: number) => String(value).padStart(2, "0");

/** A moment as a datetime-local field writes it, in the shop's time. */
export function fieldOf(at: string | null): string {
  if (at === null) return "";
  const { year, month, day, hour, minute } = cairoTime(Date.parse(at));
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** What such a field holds as a moment; undefined while it is empty or half filled in. */
export function momentOf(field: string): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(field);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute] = parts.map(Number) as number[];
  const at = fromCairo(year ?? 0, month ?? 1, day ?? 1, hour, minute);
  return new Date(at).toISOString();
}
