import type { Form } from "../../../../../backoffice/useForm";
import { type Lang, spokenIn } from "../../../../../lib/lang";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Card } from "../../../../../ui/Card";
import { Ltr } from "../../../../../ui/Ltr";
import { TextArea } from "../../../../../ui/TextArea";
import { TextInput } from "../../../../../ui/TextInput";
import { langsFor } from "../model";

export interface Part {
  /** The field's name without its language: "title" for title_en and title_ar. */
  name: string;
  label: string;
  hint?: string;
  lines?: number;
  /** A Markdown text: a note on its syntax is shown below. */
  markdown?: boolean;
}

/** A text in both languages, side by side. */
export function BothLanguages<D extends object>({
  form,
  parts,
}: {
  form: Form<D>;
  parts: readonly Part[];
}) {
  const { t } = useTranslation("content");
  const { lang: mine } = useScope();
  const values = form.values as Record<string, unknown>;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {langsFor(mine).map((lang) => (
        <Card key={lang} as="section" aria-label={t(`in_${lang}`)} className="flex flex-col gap-5">
          <h2 className="font-semibold">{t(`in_${lang}`)}</h2>
          {parts.map((part) => {
            const name = `${part.name}_${lang}`;
            return (
              <Words
                key={name}
                part={part}
                name={name}
                lang={lang}
                value={String(values[name] ?? "")}
                error={form.errorOf(name)}
                onChange={(value) => form.set({ [name]: value } as Partial<D>)}
              />
            );
          })}
        </Card>
      ))}
    </div>
  );
}

function Words({
  part,
  name,
  lang,
  value,
  error,
  onChange,
}: {
  part: Part;
  name: string;
  lang: Lang;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const common = {
    ...spokenIn(lang),
    // A text is aligned by its own language, whatever the console's.
    style: { textAlign: "start", minHeight: part.lines && `${part.lines * 1.6}rem` },
    name,
    label: part.label,
    hint: part.markdown ? <Markdown /> : part.hint,
    value,
    error,
    onValueChange: onChange,
    autoComplete: "off",
  } as const;
  return part.lines === undefined ? (
    <TextInput {...common} />
  ) : (
    <TextArea {...common} rows={part.lines} />
  );
}

function Markdown() {
  const { t } = useTranslation("content");
  return (
    <>
      {t("body_hint")} <Ltr className="font-mono">{t("body_sample")}</Ltr>
    </>
  );
}
