import type { TypedText, Wording, WordingBody, WordingLine, WordingText } from "./api";

/** Texts by the server's field names: "sms.ar", "inbox.ar.few". */
export type WordingDraft = Record<string, string>;

export type Place = Pick<WordingText, "channel" | "language" | "form">;

export const fieldOf = ({ channel, language, form }: Place) =>
  [channel, language, form].filter((part) => part !== "").join(".");

export const wordingDraft = ({ texts }: Wording): WordingDraft =>
  Object.fromEntries(texts.map((one) => [fieldOf(one), one.text]));

export const typedTexts = ({ texts }: Wording, draft: WordingDraft): TypedText[] =>
  texts.map((one) => ({
    channel: one.channel,
    language: one.language,
    ...(one.form ? { form: one.form as TypedText["form"] } : {}),
    text: draft[fieldOf(one)] ?? "",
  }));

export const wordingBody = (wording: Wording, draft: WordingDraft): WordingBody => ({
  texts: typedTexts(wording, draft),
  version: wording.version,
});

/** The numbers that take each plural form; "other" applies to the rest. */
export const countedBy: Readonly<Record<string, readonly number[]>> = {
  zero: [0],
  one: [1],
  two: [2],
  few: [3, 10],
  many: [11, 99],
};

/** The key of a message's name: "orders.notice_ready" becomes "orders_notice_ready". */
export const keyOf = (id: string) => id.replace(".", "_");

/** The channels as they are shown, with an e-mail's subject next to its text. */
export const sections = ["sms", "whatsapp", "email", "inbox", "push"] as const;
export type Section = (typeof sections)[number];

export const sectionTexts = (texts: readonly WordingText[], section: Section) => {
  const own = texts.filter(({ channel }) => channel === section);
  if (section !== "email" || own.length === 0) return own;
  return [...texts.filter(({ channel }) => channel === "subject"), ...own];
};

/** The placeholders of a section, without duplicates. */
export const placeholdersOf = (texts: readonly WordingText[]) => [
  ...new Set(texts.flatMap(({ placeholders }) => placeholders)),
];

/** Messages grouped by area, in the order of the answer. */
export function byArea(lines: readonly WordingLine[]) {
  const areas = new Map<string, WordingLine[]>();
  for (const line of lines) areas.set(line.area, [...(areas.get(line.area) ?? []), line]);
  return [...areas];
}
