/** A name in the reader's language, or in the other where there is none. */
export const nameIn = (
  lang: string,
  { name_en, name_ar }: { name_en: string; name_ar: string },
  nameless = "–",
) => (lang === "ar" ? name_ar || name_en : name_en || name_ar) || nameless;
