import { useQuery } from "@tanstack/react-query";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useRecordSaved } from "../../../../backoffice/useRecordSaved";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import {
  createGovernorate,
  districtPaths,
  type Governorate,
  governorateQuery,
  saveGovernorate,
} from "./api";

/** A governorate, new or existing. */
function GovernoratePage() {
  const { t } = useTranslation("areas");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(governorateQuery(scope, isNew ? "" : params.id));
  const kept = useRecordSaved();
  const keep = (saved: Governorate) =>
    kept({
      key: governorateQuery(scope, saved.id).queryKey,
      saved,
      lists: districtPaths,
      said: t("saved"),
      address: isNew && `/governorates/${encodeURIComponent(saved.id)}`,
    });
  return (
    <RecordPage<Governorate>
      back={{ to: "/governorates", label: t("governorates") }}
      query={isNew ? null : asked}
      title={(one) => one?.name ?? t("new_governorate")}
      history={({ id }) => <RecordHistory object={id} action="governorate." />}
    >
      {(one) => <GovernorateForm key={one?.id ?? "new"} governorate={one} onSaved={keep} />}
    </RecordPage>
  );
}

function GovernorateForm({
  governorate,
  onSaved,
}: {
  governorate: Governorate | null;
  onSaved: (saved: Governorate) => void;
}) {
  const { t } = useTranslation("areas");
  const form = useForm({
    name: `governorate:${governorate?.id ?? "new"}`,
    record: governorate,
    draftOf: (one) => ({ name_en: one?.name_en ?? "", name_ar: one?.name_ar ?? "" }),
    labels: { name_en: t("name_english"), name_ar: t("name_arabic") },
    save: (values, now) =>
      now === null
        ? createGovernorate(values)
        : saveGovernorate(now.id, { ...values, version: now.version }),
    onSaved,
  });
  return (
    <RecordForm form={form}>
      <Card>
        <BilingualField form={form} name="name" label={t("name")} required />
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("areas:governorates"), noIndex: true }),
  Component: GovernoratePage,
});
