import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { MoneyField, SwitchField } from "../../../../backoffice/fields";
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
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { saveWays, tryGateway, waysQuery } from "./api";
import { type Keys, noKeys, type Ways, type WaysDraft, waysBody, waysDraft } from "./model";

/** The payment methods of customers: cash and its limits, the card gateway, wallet top-ups. */
function WaysPage() {
  const { t } = useTranslation("ways");
  const ways = useQuery(waysQuery(useScope()));
  return (
    <RecordPage<Ways>
      back={{ to: "/setup", label: t("back") }}
      query={ways}
      title={() => t("title")}
    >
      {(record) => record && <WaysForm ways={record} />}
    </RecordPage>
  );
}

const plain = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;

function WaysForm({ ways }: { ways: Ways }) {
  const { t } = useTranslation("ways");
  const scope = useScope();
  const client = useQueryClient();
  const [keys, setKeys] = useState<Keys>(noKeys);
  const label = (name: string) => t(name.replace(".", "_"));
  const form = useForm<Ways, WaysDraft>({
    name: "ways",
    record: ways,
    draftOf: (record) => waysDraft(record ?? ways),
    labels: {
      keys: t("keys"),
      cash: t("cash"),
      card: t("card"),
      top_up: t("top_up"),
      cash_most: t("cash_most"),
      cash_first: t("cash_first"),
      gateway: t("gateway"),
      "paymob.public_key": label("paymob.public_key"),
      "paymob.integrations": label("paymob.integrations"),
      "paymob.email": label("paymob.email"),
    },
    save: (values, record) => saveWays(waysBody(values, keys, (record ?? ways).version)),
    onSaved: (saved) => {
      setKeys(noKeys);
      client.setQueryData(waysQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const secret = (name: keyof Keys, kept: boolean) => (
    <TextInput
      name={name}
      type="password"
      autoComplete="off"
      dir="ltr"
      label={label(name)}
      hint={t(kept ? "key_kept" : "key_hint")}
      value={keys[name]}
      error={form.errorOf(name)}
      onValueChange={(value) => {
        setKeys((now) => ({ ...now, [name]: value }));
        form.set({ keys: true });
      }}
    />
  );
  const { paymob, stripe, state } = ways;
  return (
    <>
      <RecordForm form={form}>
        {state.variable && <Notice>{t("variable")}</Notice>}
        <RecordSection title={t("cash_title")} text={t("cash_text")}>
          <On now={state.cash} />
          <SwitchField {...form.field("cash")} />
          {form.values.cash && (
            <div className="grid gap-4 sm:grid-cols-2">
              <MoneyField {...form.field("cash_most")} hint={t("cash_most_hint")} />
              <MoneyField {...form.field("cash_first")} hint={t("cash_first_hint")} />
            </div>
          )}
        </RecordSection>
        <RecordSection title={t("card_title")} text={t("card_text")}>
          <CardState ways={ways} />
          <SwitchField {...form.field("card")} />
          {form.values.card && !state.gateway_variable && <Gateway form={form} />}
          {form.values.card && form.values.gateway === "paymob" && !state.gateway_variable && (
            <>
              {secret("paymob.api_key", paymob.has_api_key)}
              {secret("paymob.secret_key", paymob.has_secret_key)}
              <TextInput {...form.field("paymob.public_key")} {...plain} required />
              {secret("paymob.hmac_secret", paymob.has_hmac_secret)}
              <TextInput
                {...form.field("paymob.integrations")}
                {...plain}
                hint={t("integrations_hint")}
                required
              />
              <TextInput
                {...form.field("paymob.email")}
                {...plain}
                type="email"
                hint={t("email_hint")}
              />
              <Callback path={paymob.notify_path} />
            </>
          )}
          {form.values.card && form.values.gateway === "stripe" && !state.gateway_variable && (
            <>
              {secret("stripe.secret_key", stripe.has_secret_key)}
              {secret("stripe.webhook_secret", stripe.has_webhook_secret)}
              <Callback path={stripe.notify_path} />
            </>
          )}
          <SwitchField {...form.field("top_up")} hint={t("top_up_hint")} />
        </RecordSection>
      </RecordForm>
      <RecordSection title={t("try")} text={t("try_text")}>
        <Try off={state.gateway === ""} />
      </RecordSection>
      <RecordHistory object="shop.ways" />
    </>
  );
}

function On({ now }: { now: boolean }) {
  const { t } = useTranslation("ways");
  return (
    <p>
      <Badge tone={now ? "good" : "neutral"}>{t(now ? "on" : "off")}</Badge>
    </p>
  );
}

/** Whether cards are accepted at the moment, by which gateway, and how well that works. */
function CardState({ ways: { state } }: { ways: Ways }) {
  const { t } = useTranslation("ways");
  const { dayTime } = useFormat();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={state.card ? "good" : "neutral"}>{t(state.card ? "on" : "off")}</Badge>
        {state.last_paid && (
          <span className="text-sm text-muted">
            {t("last_paid", { when: dayTime(Date.parse(state.last_paid)) })}
          </span>
        )}
        {state.failed > 0 && <Badge tone="trouble">{t("failed", { count: state.failed })}</Badge>}
      </p>
      {state.gateway_variable && <Notice>{t("gateway_variable")}</Notice>}
    </div>
  );
}

function Gateway({ form }: { form: Form<WaysDraft> }) {
  const { t } = useTranslation("ways");
  return (
    <Select
      {...form.field("gateway")}
      options={[
        { value: "", label: t("gateway_none") },
        { value: "paymob", label: t("paymob") },
        { value: "stripe", label: t("stripe") },
      ]}
    />
  );
}

/** The address to enter into the gateway's settings. */
function Callback({ path }: { path: string }) {
  const { t } = useTranslation("ways");
  return (
    <p className="text-sm">
      {t("callback")}{" "}
      <bdi dir="ltr" className="break-all">
        {location.origin}
        {path}
      </bdi>
    </p>
  );
}

/** Tests the keys with the gateway; no money moves. */
function Try({ off }: { off: boolean }) {
  const { t } = useTranslation("ways");
  const [said, setSaid] = useState<{ taken: boolean; problem: string } | null>(null);
  const { busy, problem, run } = useAction();
  return (
    <div className="flex flex-col items-start gap-3">
      {off && <p className="text-sm text-muted">{t("try_off")}</p>}
      <Button
        disabled={off}
        loading={busy}
        loadingLabel={t("busy")}
        onClick={() => {
          setSaid(null);
          void run(async () => setSaid(await tryGateway()));
        }}
      >
        {t("try_send")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {said && (
        <Notice tone={said.taken ? "success" : "trouble"} live>
          {t(said.taken ? "try_taken" : "try_refused")}{" "}
          {!said.taken && <bdi dir="ltr">{said.problem}</bdi>}
        </Notice>
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("ways:title"), noIndex: true }),
  Component: WaysPage,
});
