/** Converts Arabic-Indic (٠-٩) and Persian (۰-۹) digits to 0-9; everything else is unchanged. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (figure) => String((figure.codePointAt(0) ?? 0) & 0xf));
}

/** Returns only the digits of a text, as 0-9. */
export function digitsOnly(text: string): string {
  return latinDigits(text).replace(/[^0-9]/g, "");
}
