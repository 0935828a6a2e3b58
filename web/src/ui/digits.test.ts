import { expect, test } from "vitest";
import { digitsOnly, latinDigits } from "./digits";

test("figures of Arabic and Persian keyboards are understood", () => {
  expect(latinDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 12")).toBe("0123456789 0123456789 12");
  expect(digitsOnly("+٢٠ ١٠-۵")).toBe("20105");
});
