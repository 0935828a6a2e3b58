import * as dates from "./format/dates";
import { formatNumber } from "./format/figures";
import { formatMoney, type MoneyParts, moneyParts } from "./format/money";
import { formatPhone } from "./format/phone";
import type { Figures, Lang } from "./lang";
import { useNow } from "./now";
import { useScope } from "./scope";

export interface Format {
  lang: Lang;
  number(value: number, decimals?: number): string;
  money(amount: number, currency?: string): string;
  /** For the kit's Price. */
  price(amount: number, currency?: string): MoneyParts;
  time(at: number): string;
  clock(minutesAfterMidnight: number): string;
  date(at: number): string;
  shortDate(at: number): string;
  day(at: number): string;
  dayTime(at: number): string;
  relative(at: number): string;
  duration(minutes: number): string;
  phone(phone: string): string;
}

/** The last one made: every component of a page asks for the same. */
let last: { lang: Lang; figures: Figures; now: number; format: Format } | null = null;

function formatFor(lang: Lang, figures: Figures, now: number): Format {
  if (last && last.lang === lang && last.figures === figures && last.now === now) {
    return last.format;
  }
  const locale = { lang, figures };
  const format: Format = {
    lang,
    number: (value, decimals) => formatNumber(value, figures, decimals),
    money: (amount, currency = "EGP") => formatMoney(amount, currency, locale),
    price: (amount, currency = "EGP") => moneyParts(amount, currency, locale),
    time: (at) => dates.formatTime(at, locale),
    clock: (minutes) => dates.clock(minutes, locale),
    date: (at) => dates.formatDate(at, locale, now),
    shortDate: (at) => dates.formatShortDate(at, locale),
    day: (at) => dates.formatDay(at, now, locale),
    dayTime: (at) => dates.formatDayTime(at, now, locale),
    relative: (at) => dates.formatRelative(at, now, locale),
    duration: (minutes) => dates.formatDuration(minutes, locale),
    phone: (phone) => formatPhone(phone, figures),
  };
  last = { lang, figures, now, format };
  return format;
}

/** Everything that turns data into words and figures, in the visitor's language and figures. */
export function useFormat(): Format {
  const { lang, figures } = useScope();
  return formatFor(lang, figures, useNow());
}
