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

/** Everything is written with 012, as Egyptian shops write; Arabic with ٠١٢ where somebody prefers it. */
export function figuresOf(lang: Lang, preference: string | null | undefined): Figures {
  return lang === "ar" && preference === "arab" ? "arab" : "latn";
}

/** What an element in this language says of itself. */
export function spokenIn(lang: Lang): { lang: Lang; dir: Direction } {
  return { lang, dir: directionOf(lang) };
}
