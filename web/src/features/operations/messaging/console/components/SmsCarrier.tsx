import type { ReactNode } from "react";
import type { Form } from "../../../../../backoffice/useForm";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import type { Providers, ProvidersDraft } from "../model";

export type Carrier = Providers["carriers"][number];

const otherCarrier = "other";
const twilio = "twilio";

const words = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;

/** Chooses the SMS carrier: one whose API is known, Twilio, or any other. */
export function SmsCarrierSelect({
  form,
  carriers,
}: {
  form: Form<ProvidersDraft>;
  carriers: readonly Carrier[];
}) {
  const { t, i18n } = useTranslation("providers");
  const { error } = form.field("sms.carrier");
  const value =
    form.values["sms.by"] === twilio ? twilio : form.values["sms.carrier"] || otherCarrier;
  return (
    <Select
      label={t("sms_by")}
      hint={t("sms_by_hint")}
      error={error}
      value={value}
      onValueChange={(next) =>
        form.set({
          "sms.by": next === twilio ? twilio : "http",
          "sms.carrier": next === twilio || next === otherCarrier ? "" : next,
        })
      }
      options={[
        ...carriers.map((one) => ({
          value: one.id,
          label: i18n.language === "ar" ? one.name_ar : one.name_en,
        })),
        { value: twilio, label: t("by_twilio") },
        { value: otherCarrier, label: t("by_http") },
      ]}
    />
  );
}

/** The account at a known carrier, with the carrier's names for user, secret and sender. */
export function SmsCarrierFields({
  form,
  carrier,
  children,
}: {
  form: Form<ProvidersDraft>;
  carrier: Carrier;
  children: ReactNode;
}) {
  const { t } = useTranslation("providers");
  const format = useFormat();
  return (
    <>
      {carrier.user !== "" && (
        <TextInput
          {...form.field("sms.user")}
          {...words}
          label={t(`user_${carrier.user}`)}
          hint={carrier.user === "base" ? t("user_base_hint") : undefined}
          required
        />
      )}
      {children}
      {carrier.sender !== "" && (
        <TextInput
          {...form.field("sms.sender")}
          {...words}
          label={t(`sender_${carrier.sender}`)}
          hint={t(`sender_${carrier.sender}_hint`)}
          required
        />
      )}
      <p className="text-sm text-muted text-pretty">
        {t(`basis_${carrier.basis}`, {
          date: format.date(Date.parse(carrier.checked)),
        })}{" "}
        <a href={carrier.docs} dir="ltr" target="_blank" rel="noreferrer" className="underline">
          {new URL(carrier.docs).host}
        </a>
      </p>
    </>
  );
}
