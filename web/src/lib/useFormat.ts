import { changesOrder, isolate } from "./bidi";
import * as dates from "./format/dates";
import { formatNumber, writeNumbers } from "./format/figures";
import { formatMoney, type MoneyParts, moneyParts } from "./format/money";
import { formatPhone } from "./format/phone";
import { formatWeight, perKilo } from "./format/weight";
import type { Figures, Lang } from "./lang";
import { says, useNowUnsaid } from "./now";
import { approximate, approximateOf, type Rate, useRate } from "./rates";
import { useScope } from "./scope";

export interface Format {
  lang: Lang;
  /**
   * Formats a number with at most `decimals` decimals; `kept` of them are shown even if they are zeros.
   */
  number(value: number, decimals?: number, kept?: number): string;
  /** An amount; with `grams`, the weight of one unit, the price per kilogram. */
  money(amount: number, currency?: string, grams?: number): string;
  /** Formats an amount for the Price component. */
  price(amount: number, currency?: string, grams?: number): MoneyParts;
  /** Formats a quantity: pieces, or the weight of `qty` units of `grams` each. */
  amount(qty: number, grams: number): string;
  /** The approximate value of a shop amount in the customer's chosen currency; null without one. */
  approx(amount: number): string | null;
  /** An amount that is already in another currency. */
  foreign(amount: number, symbol: string, decimals: number): string;
  time(at: number): string;
  clock(minutesAfterMidnight: number): string;
  date(at: number): string;
  shortDate(at: number): string;
  day(at: number): string;
  dayTime(at: number): string;
  relative(at: number): string;
  duration(minutes: number): string;
  phone(phone: string): string;
  /** A user-written text, with its numbers in the page's numerals; where elements are allowed, use <Words>. */
  words(text: string): string;
  /** Names in a list, each isolated in its own direction. */
  list(names: readonly string[], comma: string): string;
}

/** The last format made: every component of a page requests the same one. */
let last: { lang: Lang; figures: Figures; now: number; rate: Rate | null; format: Format } | null =
  null;

function formatFor(lang: Lang, figures: Figures, now: number, rate: Rate | null): Format {
  if (
    last &&
    last.lang === lang &&
    last.figures === figures &&
    last.now === now &&
    last.rate === rate
  ) {
    return last.format;
  }
  const locale = { lang, figures };
  const ofToday = () => {
    says("day");
    return now;
  };
  const format: Format = {
    lang,
    number: (value, decimals, kept) => formatNumber(value, figures, decimals, kept),
    money: (amount, currency = "EGP", grams = 0) =>
      formatMoney(amount, currency, locale) + (grams > 0 ? ` ${perKilo(lang)}` : ""),
    amount: (qty, grams) =>
      grams > 0 ? formatWeight(qty * grams, locale) : formatNumber(qty, figures),
    price: (amount, currency = "EGP", grams = 0) => {
      const parts = moneyParts(amount, currency, locale);
      if (grams > 0) {
        parts.per = perKilo(lang);
        parts.text += ` ${parts.per}`;
      }
      return rate ? { ...parts, approx: approximateOf(amount, rate, locale) } : parts;
    },
    approx: (amount) => (rate ? approximateOf(amount, rate, locale) : null),
    foreign: (amount, symbol, decimals) => approximate(amount, { symbol, decimals }, locale),
    time: (at) => dates.formatTime(at, locale),
    clock: (minutes) => dates.clock(minutes, locale),
    date: (at) => dates.formatDate(at, locale, ofToday()),
    shortDate: (at) => dates.formatShortDate(at, locale),
    day: (at) => dates.formatDay(at, ofToday(), locale),
    dayTime: (at) => dates.formatDayTime(at, ofToday(), locale),
    relative: (at) => {
      says("moment");
      return dates.formatRelative(at, now, locale);
    },
    duration: (minutes) => dates.formatDuration(minutes, locale),
    phone: (phone) => formatPhone(phone, figures),
    words: (text) => writeNumbers(text, figures),
    list: (names, comma) =>
      names.map((name) => (changesOrder(lang, name) ? isolate(name) : name)).join(comma),
  };
  last = { lang, figures, now, rate, format };
  return format;
}

/** Everything that turns data into text, in the visitor's language and numerals. */
export function useFormat(): Format {
  const { lang, figures } = useScope();
  return formatFor(lang, figures, useNowUnsaid(), useRate());
}
