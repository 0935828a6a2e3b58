import { type Lang, spokenIn } from "../../../../../lib/lang";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { TextInput } from "../../../../../ui/TextInput";

export interface Both {
  en: string;
  ar: string;
}

/** A short text in both languages, the reader's first. A single one is used for both languages. */
export function TextPair({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Both;
  onChange: (value: Both) => void;
}) {
  const { t } = useTranslation("backoffice");
  const langs: readonly Lang[] = useScope().lang === "ar" ? ["ar", "en"] : ["en", "ar"];
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
      {langs.map((lang) => (
        <TextInput
          key={lang}
          {...spokenIn(lang)}
          label={t(`label_${lang}`, { label })}
          value={value[lang]}
          autoComplete="off"
          onValueChange={(text) => onChange({ ...value, [lang]: text })}
        />
      ))}
    </div>
  );
}
