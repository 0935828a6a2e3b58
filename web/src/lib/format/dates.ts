import type { Figures, Lang } from "../lang";
import { type PluralForm, pluralForm } from "../plural";
import { cairoTime, daysBetween } from "./cairo";
import { formatNumber, writeFigures } from "./figures";

export interface Locale {
  lang: Lang;
  figures: Figures;
}

const names = {
  en: {
    weekdays: ["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    shortWeekdays: ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"],
    months: [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ],
    shortMonths: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
    am: "AM",
    pm: "PM",
    today: "today",
    tomorrow: "tomorrow",
    yesterday: "yesterday",
    now: "now",
    ago: (text: string) => `${text} ago`,
    ahead: (text: string) => `in ${text}`,
  },
  ar: {
    weekdays: ["السبت", "الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة"],
    shortWeekdays: ["السبت", "الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة"],
    months: [
      "يناير",
      "فبراير",
      "مارس",
      "أبريل",
      "مايو",
      "يونيو",
      "يوليو",
      "أغسطس",
      "سبتمبر",
      "أكتوبر",
      "نوفمبر",
      "ديسمبر",
    ],
    shortMonths: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split(
      " ",
    ),
    am: "ص",
    pm: "م",
    today: "اليوم",
    tomorrow: "غدًا",
    yesterday: "أمس",
    now: "الآن",
    ago: (text: string) => `منذ ${text}`,
    ahead: (text: string) => `خلال ${text}`,
  },
} as const;

type Unit = "minute" | "hour" | "day";

const units: Record<Lang, Record<Unit, Partial<Record<PluralForm, string>> & { other: string }>> = {
  en: {
    minute: { one: "# minute", other: "# minutes" },
    hour: { one: "# hour", other: "# hours" },
    day: { one: "# day", other: "# days" },
  },
  ar: {
    minute: { one: "دقيقة", two: "دقيقتين", few: "# دقائق", many: "# دقيقة", other: "# دقيقة" },
    hour: { one: "ساعة", two: "ساعتين", few: "# ساعات", many: "# ساعة", other: "# ساعة" },
    day: { one: "يوم", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" },
  },
};

function counted(unit: Unit, count: number, { lang, figures }: Locale): string {
  const forms = units[lang][unit];
  const text = forms[pluralForm(lang, count)] ?? forms.other;
  return text.replace("#", formatNumber(count, figures, 0));
}

/** "8:05 AM", "٨:٠٥ ص". */
export function formatTime(at: number, locale: Locale): string {
  const { hour, minute } = cairoTime(at);
  return clock(hour * 60 + minute, locale);
}

/** Minutes after midnight as a time of day; 1440 is midnight again. For opening hours. */
export function clock(minutes: number, { lang, figures }: Locale): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  const hour = Math.floor(inDay / 60);
  const text = `${hour % 12 || 12}:${String(inDay % 60).padStart(2, "0")}`;
  return `${writeFigures(text, figures)}\u00a0${hour < 12 ? names[lang].am : names[lang].pm}`;
}

/** "20 November 2026", "٢٠ نوفمبر ٢٠٢٦"; without the year where it is this year's and `now` is given. */
export function formatDate(at: number, { lang, figures }: Locale, now?: number): string {
  const { year, month, day } = cairoTime(at);
  const sameYear = now !== undefined && cairoTime(now).year === year;
  return writeFigures(
    `${day} ${names[lang].months[month - 1]}${sameYear ? "" : ` ${year}`}`,
    figures,
  );
}

/** "20 Nov", "٢٠ نوفمبر": for narrow spaces. */
export function formatShortDate(at: number, { lang, figures }: Locale): string {
  const { month, day } = cairoTime(at);
  return writeFigures(`${day} ${names[lang].shortMonths[month - 1]}`, figures);
}

/** "today", "tomorrow", "yesterday", a weekday within six days, otherwise the date. */
export function formatDay(at: number, now: number, locale: Locale): string {
  const distance = daysBetween(now, at);
  const words = names[locale.lang];
  if (distance === 0) return words.today;
  if (distance === 1) return words.tomorrow;
  if (distance === -1) return words.yesterday;
  if (distance > 1 && distance < 7) return weekdayName(cairoTime(at).weekday, locale.lang);
  return formatDate(at, locale, now);
}

/** Day and time in one text: "tomorrow, 8:05 AM"; only the time if it is today. */
export function formatDayTime(at: number, now: number, locale: Locale): string {
  if (daysBetween(now, at) === 0) return formatTime(at, locale);
  const comma = locale.lang === "ar" ? "، " : ", ";
  return `${formatDay(at, now, locale)}${comma}${formatTime(at, locale)}`;
}

/** The name of a weekday; 0 is Saturday. */
export function weekdayName(weekday: number, lang: Lang, short = false): string {
  const list = short ? names[lang].shortWeekdays : names[lang].weekdays;
  return list[((weekday % 7) + 7) % 7] ?? "";
}

/** A duration in its largest fitting unit: "35 minutes", "2 hours", "3 days". */
export function formatDuration(minutes: number, locale: Locale): string {
  const whole = Math.max(0, Math.round(minutes));
  if (whole < 60) return counted("minute", whole, locale);
  if (whole < 1440) {
    const rest = whole % 60;
    const hours = counted("hour", Math.floor(whole / 60), locale);
    if (rest === 0) return hours;
    const and = locale.lang === "ar" ? " و" : " ";
    return `${hours}${and}${counted("minute", rest, locale)}`;
  }
  return counted("day", Math.round(whole / 1440), locale);
}

/** The time since or until: "5 minutes ago", "in 2 hours"; the date beyond a week. */
export function formatRelative(at: number, now: number, locale: Locale): string {
  const words = names[locale.lang];
  const minutes = Math.round(Math.abs(at - now) / 60_000);
  if (minutes < 1) return words.now;
  if (minutes >= 7 * 1440) return formatDate(at, locale, now);
  const text =
    minutes < 60
      ? counted("minute", minutes, locale)
      : minutes < 1440
        ? counted("hour", Math.round(minutes / 60), locale)
        : counted("day", Math.round(minutes / 1440), locale);
  return at < now ? words.ago(text) : words.ahead(text);
}

/** Seconds as a clock: "14:05", "٠:٠٩". */
export function clockOf(seconds: number, figures: Figures): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return writeFigures(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`, figures);
}
