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

/** English is always written with 012; Arabic with ٠١٢ unless somebody prefers 012. */
export function figuresOf(lang: Lang, preference: string | null | undefined): Figures {
  return lang === "ar" && preference !== "latn" ? "arab" : "latn";
}

/** What an element in this language says of itself. */
export function spokenIn(lang: Lang): { lang: Lang; dir: Direction } {
  return { lang, dir: directionOf(lang) };
}
