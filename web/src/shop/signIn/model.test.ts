import { expect, test } from "vitest";
import { isEmail, isMobile, isPassword, phoneDigits, wrongPasswords } from "./model";

test("phones in any figures and with any punctuation", () => {
  expect(phoneDigits("٠١٠ ١٢٣٤-٥٦٧٨")).toBe("01012345678");
  expect(isMobile("+20", "٠١٠١٢٣٤٥٦٧٨")).toBe(true);
  expect(isMobile("+20", "1512345678")).toBe(true);
  expect(isMobile("+20", "01312345678")).toBe(false);
  expect(isMobile("+20", "0223456789")).toBe(false);
  expect(isMobile("+20", "0101234567")).toBe(false);
});

test("passwords need letters, numbers and symbols", () => {
  expect(isPassword("abc123!?")).toBe(true);
  expect(isPassword("كلمة123!")).toBe(true);
  expect(isPassword("abcdefgh")).toBe(false);
  expect(isPassword("abc12!")).toBe(false);
  expect(isPassword("abcd1234")).toBe(false);
});

test("a password's confirmation is required, and the same", () => {
  const wrong = (password_confirmation: string) =>
    wrongPasswords({ password: "abcdef1!", password_confirmation });
  expect(wrong("")).toEqual({ password_confirmation: "required" });
  expect(wrong("abcdef1?")).toEqual({ password_confirmation: "passwords_differ" });
  expect(wrong("abcdef1!")).toEqual({});
  const nothing = { password: "", password_confirmation: "" };
  const required = { password: "required", password_confirmation: "required" };
  expect(wrongPasswords(nothing)).toEqual(required);
});

test("e-mail addresses", () => {
  expect(isEmail("mona@example.com")).toBe(true);
  expect(isEmail("mona@example")).toBe(false);
  expect(isEmail("mo na@example.com")).toBe(false);
});
