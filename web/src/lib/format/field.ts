import type { Lang } from "../lang";
import { cairoTime, fromCairo } from "./cairo";
import { clock, formatDate, type Locale } from "./dates";

const two = (value: number) => String(value).padStart(2, "0");

/** Converts a time to the value of a datetime-local field, in the shop's time zone. */
export function fieldOf(at: string | null): string {
  if (at === null) return "";
  const { year, month, day, hour, minute } = cairoTime(Date.parse(at));
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** Returns the time in such a field; undefined while the field is empty or incomplete. */
export function momentOf(field: string): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(field);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute] = parts.map(Number) as number[];
  const at = fromCairo(year ?? 0, month ?? 1, day ?? 1, hour, minute);
  return new Date(at).toISOString();
}

/**
 * The value of a date, time or datetime-local field as text in the reader's language and order; ""
 * while the field is empty.
 */
export function fieldText(value: string, locale: Locale): string {
  const parts = /^(?:(\d{4,})-(\d{2})-(\d{2}))?T?(?:(\d{2}):(\d{2}).*)?$/.exec(value);
  if (!parts || value === "") return "";
  const [, year, month, day, hour, minute] = parts;
  const words: string[] = [];
  if (year) words.push(formatDate(fromCairo(Number(year), Number(month), Number(day), 12), locale));
  if (hour) words.push(clock(Number(hour) * 60 + Number(minute), locale));
  return words.join(locale.lang === "ar" ? "، " : ", ");
}

const parts = { en: "dd/mm/yyyy", ar: "يوم/شهر/سنة" } as const;

/** The order in which such a field is filled in, as a hint. */
export function fieldHint(type: "date" | "time" | "datetime-local", lang: Lang): string {
  if (type === "time") return "--:--";
  return type === "date" ? parts[lang] : `${parts[lang]} --:--`;
}

const whole = {
  date: { en: "Enter the whole date, or clear it.", ar: "أكمل التاريخ أو امسحه." },
  time: { en: "Enter the whole time, or clear it.", ar: "أكمل الوقت أو امسحه." },
  "datetime-local": {
    en: "Enter the whole date and time, or clear them.",
    ar: "أكمل التاريخ والوقت أو امسحهما.",
  },
} as const;

/** The error of such a field that was left incomplete. */
export const fieldHalf = (type: keyof typeof whole, lang: Lang): string => whole[type][lang];
