import { describe, expect, test } from "vitest";
import { plainText } from "../bidi";
import {
  clock,
  formatDate,
  formatDay,
  formatDayTime,
  formatDuration,
  formatRelative,
  formatShortDate,
  formatTime,
} from "./dates";
import { formatNumber, readFigures, writeFigures, writeNumbers } from "./figures";
import { formatMoney, moneyParts } from "./money";
import { formatPhone } from "./phone";

const en = { lang: "en", figures: "latn" } as const;
const ar = { lang: "ar", figures: "arab" } as const;
const arLatin = { lang: "ar", figures: "latn" } as const;
const now = Date.parse("2026-11-20T10:00:00Z");
const minute = 60_000;

describe("figures", () => {
  test("are read in any writing and written in the chosen one", () => {
    expect(readFigures("٠١٢ ۳٤")).toBe("012 34");
    expect(readFigures("١٬٢٣٤٫٥")).toBe("1234.5");
    expect(writeFigures("10:30", "arab")).toBe("١٠:٣٠");
  });

  test.each([
    [0, "0", "٠"],
    [-0.0001, "0", "٠"],
    [1234567, "1,234,567", "١٬٢٣٤٬٥٦٧"],
    [4.5, "4.5", "٤٫٥"],
    [-12, "\u221212", "\u061c\u2212١٢"],
  ])("%d", (value, latin, arabic) => {
    expect(formatNumber(value, "latn")).toBe(latin);
    expect(formatNumber(value, "arab")).toBe(arabic);
  });

  test("what is no number is a dash", () => {
    expect(formatNumber(Number.NaN, "latn")).toBe("–");
  });

  test("a rating keeps its decimal where it is none", () => {
    expect(formatNumber(4, "latn", 1, 1)).toBe("4.0");
    expect(formatNumber(4.25, "arab", 1, 1)).toBe("٤٫٣");
    expect(formatNumber(4, "arab", 1, 1)).toBe("٤٫٠");
  });
});

test.each([
  ["30 قطعة", "٣٠ قطعة"],
  ["1.5 كجم، 5 كجم", "١٫٥ كجم، ٥ كجم"],
  ["خصم 15% بكود SAWT15.", "خصم ١٥٪ بكود SAWT15."],
  ["عرض السعر Q-QBCR-N7EZ: 27836.25 ج.م.", "عرض السعر Q-QBCR-N7EZ: ٢٧٬٨٣٦٫٢٥ ج.م."],
  ["حتى 5 ديسمبر 2026.", "حتى ٥ ديسمبر ٢٠٢٦."],
  ["هاتف iPhone 15 أسود", "هاتف iPhone 15 أسود"],
  ["112 North 90 Street", "112 North 90 Street"],
  ["السبت 21 نوفمبر، 13:00–16:00", "السبت ٢١ نوفمبر، ١٣:٠٠–١٦:٠٠"],
])("numbers in the written text %s", (text, written) => {
  expect(writeNumbers(text, "arab")).toBe(written);
  expect(writeNumbers(text, "latn")).toBe(text);
});

describe("money", () => {
  test("has a large figure and a small fraction", () => {
    expect(moneyParts(1234.5, "EGP", en)).toEqual({
      whole: "1,234",
      fraction: ".50",
      currency: "EGP",
      currencyFirst: true,
      text: "EGP\u00a01,234.50",
    });
    expect(moneyParts(1234.5, "EGP", ar)).toEqual({
      whole: "١٬٢٣٤",
      fraction: "٫٥٠",
      currency: "ج.م.",
      currencyFirst: false,
      text: "١٬٢٣٤٫٥٠\u00a0ج.م.",
    });
  });

  test("binary fractions do not show", () => {
    expect(formatMoney(0.1 + 0.2, "EGP", en)).toBe("EGP\u00a00.30");
    expect(formatMoney(1.005, "EGP", en)).toBe("EGP\u00a01");
    expect(formatMoney(19.99, "EGP", arLatin)).toBe("19.99\u00a0ج.م.");
  });

  test("a discount is negative, nothing is not", () => {
    expect(formatMoney(-35, "EGP", en)).toBe("\u2212EGP\u00a035");
    expect(formatMoney(-35, "EGP", arLatin)).toBe("\u200f\u200e\u221235\u00a0ج.م.");
    expect(formatMoney(-35, "EGP", ar)).toBe("\u061c\u2212٣٥\u00a0ج.م.");
    expect(formatMoney(-0.001, "EGP", en)).toBe("EGP\u00a00");
  });
});

