import type { Lang } from "./lang";

export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

export const pluralForms: Record<Lang, readonly PluralForm[]> = {
  en: ["one", "other"],
  ar: ["zero", "one", "two", "few", "many", "other"],
};

/**
 * The grammatical form of a count, by the rules of English and Arabic. Ours because the server's
 * engine has no Intl, and both sides must choose the same form.
 */
export function pluralForm(lang: Lang, count: number): PluralForm {
  if (lang === "en") return count === 1 ? "one" : "other";
  if (!Number.isInteger(count)) return "other";
  const n = Math.abs(count);
  if (n === 0) return "zero";
  if (n === 1) return "one";
  if (n === 2) return "two";
  const rest = n % 100;
  if (rest >= 3 && rest <= 10) return "few";
  if (rest >= 11) return "many";
  return "other";
}
