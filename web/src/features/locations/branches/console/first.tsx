import { useQuery } from "@tanstack/react-query";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { MoneyField, NumberField } from "../../../../backoffice/fields";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import type { LatLng } from "../../../../ui/geo";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { type Branch, createFirst, shopNamesQuery } from "./api";
import { WeekFields } from "./components/WeekFields";
import { WhereFields } from "./components/WhereFields";
import { useRecordSaved } from "./keep";
import type { Shift } from "./weekLines";

const everyDay: Shift[] = ([6, 0, 1, 2, 3, 4, 5] as const).map((day) => ({
  day,
  open: "10:00",
  close: "22:00",
}));

/** Creates the service, store and branch of a new shop in one step, with common values filled in. */
function FirstPage() {
  const { t } = useTranslation("sellers");
  const shop = useQuery(shopNamesQuery(useScope()));
  return (
    <RecordPage
      back={{ to: "/setup", label: t("back_to_setup") }}
      query={shop}
      title={() => t("first_title")}
    >
      {(names) => <FirstForm store_ar={names?.name_ar ?? ""} store_en={names?.name_en ?? ""} />}
    </RecordPage>
  );
}

function FirstForm({ store_ar, store_en }: { store_ar: string; store_en: string }) {
  const { t } = useTranslation("sellers");
  const navigate = useNavigate();
  const keep = useRecordSaved();
  const tries = useTryKey();
  const form = useForm({
    name: "branch:first",
    record: null as Branch | null,
    draftOf: () => ({
      kind: "grocery",
      store_en,
      store_ar,
      name_en: "",
      name_ar: "",
      phone: "",
      district: "",
      pin: null as LatLng | null,
      hours: everyDay,
      fee: "20",
      minutes: "45",
    }),
    labels: {
      kind: t("first_kind"),
      store_en: t("first_store"),
      store_ar: t("first_store"),
      name_en: t("first_name"),
      name_ar: t("first_name"),
      phone: t("phone"),
      district: t("area"),
      pin: t("pin"),
      hours: t("week"),
      fee: t("first_fee"),
      minutes: t("first_minutes"),
    },
    async save({ pin, ...values }) {
      const body = { ...values, ...(pin ?? {}) };
      const made = await createFirst(body, tries.of(body));
      tries.answered();
      return made;
    },
    onSaved() {
      keep();
      navigate("/setup");
    },
  });
  const { field, values, set, errorOf } = form;
  return (
    <RecordForm form={form} saveLabel={t("first_create")}>
      <RecordSection title={t("first_kind")} text={t("first_text")}>
        <Select
          {...field("kind")}
          options={(["grocery", "food", "pharmacy", "general"] as const).map((value) => ({
            value,
            label: t(`kind_${value}`),
          }))}
        />
        <BilingualField form={form} name="store" label={t("first_store")} required />
      </RecordSection>
      <RecordSection title={t("where")}>
        <WhereFields
          pin={values.pin}
          pinError={errorOf("lat")}
          onPlace={set}
          district={field("district")}
        />
        <BilingualField
          form={form}
          name="name"
          label={t("first_name")}
          hint={t("first_name_hint")}
        />
        <TextInput {...field("phone")} type="tel" dir="ltr" autoComplete="off" />
      </RecordSection>
      <RecordSection title={t("first_delivery")} text={t("week_hint")}>
        <WeekFields value={values.hours} onChange={(hours) => set({ hours })} errorOf={errorOf} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <MoneyField {...field("fee")} />
          <NumberField {...field("minutes")} />
        </div>
      </RecordSection>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:first_title"), noIndex: true }),
  Component: FirstPage,
});
