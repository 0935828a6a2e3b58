/** A name in the reader's language, or in the other where there is none. */
export const nameIn = (lang: string, record: { name_en: string; name_ar: string }) =>
  (lang === "ar" ? record.name_ar || record.name_en : record.name_en || record.name_ar) || "–";
