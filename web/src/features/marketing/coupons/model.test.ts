import { describe, expect, test } from "vitest";
import { createI18n, toResources } from "../../../lib/i18n";
import ar from "../../../locales/ar/promo.json";
import en from "../../../locales/en/promo.json";
import { coupon } from "../../../testing/promo";
import { bodyOf, draftOf, emptyDraft } from "./console/model";
import { atOnce, byWorth, conditions, offer, remaining } from "./model";

const said = (lang: "en" | "ar") =>
  createI18n(lang, "latn", toResources({ promo: lang === "en" ? en : ar })).t;

/** Texts as keys with their values: the tests check the message, not its wording. */
const t = ((key: string, values?: Record<string, unknown>) =>
  values ? `${key.slice(6)}(${Object.values(values).join()})` : key.slice(6)) as never;
const format = {
  number: String,
  money: (amount: number) => `EGP ${amount}`,
  relative: (at: number) => new Date(at).toISOString().slice(0, 10),
} as never;

const one = (id: string, saves: number | null, problem: string | null = null) => ({
  ...coupon,
  id,
  applied: false,
  saves,
  problem: problem === null ? null : { code: problem, message: problem },
  missing: problem === "below_minimum" ? 10.75 : null,
});

test("what takes off most stands first, what cannot be used last", () => {
  const coupons = [
    one("late", null, "below_minimum"),
    one("ten", 10),
    one("fee", 0),
    one("twenty", 20),
  ];
  expect(byWorth(coupons).map(({ id }) => id)).toEqual(["twenty", "ten", "fee", "late"]);
});

test("at once one sees what the best takes off, else what lacks to the nearest", () => {
  const late = one("late", null, "below_minimum");
  const far = { ...late, missing: 50 };
  const other = one("other", null, "no_items");
  const said = (coupons: Parameters<typeof atOnce>[0]) => atOnce(coupons, t, format);
  expect(said([late, one("ten", 10), one("twenty", 20)])).toBe("best(EGP 20)");
  expect(said([{ ...one("ten", 10), applied: true }, one("twenty", 20)])).toBe("saved(EGP 10)");
  expect(said([other, far, late])).toBe("missing(EGP 10.75,percent(12.5))");
  expect(said([one("fee", 0), late])).toBe("missing(EGP 10.75,percent(12.5))");
  expect([said([]), said([other])]).toEqual([null, null]);
});

describe("a coupon in words", () => {
  test("what it takes off", () => {
    expect(offer(coupon, t, format)).toBe("percent(12.5)");
    expect(offer({ ...coupon, kind: "amount", amount: 50 }, t, format)).toBe("amount(EGP 50)");
    expect(offer({ ...coupon, kind: "free_delivery" }, t, format)).toBe("free_delivery");
  });

  test("what it asks for", () => {
    expect(conditions(coupon, t, format)).toBe(
      ["from(EGP 100)", "cap(EGP 60)", "only(named(Food))", "limit(1)"].join("and"),
    );
    const plain = { ...coupon, minimum: 0, cap: null, services: [], customer_limit: null };
    expect(conditions(plain, t, format)).toBe("");
    expect(conditions({ ...plain, first_order: true, customer_limit: 3 }, t, format)).toBe(
      "first_order",
    );
  });

  test("the names of what it is for are joined as they are spoken", () => {
    const services = ["Food", "Grocery", "Mall"].map((name) => ({ id: name, slug: name, name }));
    const plain = { ...coupon, minimum: 0, cap: null, services, customer_limit: null };
    expect(conditions(plain, said("en"), format)).toBe("only on Food, Grocery and Mall");
    expect(
      conditions(
        {
          ...plain,
          services: ["مطاعم", "سوبر ماركت"].map((name) => ({ id: name, slug: name, name })),
        },
        said("ar"),
        format,
      ),
    ).toBe("على «مطاعم» و«سوبر ماركت» فقط");
  });

  test("how long it holds", () => {
    const now = Date.parse("2026-11-20T10:00:00Z");
    expect(remaining(coupon, t, format, now)).toBe("ends(2026-11-22)");
    expect(remaining(coupon, t, format, now + 3 * 86_400_000)).toBe("ended(2026-11-22)");
    const midnight = "2026-11-22T22:00:00Z"; // in Cairo
    expect(remaining({ ...coupon, ends_at: midnight }, t, format, now)).toBe("ends(2026-11-22)");
    expect(remaining({ ...coupon, ends_at: null }, t, format, now)).toBe("ends_never");
  });
});

describe("a coupon's form", () => {
  test("what is left empty, or has no use, is not sent", () => {
    expect(bodyOf({ ...emptyDraft, value: " 10 ", cap: "", minimum: "" })).toEqual({
      kind: "percent",
      value: "10",
      customer_limit: "1",
      first_order: false,
      listed: true,
    });
    expect(
      bodyOf({ ...emptyDraft, kind: "free_delivery", value: "10", cap: "5", first_order: true }),
    ).toEqual({ kind: "free_delivery", first_order: true, listed: true });
  });

  test("a coupon there is comes back as it was", () => {
    const stored = {
      ...coupon,
      total_limit: 500,
      uses: 3,
      active: true,
      listed: false,
      state: "live",
      borne_by: "shop",
      updated_at: "",
      version: 1,
    } as const;
    expect(bodyOf(draftOf({ ...stored }))).toEqual({
      kind: "percent",
      value: "12.5",
      minimum: "100",
      cap: "60",
      ends_at: "2026-11-22T10:00:00.000Z",
      total_limit: "500",
      customer_limit: "1",
      first_order: false,
      listed: false,
      services: ["svc_food"],
    });
  });
});