describe("dates and times", () => {
  test("in Cairo, in both languages", () => {
    expect(formatTime(now, en)).toBe("12:00\u00a0PM");
    expect(formatTime(now, ar)).toBe("١٢:٠٠\u00a0م");
    expect(clock(0, en)).toBe("12:00\u00a0AM");
    expect(clock(1440, en)).toBe("12:00\u00a0AM");
    expect(clock(9 * 60 + 5, arLatin)).toBe("9:05\u00a0ص");
    expect(formatDate(now, en)).toBe("20 November 2026");
    expect(formatDate(now, ar)).toBe("٢٠ نوفمبر ٢٠٢٦");
    expect(formatDate(now, en, now)).toBe("20 November");
    expect(formatShortDate(now, en)).toBe("20 Nov");
  });

  test("days near now have names", () => {
    const day = 24 * 60 * minute;
    expect(formatDay(now, now, en)).toBe("today");
    expect(formatDay(now + day, now, ar)).toBe("غدًا");
    expect(formatDay(now - day, now, ar)).toBe("أمس");
    expect(formatDay(now + 3 * day, now, en)).toBe("Monday");
    expect(formatDay(now + 7 * day, now, en)).toBe("27 November");
    expect(formatDayTime(now + day, now, ar)).toBe("غدًا، ١٢:٠٠\u00a0م");
    expect(formatDayTime(now, now, ar)).toBe("١٢:٠٠\u00a0م");
  });

  test.each([
    [1, "1 minute", "دقيقة"],
    [2, "2 minutes", "دقيقتين"],
    [5, "5 minutes", "٥ دقائق"],
    [35, "35 minutes", "٣٥ دقيقة"],
    [60, "1 hour", "ساعة"],
    [90, "1 hour 30 minutes", "ساعة و٣٠ دقيقة"],
    [2880, "2 days", "يومين"],
    [4320, "3 days", "٣ أيام"],
  ])("%i minutes", (minutes, english, arabic) => {
    expect(formatDuration(minutes, en)).toBe(english);
    expect(formatDuration(minutes, ar)).toBe(arabic);
  });

  test("ago and ahead", () => {
    expect(formatRelative(now - 20_000, now, en)).toBe("now");
    expect(formatRelative(now - 5 * minute, now, en)).toBe("5 minutes ago");
    expect(formatRelative(now + 120 * minute, now, ar)).toBe("خلال ساعتين");
    expect(formatRelative(now - 30 * 1440 * minute, now, en)).toBe("21 October");
  });
});

describe("phones", () => {
  test.each(["+201012345678", "00201012345678", "01012345678", "1012345678", "٠١٠١٢٣٤٥٦٧٨"])(
    "%s is written nationally, left to right and in one piece",
    (phone) => {
      expect(plainText(formatPhone(phone))).toBe("010\u00a01234\u00a05678");
      expect(formatPhone(phone)).toMatch(/^\u2066.*\u2069$/);
    },
  );

  test("groups of Arabic figures do not change places", () => {
    expect(formatPhone("+201012345678", "arab")).toBe(
      "\u2066٠١٠\u200e\u00a0١٢٣٤\u200e\u00a0٥٦٧٨\u2069",
    );
  });

  test.each([
    ["+20225190000", "02\u00a02519\u00a00000"],
    ["033912345", "03\u00a0391\u00a02345"],
    ["+20403334567", "040\u00a0333\u00a04567"],
  ])("a landline, %s, is written with the code of its city", (phone, written) => {
    expect(plainText(formatPhone(phone))).toBe(written);
  });

  test("another country's keeps its code", () => {
    expect(plainText(formatPhone("+966501234567"))).toBe("+966\u00a0501\u00a0234\u00a0567");
  });
});
