export type Lang = "en" | "ar";
export type Direction = "ltr" | "rtl";
/** "arab" is ٠١٢, "latn" is 012. */
export type Figures = "arab" | "latn";

export const languages: readonly Lang[] = ["en", "ar"];

export function toLang(text: string | null | undefined): Lang {
  return text === "ar" ? "ar" : "en";
}

export function directionOf(lang: Lang): Direction {
  return lang === "ar" ? "rtl" : "ltr";
}

/** The default numerals are 012, as in Egyptian shops; Arabic uses ٠١٢ where the customer prefers them. */
export function figuresOf(lang: Lang, preference: string | null | undefined): Figures {
  return lang === "ar" && preference === "arab" ? "arab" : "latn";
}

/** The language attributes of an element in this language. */
export function spokenIn(lang: Lang): { lang: Lang; dir: Direction } {
  return { lang, dir: directionOf(lang) };
}

/** The language attributes of a user-written text, by its letters; only dir="auto" where it has none. */
export function spokenAs(text: string): { lang?: Lang; dir: Direction | "auto" } {
  const arabic = text.match(/[\u0600-\u06ff]/g)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  return arabic + latin === 0 ? { dir: "auto" } : spokenIn(arabic > latin ? "ar" : "en");
}
