import { describe, expect, test } from "vitest";
import { createI18n } from "./i18n";
import { pluralForm } from "./plural";

describe("plural forms", () => {
  test.each([
    [0, "zero"],
    [1, "one"],
    [2, "two"],
    [3, "few"],
    [10, "few"],
    [11, "many"],
    [99, "many"],
    [100, "other"],
    [102, "other"],
    [103, "few"],
    [111, "many"],
    [1000, "other"],
    [1.5, "other"],
  ] as const)("%d in Arabic is %s", (count, form) => {
    expect(pluralForm("ar", count)).toBe(form);
  });

  test("agree with the browser's", () => {
    const ar = new Intl.PluralRules("ar-EG");
    const en = new Intl.PluralRules("en");
    for (let count = 0; count < 1200; count++) {
      expect(pluralForm("ar", count)).toBe(ar.select(count));
      expect(pluralForm("en", count)).toBe(en.select(count));
    }
  });
});

describe("texts", () => {
  const arabic = createI18n("ar", "arab", {
    shell: {
      items_zero: "لا شيء",
      items_one: "قطعة واحدة",
      items_two: "قطعتان",
      items_few: "{{count}} قطع",
      items_many: "{{count}} قطعة",
      items_other: "{{count}} قطعة",
      from: "من {{name}}",
    },
  });

  test("choose among six forms and write Arabic figures", () => {
    const say = (count: number) => arabic.t("items", { count });
    expect([0, 1, 2, 3, 11, 1000].map(say)).toEqual([
      "لا شيء",
      "قطعة واحدة",
      "قطعتان",
      "٣ قطع",
      "١١ قطعة",
      "١٬٠٠٠ قطعة",
    ]);
  });

  test("isolate what runs the other way, and only that", () => {
    expect(arabic.t("from", { name: "Seoudi 24" })).toBe("من \u2068Seoudi 24\u2069");
    expect(arabic.t("from", { name: "المعادي" })).toBe("من المعادي");
  });

  test("work where there is no Intl", () => {
    const kept = globalThis.Intl;
    try {
      Reflect.deleteProperty(globalThis, "Intl");
      const english = createI18n("en", "latn", {
        shell: { items_one: "{{count}} item", items_other: "{{count}} items" },
      });
      expect(english.t("items", { count: 1 })).toBe("1 item");
      expect(english.t("items", { count: 1200 })).toBe("1,200 items");
    } finally {
      globalThis.Intl = kept;
    }
  });
});

test("texts that come later are found by who asked for a translation before", () => {
  const i18n = createI18n("en", "latn", { shell: {} });
  const t = i18n.in("orders");
  i18n.add({ orders: { title: "My orders" } });
  expect(t("title")).toBe("My orders");
  expect(i18n.t("orders:title")).toBe("My orders");
});

test("the stop at the end of an amount is the sentence's as well", () => {
  const { t } = createI18n("ar", "arab", {
    shell: { left: "الباقي لك {{amount}}.", all: "{{n}}." },
  });
  expect(t("left", { amount: "٥ ج.م." })).toBe("الباقي لك \u2068٥ ج.م.\u2069");
  expect(t("all", { n: 3 })).toBe("٣.");
});

test("numbers written in a text follow the figures a visitor prefers", () => {
  const shell = { hint: "كل ١٬٠٠٠ نقطة تساوي {{worth}}، أي ١٫٥", plain: "١٥ دقيقة" };
  const latin = createI18n("ar", "latn", { shell }).t;
  expect(latin("hint", { worth: 5 })).toBe("كل 1,000 نقطة تساوي 5، أي 1.5");
  expect(latin("plain")).toBe("15 دقيقة");
  expect(createI18n("ar", "arab", { shell }).t("plain")).toBe("١٥ دقيقة");
});

test("the shop's own texts are said in place of the program's", () => {
  const { t, in: within } = createI18n(
    "en",
    "latn",
    { shell: { footer: { tagline: "Ours" }, home: "Home" }, landing: { heading: "Ours" } },
    undefined,
    { "shell:footer.tagline": "Since 1961.", "landing:heading": "Fresh fish" },
  );
  expect(t("shell:footer.tagline")).toBe("Since 1961.");
  expect(t("footer.tagline")).toBe("Since 1961.");
  expect(within("landing")("heading")).toBe("Fresh fish");
  expect(t("shell:home")).toBe("Home");
});
