import type { TypedText, Wording, WordingBody, WordingLine, WordingText } from "./api";

/** Texts by the names of the server's fields: "sms.ar", "inbox.ar.few". */
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

/** The numbers that take a plural form; those of "other" are what is left. */
export const countedBy: Readonly<Record<string, readonly number[]>> = {
  zero: [0],
  one: [1],
  two: [2],
  few: [3, 10],
  many: [11, 99],
};

/** "orders.notice_ready" is "orders_notice_ready" among the texts. */
export const keyOf = (id: string) => id.replace(".", "_");

/** Channels as they are shown, an e-mail's subject with its text. */
export const sections = ["sms", "whatsapp", "email", "inbox", "push"] as const;
export type Section = (typeof sections)[number];

export const sectionTexts = (texts: readonly WordingText[], section: Section) => {
  const own = texts.filter(({ channel }) => channel === section);
  if (section !== "email" || own.length === 0) return own;
  return [...texts.filter(({ channel }) => channel === "subject"), ...own];
};

/** Placeholders of a section, each once. */
export const placeholdersOf = (texts: readonly WordingText[]) => [
  ...new Set(texts.flatMap(({ placeholders }) => placeholders)),
];

/** Messages by what they are about, in the order of the answer. */
export function byArea(lines: readonly WordingLine[]) {
  const areas = new Map<string, WordingLine[]>();
  for (const line of lines) areas.set(line.area, [...(areas.get(line.area) ?? []), line]);
  return [...areas];
}
