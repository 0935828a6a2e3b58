import { latinDigits } from "../../ui/digits";

/** The country codes offered first; the server has the full list of those it accepts. */
export const countries = ["+20"] as const;

/** A phone number as it is sent: Latin digits only. */
export function phoneDigits(text: string): string {
  return latinDigits(text).replace(/\D/g, "");
}

/**
 * Egyptian mobile numbers begin with 010, 011, 012 or 015, followed by eight digits, with or without
 * the leading zero.
 */
export function isMobile(code: string, text: string): boolean {
  const digits = phoneDigits(text);
  if (code !== "+20") return digits.length >= 6 && digits.length <= 14;
  return /^0?1[0125]\d{8}$/.test(digits);
}

/** Eight or more characters with letters, numbers and symbols. */
export function isPassword(text: string): boolean {
  return (
    [...text].length >= 8 &&
    /\p{L}/u.test(text) &&
    /\p{N}/u.test(text) &&
    /[^\p{L}\p{N}\s]/u.test(text)
  );
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text);
}

/** The error in a name, as a text's key and its values. */
export interface WrongName {
  key: "required" | "too_short" | "too_long";
  values?: { len: number };
}

/** Names have 2 to 60 letters, in the register form, in the profile and for the server. */
export function wrongName(text: string): WrongName | null {
  const length = [...text.trim()].length;
  if (length === 0) return { key: "required" };
  if (length < 2) return { key: "too_short", values: { len: 2 } };
  return length > 60 ? { key: "too_long", values: { len: 60 } } : null;
}

/** The number of digits of a one-time code, as specified. */
export const codeLength = 4;

/** A new password, typed twice. */
export interface Passwords {
  password: string;
  password_confirmation: string;
}

export const noPasswords: Passwords = { password: "", password_confirmation: "" };

/** The errors in a new password, as keys of texts; empty when it can be sent. */
export function wrongPasswords({ password, password_confirmation }: Passwords): {
  [Field in keyof Passwords]?: "required" | "password_pattern" | "passwords_differ";
} {
  const empty = password_confirmation === "" ? { password_confirmation: "required" as const } : {};
  if (password === "") return { password: "required", ...empty };
  if (!isPassword(password)) return { password: "password_pattern", ...empty };
  if (empty.password_confirmation) return empty;
  if (password !== password_confirmation) return { password_confirmation: "passwords_differ" };
  return {};
}
