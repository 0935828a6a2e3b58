import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Checkbox } from "../../../../../ui/Checkbox";
import { Failure } from "../../../../../ui/Failure";
import { FieldGroup } from "../../../../../ui/FieldGroup";
import { TextInput } from "../../../../../ui/TextInput";
import { saveTag, tagsQuery } from "../api";
import { slugOf, spoken } from "../model";
import { onEnter } from "../onEnter";

/** A post's tags, and a form for a new tag. */
export function Tags({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (slugs: string[]) => void;
}) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const tags = useQuery(tagsQuery(scope));
  return (
    <FieldGroup label={t("tags")} error={error}>
      <div className="grid grid-cols-2 gap-x-4">
        {(tags.data ?? []).map(({ slug, name_en, name_ar }) => (
          <Checkbox
            key={slug}
            label={spoken(scope.lang, name_en, name_ar).text}
            checked={chosen.includes(slug)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, slug] : chosen.filter((one) => one !== slug))
            }
          />
        ))}
      </div>
      <NewTag onMade={(slug) => onChange([...chosen, slug])} />
    </FieldGroup>
  );
}

/** The slug is derived from the English name, whose field shows the errors of the slug. */
const blank = { name_en: "", name_ar: "", slug: "" };

function NewTag({ onMade }: { onMade: (slug: string) => void }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useFields(blank);
  if (!open) {
    return (
      <Button size="sm" variant="plain" icon="plus" onClick={() => setOpen(true)}>
        {t("tag_new")}
      </Button>
    );
  }
  const make = form.submit(async () => {
    const slug = slugOf(form.values.name_en);
    client.setQueryData(tagsQuery(scope).queryKey, await saveTag({ ...form.values, slug }));
    form.reset(blank);
    setOpen(false);
    onMade(slug);
  });
  return (
    <div className="mt-2 flex flex-col gap-3 rounded-control border border-line p-3">
      <TextInput
        {...form.field("name_en")}
        label={t("tag_en")}
        lang="en"
        dir="ltr"
        autoComplete="off"
        error={form.error("name_en") ?? form.error("slug")}
        onValueChange={(name_en) => form.set({ name_en, slug: "" })}
        onKeyDown={onEnter(() => void make())}
      />
      <TextInput
        {...form.field("name_ar")}
        label={t("tag_ar")}
        lang="ar"
        dir="rtl"
        autoComplete="off"
        onKeyDown={onEnter(() => void make())}
      />
      <Failure of={form.elsewhere} />
      <div className="flex gap-2">
        <Button
          size="sm"
          loading={form.busy}
          loadingLabel={t("saving")}
          onClick={() => void make()}
        >
          {t("tag_make")}
        </Button>
        <Button size="sm" variant="plain" onClick={() => setOpen(false)}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
