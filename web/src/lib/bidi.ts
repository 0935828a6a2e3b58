/** Keeps text runs of the other direction (phones, codes, Latin names in Arabic) from reordering a line. */

const first = "\u2068"; // first strong isolate
const leftToRight = "\u2066";
const pop = "\u2069";

const arabicLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const latinLetters = /[a-z\u00c0-\u024f]/i;
const figures = /[0-9\u0660-\u0669+]/;
/** In an Arabic line, a sign before a number, or a hyphen between two numbers, would move to the other side. */
const signed = /[+\-\u2212][0-9\u0660-\u0669]/;

/** Isolates a text; its first letter decides its direction. */
export function isolate(text: string): string {
  return `${first}${text}${pop}`;
}

/**
 * Keeps groups of Arabic digits in order in left-to-right text. The bidi algorithm would reverse the
 * groups, because the spaces between them become right-to-left ("٠١٠ ١٢٣٤" shown as "١٢٣٤ ٠١٠"). A mark
 * after each group prevents that.
 */
export function steadyFigures(text: string): string {
  return text.replace(/[\u0660-\u0669]+(?!$|[\u0660-\u0669\u200e])/g, "$&\u200e");
}

/** Isolates a text that always reads left to right: phone numbers, order numbers, card digits. */
export function isolateLtr(text: string): string {
  return `${leftToRight}${steadyFigures(text)}${pop}`;
}

/** Isolates the text only where its direction differs from the language's; otherwise returns it unchanged. */
export function isolateIn(lang: "en" | "ar", text: string): string {
  const foreign =
    lang === "ar" ? latinLetters.test(text) || figures.test(text) : arabicLetters.test(text);
  return foreign ? isolate(text) : text;
}

/**
 * Whether a user-written text would be reordered in a line of the page's language. The server has
 * the same rule (internal/platform/bidi).
 */
export function changesOrder(lang: "en" | "ar", text: string): boolean {
  // The parts of a list are isolated already; the list itself follows the page's direction.
  if (text.includes(first)) return false;
  return lang === "ar" ? latinLetters.test(text) || signed.test(text) : arabicLetters.test(text);
}

/** Removes the invisible marks, for titles, search engines and comparisons. */
export function plainText(text: string): string {
  return text.replace(/[\u2066-\u2069\u200e\u200f]/g, "");
}
