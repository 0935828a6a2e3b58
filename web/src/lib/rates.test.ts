import { expect, test } from "vitest";
import { approximateOf, convert } from "./rates";

const usd = { code: "USD", symbol: "US$", decimals: 2, rateE6: 48_650_000 };

test("an amount is converted as the server does it, half away from zero", () => {
  expect(convert(120, usd)).toBe(247); // 2.4665…
  expect(convert(0, usd)).toBe(0);
  expect(convert(-120, usd)).toBe(-247);
  expect(convert(1, { ...usd, rateE6: 2_000_000 })).toBe(50);
  expect(convert(0.01, { ...usd, rateE6: 2_000_000 })).toBe(1); // half a cent
  expect(convert(1000, { ...usd, decimals: 3, rateE6: 158_000_000 })).toBe(6329);
});

test("it is marked as about that much, in each language's order", () => {
  const en = { lang: "en", figures: "latn" } as const;
  const ar = { lang: "ar", figures: "arab" } as const;
  expect(approximateOf(120, usd, en)).toBe("≈\u00a0US$\u00a02.47");
  expect(approximateOf(120, { ...usd, symbol: "$" }, ar)).toBe("≈\u00a0٢٫٤٧\u00a0$");
});
