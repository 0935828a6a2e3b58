import { useTranslation } from "../../../../lib/translation";
import { TextInput } from "../../../../ui/TextInput";
import { slugOf } from "../model";
import type { Editing } from "../useEditing";

/** The word in an address: it follows the English title of something new until somebody writes one. */
export const followed = (isNew: boolean, draft: { slug: string; title_en: string }): string =>
  isNew && draft.slug === "" ? slugOf(draft.title_en) : draft.slug;

export function Slug<D extends { slug: string; title_en: string }>({
  editing: { draft, set, errorOf },
  isNew,
}: {
  editing: Editing<D>;
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
      value={followed(isNew, draft)}
      error={errorOf("slug")}
      onValueChange={(slug) => set({ slug } as Partial<D>)}
    />
  );
}
