import { keepDraft } from "../../../../backoffice/drafts";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, type FormOptions, useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { type Scope, useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { pathOf, type Section, thingPath } from "./model";
import { useContentSaved } from "./useContentSaved";

type QueryOf = (scope: Scope, id: string) => { queryKey: readonly unknown[] };

const draftName = (section: Section, id: string) => `${section}:${id}`;

/** The form of a post, a banner or a block. A new one gets its URL once it is saved. */
export function useContentForm<R extends { id: string }, D extends object>({
  section,
  record,
  queryOf,
  save,
  ...options
}: {
  section: Section;
  queryOf: QueryOf;
  save: (id: string, values: D, record: R | null) => Promise<R>;
} & Pick<FormOptions<R, D>, "record" | "draftOf" | "labels">): Form<D> {
  const { t } = useTranslation("content");
  const scope = useScope();
  const navigate = useNavigate();
  const keep = useContentSaved();
  return useForm({
    ...options,
    name: draftName(section, record?.id ?? "new"),
    record,
    save: (values, now) => save(now?.id ?? "", values, now),
    onSaved: (saved) => {
      keep(queryOf(scope, saved.id).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
      if (record === null) navigate(thingPath(section, saved.id), { replace: true });
    },
  });
}

/** The action that deletes an item after a confirmation, and returns to the list. */
export function useDeleting(section: Section, remove: (id: string) => Promise<unknown>) {
  const { t } = useTranslation("content");
  const navigate = useNavigate();
  const keep = useContentSaved();
  return (id: string, what: string) => ({
    id: "delete",
    label: t("delete"),
    icon: "trash" as const,
    danger: true,
    confirm: { title: t("delete_title", { what }), text: t("delete_text") },
    run: async () => {
      await remove(id);
      keepDraft(draftName(section, id), null);
      keep(null);
      toasts.show({ text: t("deleted"), tone: "success" });
      navigate(pathOf(section), { replace: true });
    },
  });
}

/** The labels of a text's fields in both languages, for comparing two versions. */
export function useInBoth() {
  const { t } = useTranslation("backoffice");
  return <Name extends string>(labels: Readonly<Record<Name, string>>) =>
    Object.fromEntries(
      Object.entries<string>(labels).flatMap(([name, label]) => [
        [`${name}_en`, t("label_en", { label })],
        [`${name}_ar`, t("label_ar", { label })],
      ]),
    ) as Record<`${Name}_${"en" | "ar"}`, string>;
}
