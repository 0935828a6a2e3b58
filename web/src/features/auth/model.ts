import { latinDigits } from "../../ui/digits";

/** Where codes are sent to. The list of countries is the server's; this is what is offered first. */
export const countries = ["+20"] as const;

/** A phone as it is sent: figures only, Latin. */
export function phoneDigits(text: string): string {
  return latinDigits(text).replace(/\D/g, "");
}

/** Egyptian mobiles: 010, 011, 012 and 015 with eight figures more, with or without the zero. */
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
