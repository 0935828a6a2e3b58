import { useQuery } from "@tanstack/react-query";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { NumberField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useRecordSaved } from "../../../../backoffice/useRecordSaved";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Select } from "../../../../ui/Select";
import {
  archiveGroup,
  createGroup,
  type Group,
  groupQuery,
  listPath,
  saveGroup,
  storesQuery,
} from "./api";
import { ExtraRows } from "./components/ExtraRows";
import { GroupProducts } from "./components/GroupProducts";
import { bodyOf, type Draft, draftOf, emptyRow } from "./model";

/** A group of extras, new or existing, with the products that use it. */
function GroupPage() {
  const { t } = useTranslation("extras");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(groupQuery(scope, isNew ? "" : params.id));

  const kept = useRecordSaved();
  const keep = (saved: Group) =>
    kept({
      key: groupQuery(scope, saved.id).queryKey,
      saved,
      lists: listPath,
      said: t("saved"),
      address: isNew && `/extras/${encodeURIComponent(saved.id)}`,
    });
  return (
    <RecordPage<Group>
      back={{ to: "/extras", label: t("title") }}
      query={isNew ? null : asked}
      title={(one) => (one ? nameIn(scope.lang, one) : t("new"))}
      badge={(one) =>
        one?.state === "archived" && <Badge tone="neutral">{t("state_archived")}</Badge>
      }
      actions={(one) =>
        one.can_archive || one.can_restore
          ? [
              {
                id: "archive",
                label: t(one.can_archive ? "archive" : "restore"),
                run: async () => keep(await archiveGroup(one.id, one.can_archive)),
              },
            ]
          : []
      }
    >
      {(one) => (
        <>
          {one && <GroupProducts group={one} onSaved={keep} />}
          <GroupForm key={one?.id ?? "new"} group={one} onSaved={keep} />
          {one && <RecordHistory object={one.id} />}
        </>
      )}
    </RecordPage>
  );
}

function GroupForm({ group, onSaved }: { group: Group | null; onSaved: (saved: Group) => void }) {
  const { t } = useTranslation("extras");
  const stores = useQuery(storesQuery(useScope())).data?.stores ?? [];
  const key = useTryKey();
  const form = useForm<Group, Draft>({
    name: `extras:${group?.id ?? "new"}`,
    record: group,
    draftOf,
    labels: {
      store_id: t("store"),
      name_en: t("name"),
      name_ar: t("name"),
      least: t("least"),
      most: t("most"),
      extras: t("extras"),
    },
    async save(values, now) {
      const body = bodyOf(values);
      if (now !== null) return saveGroup(now.id, { ...body, version: now.version });
      const made = { ...body, store_id: values.store_id || (stores[0]?.id ?? "") };
      try {
        const saved = await createGroup(made, key.of(made));
        key.answered();
        return saved;
      } catch (failure) {
        key.answered(failure);
        throw failure;
      }
    },
    onSaved,
  });
  const { field, values, errorOf, set } = form;
  const names = (list: unknown) => (Array.isArray(list) ? String(list.length) : "");
  return (
    <RecordForm
      form={form}
      locked={group?.can_edit === false}
      saveLabel={t("save")}
      shown={{ extras: names }}
    >
      <RecordSection title={t("group")} text={t("group_text")}>
        <BilingualField form={form} name="name" label={t("name")} required />
        <div className="grid gap-5 sm:grid-cols-3">
          <NumberField {...field("least")} hint={t("least_hint")} />
          <NumberField {...field("most")} />
          {group === null && (
            <Select
              {...field("store_id")}
              value={values.store_id || (stores[0]?.id ?? "")}
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </div>
      </RecordSection>
      <RecordSection title={t("extras")} text={t("extras_text")}>
        <ExtraRows rows={values.extras} errorOf={errorOf} onChange={(extras) => set({ extras })} />
        <div>
          <Button icon="plus" onClick={() => set({ extras: [...values.extras, emptyRow] })}>
            {t("add")}
          </Button>
        </div>
      </RecordSection>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("extras:title"), noIndex: true }),
  Component: GroupPage,
});
