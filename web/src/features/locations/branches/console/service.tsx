import { useQuery } from "@tanstack/react-query";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { NumberField, SwitchField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { Select } from "../../../../ui/Select";
import { createService, type Service, saveService, serviceQuery } from "./api";
import { StateBadge, useClosing } from "./components/State";
import { useRecordSaved } from "./keep";
import { first, listed } from "./model";

const draftOf = (service: Service | null) => ({
  name_en: service?.name_en ?? "",
  name_ar: service?.name_ar ?? "",
  tagline_en: service?.tagline_en ?? "",
  tagline_ar: service?.tagline_ar ?? "",
  images: listed(service?.image),
  tint: service?.tint ?? "general",
  promise: service?.promise ?? "minutes",
  promise_days: String(service?.promise_days ?? 2),
  active: service?.active ?? true,
});

/** A service, new or existing. */
function ServicePage() {
  const { t } = useTranslation("sellers");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(serviceQuery(scope, isNew ? "" : params.id));
  const navigate = useNavigate();
  const keep = useRecordSaved();
  const closing = useClosing("services", async () => {
    keep();
    await asked.refetch();
  });
  function saved(service: Service) {
    keep(serviceQuery(scope, service.id).queryKey, service);
    if (isNew) navigate(`/services/${encodeURIComponent(service.id)}`, { replace: true });
  }
  return (
    <RecordPage<Service>
      back={{ to: "/services", label: t("services") }}
      query={isNew ? null : asked}
      title={(service) => (service ? nameIn(scope.lang, service) : t("new_service"))}
      badge={(service) => service && <StateBadge state={service.state} />}
      actions={(service) => closing(service.id, service.state, nameIn(scope.lang, service))}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(service) => <ServiceForm key={service?.id ?? "new"} service={service} onSaved={saved} />}
    </RecordPage>
  );
}

function ServiceForm({
  service,
  onSaved,
}: {
  service: Service | null;
  onSaved: (service: Service) => void;
}) {
  const { t } = useTranslation("sellers");
  const tries = useTryKey();
  const form = useForm({
    name: `service:${service?.id ?? "new"}`,
    record: service,
    draftOf,
    labels: {
      name_en: t("name_english"),
      name_ar: t("name_arabic"),
      tagline_en: t("tagline_english"),
      tagline_ar: t("tagline_arabic"),
      images: t("picture"),
      tint: t("tint"),
      promise: t("promise"),
      promise_days: t("promise_days"),
      active: t("active"),
    },
    save: ({ images, ...values }, now) => {
      const body = { ...values, image: first(images) };
      return now === null
        ? createService(body, tries.of(body))
        : saveService(now.id, { ...body, version: now.version });
    },
    onSaved,
  });
  const { field, values } = form;
  return (
    <RecordForm form={form}>
      <Card className="flex flex-col gap-5">
        <BilingualField form={form} name="name" label={t("name")} required />
        <BilingualField form={form} name="tagline" label={t("tagline")} hint={t("tagline_hint")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            {...field("promise")}
            onValueChange={(promise) => form.set({ promise: promise as Service["promise"] })}
            options={[
              { value: "minutes", label: t("promise_minutes") },
              { value: "days", label: t("promise_by_days") },
            ]}
          />
          {values.promise === "days" && <NumberField {...field("promise_days")} />}
          <Select
            {...field("tint")}
            onValueChange={(tint) => form.set({ tint: tint as Service["tint"] })}
            options={(["food", "grocery", "general"] as const).map((value) => ({
              value,
              label: t(`tint_${value}`),
            }))}
          />
        </div>
        <PicturePicker {...field("images")} max={1} />
        <SwitchField {...field("active")} hint={t("active_hint")} />
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:services"), noIndex: true }),
  Component: ServicePage,
});
