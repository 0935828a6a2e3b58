import { useQuery } from "@tanstack/react-query";
import type { ConsoleCouponDetail, Ref } from "../../../../../api/types";
import { DateTimeField, MoneyField, NumberField } from "../../../../../backoffice/fields";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Card } from "../../../../../ui/Card";
import { Checkbox } from "../../../../../ui/Checkbox";
import { Icon } from "../../../../../ui/Icon";
import { Notice } from "../../../../../ui/Notice";
import { RadioGroup } from "../../../../../ui/RadioGroup";
import { TextInput } from "../../../../../ui/TextInput";
import { choicesQuery, createCoupon, updateCoupon } from "../api";
import { bodyOf, type Draft, draftOf } from "../model";
import { Preview } from "./Preview";

const kinds = ["percent", "amount", "free_delivery"] as const;

/** All terms of a coupon. The code cannot be changed once it is saved. */
export function CouponForm({
  coupon,
  onSaved,
}: {
  coupon: ConsoleCouponDetail | null;
  onSaved: (coupon: ConsoleCouponDetail) => void;
}) {
  const { t } = useTranslation("coupons");
  const format = useFormat();
  const choices = useQuery(choicesQuery(useScope()));
  const form = useForm({
    name: `coupon:${coupon?.id ?? "new"}`,
    record: coupon,
    draftOf,
    labels: {
      code: t("code"),
      kind: t("kind"),
      value: t("value"),
      minimum: t("minimum"),
      cap: t("cap"),
      starts_at: t("starts_at"),
      ends_at: t("ends_at"),
      total_limit: t("total_limit"),
      customer_limit: t("customer_limit"),
      first_order: t("first_order"),
      listed: t("listed_label"),
      services: t("services"),
      stores: t("stores"),
      categories: t("categories"),
    },
    save: (values, now) =>
      now === null
        ? createCoupon({ code: values.code, ...bodyOf(values) })
        : updateCoupon(now.id, { ...bodyOf(values), version: now.version }),
    onSaved,
  });
  const { field, values, errorOf, set } = form;
  const optional = { optionalLabel: t("optional") };
  // A manager's coupons are limited to the manager's stores.
  const fixed = choices.data?.stores_fixed === true;
  const limited = (name: "services" | "stores" | "categories") => (
    <Limits
      name={name}
      label={t(name === "stores" && fixed ? "your_stores" : name)}
      open={name === "stores" && fixed}
      error={errorOf(name)}
      choices={choices.data?.[name] ?? []}
      chosen={values[name]}
      onChange={(list) => set({ [name]: list })}
    />
  );
  /** Names for ids, where two versions are compared. */
  const named = (name: "services" | "stores" | "categories") => (ids: string[]) =>
    ids.map((id) => choices.data?.[name].find((one) => one.id === id)?.name ?? id).join(" · ") ||
    t("everything");
  const moment = (value: string) =>
    value === "" ? t("no_date") : format.words(value.replace("T", " "));
  return (
    <RecordForm
      form={form}
      saveLabel={t(coupon === null ? "create" : "save")}
      shown={{
        kind: (kind: Draft["kind"]) => t(`kind_${kind}`),
        starts_at: moment,
        ends_at: moment,
        services: named("services"),
        stores: named("stores"),
        categories: named("categories"),
      }}
    >
      <Card className="flex flex-col gap-5">
        {coupon === null && (
          <TextInput
            {...field("code")}
            hint={t("code_hint")}
            required
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <RadioGroup
          {...field("kind")}
          layout="row"
          options={kinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {values.kind === "percent" && (
            <NumberField
              {...field("value")}
              label={t("value_percent")}
              inputMode="decimal"
              required
              unit={t("percent_sign")}
            />
          )}
          {values.kind === "amount" && (
            <MoneyField {...field("value")} label={t("value_amount")} required />
          )}
          {values.kind === "percent" && <MoneyField {...field("cap")} {...optional} />}
          <MoneyField {...field("minimum")} {...optional} />
        </div>
      </Card>
      <Card className="grid gap-5 sm:grid-cols-2">
        <DateTimeField {...field("starts_at")} {...optional} />
        <DateTimeField {...field("ends_at")} {...optional} />
        <NumberField {...field("total_limit")} {...optional} />
        {!values.first_order && <NumberField {...field("customer_limit")} {...optional} />}
        <Checkbox
          label={t("first_order")}
          checked={values.first_order}
          error={errorOf("first_order")}
          onCheckedChange={(first_order) => set({ first_order })}
        />
        <Checkbox
          label={t("listed_label")}
          checked={values.listed}
          onCheckedChange={(listed) => set({ listed })}
        />
      </Card>
      <Card className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t("everything")}</p>
        {fixed && <Notice>{t("stores_fixed")}</Notice>}
        {limited("services")}
        {limited("stores")}
        {limited("categories")}
      </Card>
      <Preview draft={values} />
    </RecordForm>
  );
}

/** The limits of a coupon; with nothing chosen it applies to everything. */
function Limits({
  name,
  label: title,
  open,
  error,
  choices,
  chosen,
  onChange,
}: {
  name: string;
  label: string;
  open: boolean;
  error: string | undefined;
  choices: readonly Ref[];
  chosen: readonly string[];
  onChange: (list: string[]) => void;
}) {
  return (
    <details open={open || chosen.length > 0 || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <Icon name="chevron-down" className="text-muted" />
        <Isolate>{title}</Isolate>
      </summary>
      <fieldset
        className="grid gap-x-4 sm:grid-cols-2"
        aria-describedby={error === undefined ? undefined : `${name}-error`}
      >
        <legend className="sr-only">
          <Isolate>{title}</Isolate>
        </legend>
        {choices.map(({ id, name: label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.includes(id)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      {error !== undefined && (
        <p id={`${name}-error`} className="text-sm text-trouble-text">
          {error}
        </p>
      )}
    </details>
  );
}
