import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFields } from "../../../../api/useFields";
import { NumberField, SwitchField } from "../../../../backoffice/fields";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Failure } from "../../../../ui/Failure";
import { FieldGroup } from "../../../../ui/FieldGroup";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { CallsForm } from "../../../ordering/calls/console/components/CallsForm";
import { providersQuery, saveProviders, tryProvider } from "./api";
import { SmsCarrierFields, SmsCarrierSelect } from "./components/SmsCarrier";
import { SmsPresets, SmsPreview, SmsRows } from "./components/SmsRequest";
import {
  contentsIn,
  contentsText,
  noSecrets,
  type Providers,
  type ProvidersDraft,
  providersBody,
  providersDraft,
  type Secrets,
} from "./model";

/** The providers of SMS, WhatsApp and e-mail: the recent results of each, and a test message to oneself. */
function ProvidersPage() {
  const { t } = useTranslation("providers");
  const providers = useQuery(providersQuery(useScope()));
  return (
    <RecordPage<Providers>
      back={{ to: "/setup", label: t("back") }}
      query={providers}
      title={() => t("title")}
      history={() => <RecordHistory object="shop.messages" />}
    >
      {(record) => record && <ProvidersForm providers={record} />}
    </RecordPage>
  );
}

function ProvidersForm({ providers }: { providers: Providers }) {
  const { t } = useTranslation("providers");
  const scope = useScope();
  const client = useQueryClient();
  // Unlike the other input, secrets are not stored in the tab.
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const label = (name: string) => t(name.replace(".", "_"));
  const form = useForm<Providers, ProvidersDraft>({
    name: "providers",
    record: providers,
    draftOf: (record) => providersDraft(record ?? providers),
    labels: {
      secrets: t("secrets"),
      "sms.on": label("sms.on"),
      "sms.by": label("sms.by"),
      "sms.carrier": label("sms.by"),
      "sms.user": label("sms.user"),
      "sms.sender": label("sms.sender"),
      "sms.url": label("sms.url"),
      "sms.method": label("sms.method"),
      "sms.format": label("sms.format"),
      "sms.fields": label("sms.fields"),
      "sms.headers": label("sms.headers"),
      "sms.success": label("sms.success"),
      "whatsapp.on": label("whatsapp.on"),
      "whatsapp.by": label("whatsapp.by"),
      "whatsapp.sender": label("whatsapp.sender"),
      "whatsapp.contents": t("contents_title", { count: providers.whatsapp.templates.length }),
      "twilio.account": label("twilio.account"),
      "whatsapp.phone_id": label("whatsapp.phone_id"),
      "whatsapp.prefix": label("whatsapp.prefix"),
      "mail.on": label("mail.on"),
      "mail.host": label("mail.host"),
      "mail.port": label("mail.port"),
      "mail.tls": label("mail.tls"),
      "mail.user": label("mail.user"),
      "mail.from": label("mail.from"),
    },
    save: (values, record) =>
      saveProviders(providersBody(values, secrets, (record ?? providers).version)),
    onSaved: (saved) => {
      setSecrets(noSecrets);
      client.setQueryData(providersQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const carrier = providers.carriers.find(({ id }) => id === form.values["sms.carrier"]);
  const secret = (name: keyof Secrets, kept: boolean, called = label(name)) => (
    <TextInput
      name={name}
      type="password"
      autoComplete="off"
      dir="ltr"
      label={called}
      hint={t(kept ? "secret_kept" : "secret_hint")}
      value={secrets[name]}
      error={form.errorOf(name)}
      onValueChange={(value) => {
        setSecrets((now) => ({ ...now, [name]: value }));
        form.set({ secrets: true });
      }}
    />
  );
  const byTwilio = (channel: "sms" | "whatsapp") =>
    form.values[`${channel}.on`] && form.values[`${channel}.by`] === "twilio";
  const twilio = (
    <TwilioFields form={form} variable={providers.twilio.variable}>
      {secret("twilio.token", providers.twilio.has_token)}
    </TwilioFields>
  );
  return (
    <>
      <RecordForm form={form}>
        <RecordSection title={t("sms")} text={t("sms_text")}>
          <Health channel={providers.sms} />
          <SmsFields form={form} twilio={twilio} carriers={providers.carriers}>
            {secret(
              "sms.secret",
              providers.sms.has_secret,
              carrier && t(`secret_${carrier.secret}`),
            )}
          </SmsFields>
        </RecordSection>
        <RecordSection title={t("whatsapp")} text={t("whatsapp_text")}>
          <Health channel={providers.whatsapp} />
          <WhatsAppFields
            form={form}
            account={providers.whatsapp}
            twilio={
              byTwilio("sms") ? <p className="text-sm text-muted">{t("twilio_shared")}</p> : twilio
            }
          >
            {secret("whatsapp.token", providers.whatsapp.has_token)}
            {secret("whatsapp.secret", providers.whatsapp.has_secret)}
          </WhatsAppFields>
        </RecordSection>
        <RecordSection title={t("mail")} text={t("mail_text")}>
          <Health channel={providers.mail} />
          <MailFields form={form}>
            {secret("mail.password", providers.mail.has_password)}
          </MailFields>
        </RecordSection>
      </RecordForm>
      <CallsForm />
      <RecordSection title={t("try")} text={t("try_text")}>
        <Try channel="sms" off={!providers.sms.carried} />
        <Try channel="whatsapp" off={!providers.whatsapp.carried} />
        <Try channel="email" off={!providers.mail.carried} />
      </RecordSection>
    </>
  );
}

type Part = { form: Form<ProvidersDraft>; children: ReactNode };

const words = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;

/** The account at Twilio, which SMS and WhatsApp share. */
function TwilioFields({ form, variable, children }: Part & { variable: boolean }) {
  const { t } = useTranslation("providers");
  if (variable) return <Notice>{t("twilio_variable")}</Notice>;
  return (
    <>
      <TextInput {...form.field("twilio.account")} {...words} hint={t("twilio_hint")} required />
      {children}
      <p className="text-sm text-muted">{t("twilio_reports")}</p>
    </>
  );
}

function SmsFields({
  form,
  twilio,
  carriers,
  children,
}: Part & { twilio: ReactNode; carriers: Providers["carriers"] }) {
  const { t } = useTranslation("providers");
  const carrier = carriers.find(({ id }) => id === form.values["sms.carrier"]);
  return (
    <>
      <SwitchField {...form.field("sms.on")} />
      {form.values["sms.on"] && <SmsCarrierSelect form={form} carriers={carriers} />}
      {form.values["sms.on"] && carrier && (
        <SmsCarrierFields form={form} carrier={carrier}>
          {children}
        </SmsCarrierFields>
      )}
      {form.values["sms.on"] && form.values["sms.by"] === "twilio" && (
        <>
          <TextInput
            {...form.field("sms.sender")}
            {...words}
            hint={t("sms_sender_hint")}
            required
          />
          {twilio}
        </>
      )}
      {form.values["sms.on"] && form.values["sms.by"] !== "twilio" && !carrier && (
        <>
          <SmsPresets form={form} />
          <TextInput {...form.field("sms.url")} {...words} type="url" required />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              {...form.field("sms.method")}
              options={[
                { value: "POST", label: "POST" },
                { value: "GET", label: "GET" },
              ]}
            />
            <Select
              {...form.field("sms.format")}
              options={[
                { value: "form", label: t("format_form") },
                { value: "json", label: "JSON" },
              ]}
            />
          </div>
          <SmsRows form={form} />
          {children}
          <TextArea {...form.field("sms.headers")} {...words} rows={2} hint={t("headers_hint")} />
          <TextInput {...form.field("sms.success")} {...words} hint={t("success_hint")} />
          <SmsPreview form={form} />
        </>
      )}
    </>
  );
}

function WhatsAppFields({
  form,
  account,
  twilio,
  children,
}: Part & { account: Providers["whatsapp"]; twilio: ReactNode }) {
  const { t } = useTranslation("providers");
  const copied = { ...words, readOnly: true } as const;
  return (
    <>
      <SwitchField {...form.field("whatsapp.on")} />
      {form.values["whatsapp.on"] && (
        <Select
          {...form.field("whatsapp.by")}
          options={["cloud", "twilio"].map((value) => ({ value, label: t(`by_${value}`) }))}
        />
      )}
      {form.values["whatsapp.on"] && form.values["whatsapp.by"] === "twilio" && (
        <>
          {twilio}
          <TextInput
            {...form.field("whatsapp.sender")}
            {...words}
            hint={t("whatsapp_sender_hint")}
            inputMode="tel"
            required
          />
          <Contents form={form} templates={account.templates} />
        </>
      )}
      {form.values["whatsapp.on"] && form.values["whatsapp.by"] !== "twilio" && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput
              {...form.field("whatsapp.phone_id")}
              {...words}
              inputMode="numeric"
              required
            />
            <TextInput {...form.field("whatsapp.prefix")} {...words} hint={t("prefix_hint")} />
          </div>
          {children}
          <TextInput
            {...copied}
            label={t("callback")}
            hint={t("callback_hint")}
            value={account.callback}
            onFocus={(event) => event.currentTarget.select()}
          />
          <TextInput
            {...copied}
            label={t("verify")}
            value={account.verify}
            onFocus={(event) => event.currentTarget.select()}
          />
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-medium">
              {t("templates", { count: account.templates.length })}
            </summary>
            <p className="text-sm text-muted text-pretty">{t("templates_text")}</p>
            <ul className="mt-3 flex flex-col divide-y divide-line">
              {account.templates.map((template) => (
                <li key={template.key} className="flex flex-col gap-1 py-3">
                  <Template {...template} />
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </>
  );
}

type Registered = Providers["whatsapp"]["templates"][number];

function Template({ name, language, category, lines }: Registered) {
  const { t } = useTranslation("providers");
  return (
    <>
      <span className="flex flex-wrap gap-x-3 text-sm">
        <Ltr className="font-medium wrap-anywhere">{name}</Ltr>
        <Ltr className="text-muted">{`${language} · ${category}`}</Ltr>
      </span>
      <span dir={language === "ar" ? "rtl" : "ltr"} lang={language} className="text-start">
        {lines.length > 0
          ? lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))
          : t("templates_code")}
      </span>
    </>
  );
}

const twilioName = ({ key }: Registered) => key.replace(/:.*/, "").replaceAll(".", "_");

/**
 * The fields for each template's id at Twilio, below the text to register there. The list and each template in it are
 * folded, so that on phones the rest of the form stays near.
 */
function Contents({ form, templates }: Pick<Part, "form"> & { templates: Registered[] }) {
  const { t } = useTranslation("providers");
  const { value, error } = form.field("whatsapp.contents");
  const ids = contentsIn(value);
  const entered = (some: readonly Registered[]) =>
    t("contents_entered", {
      done: some.filter(({ key }) => ids[key]?.trim()).length,
      count: some.length,
    });
  const names = [...new Set(templates.map(twilioName))];
  return (
    <FieldGroup
      label={t("contents_title", { count: templates.length })}
      error={error}
      className="gap-3"
    >
      <p className="text-sm text-muted text-pretty">{t("contents_text")}</p>
      <details open={error !== undefined || undefined}>
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          {entered(templates)}
        </summary>
        <ul className="flex flex-col divide-y divide-line">
          {names.map((name) => {
            const both = templates.filter((one) => twilioName(one) === name);
            return (
              <li key={name}>
                <details>
                  <summary className="min-h-11 cursor-pointer content-center">
                    <Ltr className="font-medium wrap-anywhere">{name}</Ltr>{" "}
                    <span className="text-sm text-muted">{entered(both)}</span>
                  </summary>
                  {both.map((template) => (
                    <div key={template.key} className="flex flex-col gap-2 pb-4">
                      <Template {...template} name={name} />
                      <TextInput
                        {...words}
                        label={t("contents_id", { template: name, language: template.language })}
                        value={ids[template.key] ?? ""}
                        onValueChange={(id) =>
                          form.set({
                            "whatsapp.contents": contentsText({ ...ids, [template.key]: id }),
                          })
                        }
                      />
                    </div>
                  ))}
                </details>
              </li>
            );
          })}
        </ul>
      </details>
    </FieldGroup>
  );
}

function MailFields({ form, children }: Part) {
  const { t } = useTranslation("providers");
  return (
    <>
      <SwitchField {...form.field("mail.on")} />
      {form.values["mail.on"] && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput {...form.field("mail.host")} {...words} required />
            <NumberField {...form.field("mail.port")} required />
            <Select
              {...form.field("mail.tls")}
              options={["starttls", "tls", "none"].map((value) => ({
                value,
                label: t(`tls_${value}`),
              }))}
            />
            <TextInput {...form.field("mail.user")} {...words} />
          </div>
          {children}
          <TextInput {...form.field("mail.from")} {...words} hint={t("from_hint")} required />
        </>
      )}
    </>
  );
}

/** The recent results of a channel, and whether the settings made here apply. */
function Health({
  channel,
}: {
  channel: Pick<Providers["sms"], "carried" | "failed" | "variable" | "last_sent">;
}) {
  const { t } = useTranslation("providers");
  const format = useFormat();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={channel.carried ? "good" : "neutral"}>
          {t(channel.carried ? "carried" : "not_carried")}
        </Badge>
        {channel.failed > 0 && (
          <Badge tone="trouble">{t("failed", { count: channel.failed })}</Badge>
        )}
        {(channel.carried || channel.last_sent) && (
          <span className="text-sm text-muted">
            {channel.last_sent
              ? t("last_sent", { when: format.relative(Date.parse(channel.last_sent)) })
              : t("never_sent")}
          </span>
        )}
      </p>
      {channel.variable && <Notice>{t("variable")}</Notice>}
    </div>
  );
}

/** Sends a test message to oneself, using the saved settings. */
function Try({ channel, off }: { channel: "sms" | "whatsapp" | "email"; off: boolean }) {
  const { t } = useTranslation("providers");
  const form = useFields({ to: "" });
  const [said, setSaid] = useState<{ taken: boolean; problem: string } | null>(null);
  const tell = form.submit(async () => {
    setSaid(null);
    setSaid(await tryProvider(channel, form.values.to));
  });
  return (
    <form ref={form.ref} noValidate className="flex flex-col gap-3" onSubmit={tell}>
      <TextInput
        {...form.field("to")}
        label={t(`try_${channel}`)}
        type={channel === "email" ? "email" : "tel"}
        dir="ltr"
        disabled={off}
        hint={off ? t("try_off") : undefined}
      />
      <Button
        type="submit"
        disabled={off}
        loading={form.busy}
        loadingLabel={t("busy")}
        className="self-start"
      >
        {t("try_send")}
      </Button>
      <Failure of={form.elsewhere} />
      {said && (
        <Notice tone={said.taken ? "success" : "trouble"} live>
          {t(said.taken ? "try_taken" : "try_refused")} {!said.taken && said.problem}
        </Notice>
      )}
    </form>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("providers:title"), noIndex: true }),
  Component: ProvidersPage,
});
