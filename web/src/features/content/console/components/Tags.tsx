import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Checkbox } from "../../../../ui/Checkbox";
import { FieldGroup } from "../../../../ui/FieldGroup";
import { TextInput } from "../../../../ui/TextInput";
import { saveTag, tagsQuery } from "../api";
import { slugOf, spoken } from "../model";
import { onEnter } from "../onEnter";

/** What a post is about, and a new thing to be about. */
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

const blank = { name_en: "", name_ar: "" };

function NewTag({ onMade }: { onMade: (slug: string) => void }) {
  const { t } = useTranslation("content");
  const { t: all } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [names, setNames] = useState(blank);
  const { busy, failure, run } = useAction();
  const refused = failure instanceof ApiError && failure.status === 422 ? failure : null;
  if (!open) {
    return (
      <Button size="sm" variant="plain" icon="plus" onClick={() => setOpen(true)}>
        {t("tag_new")}
      </Button>
    );
  }
  async function make() {
    if (busy) return;
    const slug = slugOf(names.name_en);
    await run(async () => {
      client.setQueryData(tagsQuery(scope).queryKey, await saveTag({ slug, ...names }));
      setNames(blank);
      setOpen(false);
      onMade(slug);
    });
  }
  return (
    <div className="mt-2 flex flex-col gap-3 rounded-control border border-line p-3">
      <TextInput
        label={t("tag_en")}
        value={names.name_en}
        lang="en"
        dir="ltr"
        autoComplete="off"
        error={refused?.field("name_en") ?? refused?.field("slug") ?? undefined}
        onValueChange={(name_en) => setNames({ ...names, name_en })}
        onKeyDown={onEnter(() => void make())}
      />
      <TextInput
        label={t("tag_ar")}
        value={names.name_ar}
        lang="ar"
        dir="rtl"
        autoComplete="off"
        error={refused?.field("name_ar") ?? undefined}
        onValueChange={(name_ar) => setNames({ ...names, name_ar })}
        onKeyDown={onEnter(() => void make())}
      />
      {failure !== null && !refused && (
        <p role="alert" className="text-sm text-trouble-text">
          {errorText(failure, all, { inPlace: true })}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" loading={busy} loadingLabel={t("saving")} onClick={() => void make()}>
          {t("tag_make")}
        </Button>
        <Button size="sm" variant="plain" onClick={() => setOpen(false)}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
