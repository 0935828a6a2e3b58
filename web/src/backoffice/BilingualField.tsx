import type { ReactNode } from "react";
import { type Lang, spokenIn } from "../lib/lang";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { TextArea } from "../ui/TextArea";
import { TextInput } from "../ui/TextInput";
import type { Form } from "./useForm";

/** The names of a form's fields that exist in both languages: "title" for title_en and title_ar. */
export type InBoth<D> = {
  [Name in keyof D & string]: Name extends `${infer Stem}_en`
    ? `${Stem}_ar` extends keyof D
      ? Stem
      : never
    : never;
}[keyof D & string];

/**
 * One text in both languages side by side, the reader's own first; below each other on a phone.
 * Each is aligned to the side where its language begins.
 */
export function BilingualField<D extends object>({
  form,
  name,
  label,
  hint,
  lines,
  required,
}: {
  form: Form<D>;
  name: InBoth<D>;
  /** Without its language: "Title". */
  label: string;
  hint?: ReactNode;
  /** The number of visible lines, if more than one. */
  lines?: number;
  /** Required in one of the languages, which readers of the other then see as well. */
  required?: boolean;
}) {
  const { t } = useTranslation("backoffice");
  const { lang: mine } = useScope();
  const values = form.values as Record<string, unknown>;
  const langs: readonly Lang[] = mine === "ar" ? ["ar", "en"] : ["en", "ar"];
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {langs.map((lang) => {
        const field = `${name}_${lang}`;
        const other = String(values[`${name}_${lang === "ar" ? "en" : "ar"}`] ?? "");
        const common = {
          ...spokenIn(lang),
          style: { textAlign: "start" as const },
          name: field,
          label: t(`label_${lang}`, { label }),
          hint,
          value: String(values[field] ?? ""),
          error: form.errorOf(field),
          onValueChange: (value: string) => form.set({ [field]: value } as Partial<D>),
          autoComplete: "off",
          ...(required && other.trim() === "" ? { required } : {}),
        };
        return lines === undefined ? (
          <TextInput key={lang} {...common} />
        ) : (
          <TextArea key={lang} {...common} rows={lines} />
        );
      })}
    </div>
  );
}
