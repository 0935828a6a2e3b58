import { useState } from "react";
import { useTryKey } from "../../../../../api/useTryKey";
import { BilingualField } from "../../../../../backoffice/BilingualField";
import { NumberField, SwitchField } from "../../../../../backoffice/fields";
import { nameIn } from "../../../../../backoffice/nameIn";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { useAllRows } from "../../../../../backoffice/useAllRows";
import { useForm } from "../../../../../backoffice/useForm";
import { usePage } from "../../../../../lib/page";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Card } from "../../../../../ui/Card";
import type { LatLng } from "../../../../../ui/geo";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import { type Branch, createBranch, saveBranch, storesList } from "../api";
import { CopyFields, noCopy, withCopy } from "./CopyFields";
import { WhereFields } from "./WhereFields";

const draftOf = (branch: Branch | null) => ({
  store: branch?.store.id ?? "",
  name_en: branch?.name_en ?? "",
  name_ar: branch?.name_ar ?? "",
  address_en: branch?.address_en ?? "",
  address_ar: branch?.address_ar ?? "",
  phone: branch?.phone ?? "",
  district: branch?.district.id ?? "",
  pin: branch ? ({ lat: branch.lat, lng: branch.lng } as LatLng) : null,
  delivery_minutes: String(branch?.delivery_minutes ?? 45),
  seller_code: branch?.seller_code ?? "",
  legal_name: branch?.legal_name ?? "",
  tax_number: branch?.tax_number ?? "",
  tax_branch_code: branch?.tax_branch_code ?? "",
  active: branch?.active ?? true,
});

/** A branch's data and location, and its details on documents. */
export function BranchProfile({
  branch,
  onSaved,
}: {
  branch: Branch | null;
  onSaved: (branch: Branch) => void;
}) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const wanted = usePage().query.get("store");
  const stores = useAllRows(storesList(scope, {}));
  const tries = useTryKey();
  const [copy, setCopy] = useState({ value: noCopy, sameStore: false });
  const storeOf = (chosen: string) => chosen || wanted || (stores[0]?.id ?? "");
  const copiesDelivery = copy.value.from !== "" && copy.value.parts.includes("delivery");
  const form = useForm({
    name: `branch:${branch?.id ?? "new"}`,
    record: branch,
    draftOf,
    labels: {
      store: t("store"),
      name_en: t("name_english"),
      name_ar: t("name_arabic"),
      address_en: t("address_english"),
      address_ar: t("address_arabic"),
      phone: t("phone"),
      district: t("area"),
      pin: t("pin"),
      delivery_minutes: t("delivery_minutes"),
      seller_code: t("seller_code"),
      legal_name: t("legal_name"),
      tax_number: t("tax_number"),
      tax_branch_code: t("tax_branch_code"),
      active: t("active"),
    },
    save: ({ pin, ...values }, now) => {
      const body = { ...values, ...(pin ?? {}) };
      const made = withCopy({ ...body, store: storeOf(values.store) }, copy.value, copy.sameStore);
      return now === null
        ? createBranch(made, tries.of(made))
        : saveBranch(now.id, { ...body, version: now.version });
    },
    onSaved,
  });
  const { field, values, set, errorOf } = form;
  return (
    <RecordForm form={form} shown={{ pin: (pin) => (pin ? `${pin.lat}, ${pin.lng}` : "–") }}>
      <Card className="flex flex-col gap-5">
        {branch === null && (
          <Select
            {...field("store")}
            value={storeOf(values.store)}
            required
            options={stores.map((one) => ({ value: one.id, label: nameIn(scope.lang, one) }))}
          />
        )}
        <BilingualField form={form} name="name" label={t("name")} required />
        <BilingualField form={form} name="address" label={t("address")} lines={2} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("phone")} type="tel" dir="ltr" autoComplete="off" />
          {!copiesDelivery && (
            <NumberField
              {...field("delivery_minutes")}
              hint={t(branch?.minutes_of_shop ? "minutes_of_shop" : "delivery_minutes_hint")}
            />
          )}
        </div>
        <SwitchField {...field("active")} hint={t("active_hint")} />
      </Card>
      {branch === null && (
        <CopyFields
          store={storeOf(values.store)}
          value={copy.value}
          error={errorOf("copy_from") ?? errorOf("copy")}
          onChange={(value, sameStore) => setCopy({ value, sameStore })}
        />
      )}
      <Card className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">{t("where")}</h2>
        <WhereFields
          pin={values.pin}
          pinError={errorOf("lat")}
          onPlace={set}
          district={field("district")}
          districtHint={t("area_hint")}
        />
      </Card>
      <Card className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">{t("tax")}</h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("seller_code")} autoComplete="off" hint={t("seller_code_hint")} />
          <TextInput {...field("tax_branch_code")} dir="ltr" autoComplete="off" />
          <TextInput {...field("legal_name")} autoComplete="off" hint={t("of_the_store")} />
          <TextInput
            {...field("tax_number")}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            hint={t("of_the_store")}
          />
        </div>
      </Card>
    </RecordForm>
  );
}
