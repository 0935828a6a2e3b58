import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { meQuery } from "../../../../../backoffice/me";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { Loaded } from "../../../../../ui/Loaded";
import { Ltr } from "../../../../../ui/Ltr";
import { Notice } from "../../../../../ui/Notice";
import { TextInput } from "../../../../../ui/TextInput";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type FactorSetup,
  renewRecoveryCodes,
  secondFactorQuery,
  staffSessionsQuery,
} from "../api";
import { QrCode } from "./QrCode";

type Step =
  | { name: "idle" }
  | { name: "begin" | "off" | "renew" }
  | { name: "scan"; setup: FactorSetup }
  | { name: "codes"; codes: readonly string[] };

/** The signed-in person's second factor: setting it up, its recovery codes, removing it. */
export function SecondFactor() {
  const { t } = useTranslation("auth");
  const scope = useScope();
  const client = useQueryClient();
  const format = useFormat();
  const factor = useQuery(secondFactorQuery(scope));
  const [step, setStep] = useState<Step>({ name: "idle" });

  async function next(to: Step) {
    setStep(to);
    for (const { queryKey } of [
      secondFactorQuery(scope),
      staffSessionsQuery(scope),
      meQuery(scope),
    ]) {
      await client.invalidateQueries({ queryKey });
    }
  }
  const idle = () => setStep({ name: "idle" });
  return (
    <Card as="section" className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-semibold">{t("second_factor")}</h2>
        <p className="mt-1 text-muted text-pretty">{t("second_factor_text")}</p>
      </div>
      <Loaded
        query={factor}
        texts="auth"
        loading={t("factor_loading")}
        failed={t("factor_failed")}
        skeleton={["h-11"]}
      >
        {({ since, codes_left }) => {
          switch (step.name) {
            case "scan":
              return (
                <Scan
                  setup={step.setup}
                  done={(codes) => void next({ name: "codes", codes })}
                  cancel={idle}
                />
              );
            case "codes":
              return <Codes codes={step.codes} done={idle} />;
            case "begin":
              return (
                <Proof
                  submit={t("begin")}
                  cancel={idle}
                  action={async (password) =>
                    setStep({ name: "scan", setup: await beginSecondFactor(password) })
                  }
                />
              );
            case "off":
              return (
                <Proof
                  withCode
                  submit={t("turn_off")}
                  cancel={idle}
                  action={async (password, code) => {
                    await endSecondFactor(password, code);
                    await next({ name: "idle" });
                  }}
                />
              );
            case "renew":
              return (
                <Proof
                  withCode
                  submit={t("new_codes")}
                  cancel={idle}
                  action={async (password, code) =>
                    next({ name: "codes", codes: await renewRecoveryCodes(password, code) })
                  }
                />
              );
            default:
              return since === null ? (
                <Button
                  icon="shield"
                  variant="primary"
                  className="self-start"
                  onClick={() => setStep({ name: "begin" })}
                >
                  {t("begin")}
                </Button>
              ) : (
                <>
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
                    <Badge tone="good">
                      {t("second_factor_on", { date: format.date(Date.parse(since)) })}
                    </Badge>
                    <span className="text-sm text-muted">
                      {t("codes_left", { count: codes_left })}
                    </span>
                  </p>
                  <div className="flex flex-wrap gap-3">
                    <Button onClick={() => setStep({ name: "renew" })}>{t("new_codes")}</Button>
                    <Button onClick={() => setStep({ name: "off" })}>{t("turn_off")}</Button>
                  </div>
                </>
              );
          }
        }}
      </Loaded>
    </Card>
  );
}

/** The pressed control is gone: the focus moves to its replacement. */
function useFocusOn<Element extends HTMLElement>(what: string) {
  const within = useRef<Element>(null);
  useEffect(() => {
    within.current?.querySelector<HTMLElement>(what)?.focus();
  }, [what]);
  return within;
}

/** Asks for the password, and a code if there is a second factor, before changing it. */
function Proof({
  withCode = false,
  submit,
  cancel,
  action,
}: {
  withCode?: boolean;
  submit: string;
  cancel: () => void;
  action: (password: string, code: string) => Promise<unknown>;
}) {
  const { t } = useTranslation("auth");
  const within = useFocusOn<HTMLDivElement>("input");
  const form = useFields({ current_password: "", code: "" }, ({ current_password, code }) => ({
    current_password: current_password === "" ? t("required") : undefined,
    code: withCode && code.trim() === "" ? t("required") : undefined,
  }));
  const send = () => action(form.values.current_password, form.values.code.trim());
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(send)}
      noValidate
      className="flex max-w-md flex-col gap-4"
    >
      <h3 className="font-medium">{t("prove")}</h3>
      <div ref={within}>
        <TextInput
          {...form.field("current_password")}
          label={t("current_password")}
          type="password"
          autoComplete="current-password"
          required
        />
      </div>
      {withCode && (
        <TextInput
          {...form.field("code")}
          label={t("code")}
          hint={t("code_or_recovery")}
          dir="ltr"
          autoComplete="one-time-code"
          spellCheck={false}
          required
        />
      )}
      <Failure of={form.elsewhere} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" loading={form.busy} loadingLabel={t("saving")}>
          {submit}
        </Button>
        <Button onClick={cancel}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

/** The QR code for the app, and the field for the code that proves it was scanned. */
function Scan({
  setup,
  done,
  cancel,
}: {
  setup: FactorSetup;
  done: (codes: readonly string[]) => void;
  cancel: () => void;
}) {
  const { t } = useTranslation("auth");
  const within = useFocusOn<HTMLDivElement>("input");
  const form = useFields({ code: "" });
  const send = async () => done(await confirmSecondFactor(form.values.code.trim()));
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(send)}
      noValidate
      className="flex max-w-md flex-col gap-4"
    >
      <p className="text-pretty">{t("scan")}</p>
      <QrCode rows={setup.qr} label={t("qr")} />
      <p className="text-sm text-muted">
        {t("key")}
        <Ltr className="block font-mono text-ink">
          {(setup.secret.match(/.{1,4}/g) ?? []).join(" ")}
        </Ltr>
      </p>
      <div ref={within}>
        <TextInput
          {...form.field("code")}
          label={t("confirm_code")}
          hint={t("code_hint")}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      </div>
      <Failure of={form.elsewhere} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" loading={form.busy} loadingLabel={t("saving")}>
          {t("confirm")}
        </Button>
        <Button onClick={cancel}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

/** Recovery codes, which are shown once. */
function Codes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const { t } = useTranslation("auth");
  const within = useFocusOn<HTMLDivElement>("button");
  return (
    <div ref={within} className="flex max-w-md flex-col gap-4">
      <Notice tone="warning" title={t("save_codes")} live>
        {t("save_codes_text")}
      </Notice>
      <ul className="grid grid-cols-2 gap-2 rounded-control bg-tint p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="primary" onClick={done}>
          {t("codes_saved")}
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          {t("print")}
        </Button>
      </div>
    </div>
  );
}
