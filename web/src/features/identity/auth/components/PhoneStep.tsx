import { type FormEvent, useState } from "react";
import type { CodeSent } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { type Method, sendCode } from "../../../../shop/signIn/api";
import { phoneDigits } from "../../../../shop/signIn/model";
import { useHeldBack } from "../../../../shop/signIn/useHeldBack";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Failure } from "../../../../ui/Failure";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { useWrongPhone } from "../useWrongPhone";
import { PhoneField, type PhoneFieldProps } from "./PhoneField";

export interface PhoneStepProps extends Omit<PhoneFieldProps, "error"> {
  /** The reason why signing in is needed. */
  why?: string | undefined;
  /** The channels that reach this country's phones; undefined while loading. */
  methods: readonly Method[] | undefined;
  methodsFailed: boolean;
  /** Advice that depends on why loading failed. */
  methodsHint?: string | undefined;
  onRetryMethods: () => void;
  onSent: (answer: CodeSent, method: Method) => void;
  onPassword: () => void;
}

/** The phone number, and the channel for its code. */
export function PhoneStep({
  why,
  methods,
  methodsFailed,
  methodsHint,
  onRetryMethods,
  onSent,
  onPassword,
  ...field
}: PhoneStepProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Method | null>(null);
  const wrongPhone = useWrongPhone(field);
  const form = useFields({ phone: "" }, () => ({ phone: wrongPhone }));
  const busy = form.busy ? way : null;
  const held = useHeldBack(form.failure);

  async function send(method: Method) {
    setWay(method);
    await form.submit(async () =>
      onSent(await sendCode(field.code, phoneDigits(field.phone), method), method),
    )();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const first = methods?.[0];
    if (first && !held) void send(first);
  }
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {why && <p className="font-medium text-pretty">{why}</p>}
      <p className="text-muted text-pretty">{t("auth:intro")}</p>
      <PhoneField {...field} onTyped={form.forget} error={form.error("phone")} />
      <Failure of={form.elsewhere} />
      {methodsFailed && !methods ? (
        <Notice
          tone="trouble"
          action={
            <Button size="sm" onClick={onRetryMethods}>
              {t("auth:retry")}
            </Button>
          }
        >
          {t("auth:methods_failed")} {methodsHint}
        </Notice>
      ) : methods ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm text-muted">{t("auth:method")}</legend>
          {methods.map((method, place) => (
            <Button
              key={method}
              type={place === 0 ? "submit" : "button"}
              variant={place === 0 ? "primary" : "soft"}
              icon={method === "sms" ? "mail" : "chat"}
              wide
              loading={busy === method}
              disabled={held || (busy !== null && busy !== method)}
              onClick={place === 0 ? undefined : () => void send(method)}
            >
              {t(`auth:method_${method}`)}
            </Button>
          ))}
          {methods.length === 0 && (
            <Notice
              tone="trouble"
              action={
                <ButtonLink to={paths.contactUs} size="sm">
                  {t("auth:write_to_us")}
                </ButtonLink>
              }
            >
              {t("auth:no_method")}
            </Notice>
          )}
        </fieldset>
      ) : (
        <Skeleton shape="button" className="w-full" />
      )}
      <p className="text-center">
        <button
          type="button"
          onClick={onPassword}
          className="min-h-11 text-go-text underline underline-offset-4"
        >
          {t("auth:with_password")}
        </button>
      </p>
      <p className="text-center text-sm text-muted">
        <Link to="/account/information/privacy" newTab aria-label={t("auth:privacy")}>
          {t("auth:privacy_link")}
        </Link>
      </p>
    </form>
  );
}
