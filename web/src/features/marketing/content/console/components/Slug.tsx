import type { Form } from "../../../../../backoffice/useForm";
import { useTranslation } from "../../../../../lib/translation";
import { TextInput } from "../../../../../ui/TextInput";
import { followed } from "../model";

/** The field of a slug for the URL. */
export function Slug<D extends { slug: string; title_en: string }>({
  form: { values, set, errorOf },
  isNew,
}: {
  form: Form<D>;
  isNew: boolean;
}) {
  const { t } = useTranslation("content");
  return (
    <TextInput
      label={t("slug")}
      hint={t("slug_hint")}
      name="slug"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={followed(isNew, values)}
      error={errorOf("slug")}
      onValueChange={(slug) => set({ slug } as Partial<D>)}
    />
  );
}
