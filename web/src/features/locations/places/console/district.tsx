import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { NumberField, SwitchField, TagsField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { OutlineField } from "../../../../backoffice/OutlineField";
import { geoJSON, middleOf, ringIn } from "../../../../backoffice/outline";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useRecordSaved } from "../../../../backoffice/useRecordSaved";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { areaOf } from "../../../../ui/geo";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { districtsQuery } from "../api";
import {
  createDistrict,
  type District,
  districtPaths,
  districtQuery,
  governoratesQuery,
  saveDistrict,
} from "./api";

const draftOf = (district: District | null) => ({
  governorate: district?.governorate.id ?? "",
  name_en: district?.name_en ?? "",
  name_ar: district?.name_ar ?? "",
  aliases: district?.aliases ?? [],
  lat: district ? String(district.lat) : "",
  lng: district ? String(district.lng) : "",
  radius: String(district?.radius || 2500),
  outline: geoJSON(district?.outline ?? []),
  active: district?.active ?? true,
});

/** An area, new or existing. */
function DistrictPage() {
  const { t } = useTranslation("areas");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(districtQuery(scope, isNew ? "" : params.id));
  const kept = useRecordSaved();
  const keep = (saved: District) =>
    kept({
      key: districtQuery(scope, saved.id).queryKey,
      saved,
      lists: districtPaths,
      said: t("saved"),
      address: isNew && `/districts/${encodeURIComponent(saved.id)}`,
    });
  return (
    <RecordPage<District>
      back={{ to: "/districts", label: t("title") }}
      query={isNew ? null : asked}
      title={(one) => (one ? nameIn(scope.lang, one) : t("new"))}
      history={({ id }) => <RecordHistory object={id} action="district." />}
    >
      {(district) => (
        <DistrictForm key={district?.id ?? "new"} district={district} onSaved={keep} />
      )}
    </RecordPage>
  );
}

function DistrictForm({
  district,
  onSaved,
}: {
  district: District | null;
  onSaved: (district: District) => void;
}) {
  const { t } = useTranslation("areas");
  const governorates = useQuery(governoratesQuery(useScope())).data ?? [];
  const form = useForm({
    name: `district:${district?.id ?? "new"}`,
    record: district,
    draftOf,
    labels: {
      governorate: t("governorate"),
      name_en: t("name_english"),
      name_ar: t("name_arabic"),
      aliases: t("aliases"),
      lat: t("lat"),
      lng: t("lng"),
      radius: t("radius"),
      outline: t("outline"),
      active: t("active"),
    },
    save: ({ outline, lat, lng, ...values }, now) => {
      const body = {
        ...values,
        lat: Number(lat) || 0,
        lng: Number(lng) || 0,
        // An outline that cannot be parsed is refused for having too few corners, and not saved as none.
        outline: ringIn(outline) ?? [[0, 0]],
      };
      return now === null
        ? createDistrict(body)
        : saveDistrict(now.id, { ...body, version: now.version });
    },
    onSaved,
  });
  const { field, values, set } = form;
  const all = useQuery(districtsQuery(useScope())).data;
  const areas = useMemo(() => (all ?? []).map(areaOf), [all]);
  return (
    <RecordForm form={form}>
      <Card className="flex flex-col gap-5">
        <Select
          {...field("governorate")}
          required
          placeholder={t("choose")}
          options={governorates.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <BilingualField form={form} name="name" label={t("name")} required />
        <TagsField {...field("aliases")} />
        <SwitchField {...field("active")} hint={t("active_hint")} />
      </Card>
      <Card className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">{t("on_map")}</h2>
        <OutlineField
          {...field("outline")}
          label={t("outline_map")}
          hint={t("outline_hint")}
          areas={areas}
          area={district?.id ?? ""}
          near={
            Number(values.lat) && Number(values.lng)
              ? { lat: Number(values.lat), lng: Number(values.lng) }
              : null
          }
          onValueChange={(outline) => {
            const ring = ringIn(outline);
            const middle = ring && ring.length > 2 && !values.lat ? middleOf(ring) : null;
            set({
              outline,
              ...(middle ? { lat: String(middle.lat), lng: String(middle.lng) } : {}),
            });
          }}
        />
        {values.outline.trim() === "" && (
          <NumberField {...field("radius")} hint={t("radius_hint")} />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("lat")} dir="ltr" inputMode="decimal" autoComplete="off" required />
          <TextInput {...field("lng")} dir="ltr" inputMode="decimal" autoComplete="off" required />
        </div>
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("areas:title"), noIndex: true }),
  Component: DistrictPage,
});
