import { type FormEvent, useRef, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import type { CodeSent } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { shopToasts } from "../../../shop/cart/notification";
import { forgetPassword, type Method, resetPassword } from "../../../shop/signIn/api";
import {
  codeLength,
  isMobile,
  noPasswords,
  type Passwords,
  phoneDigits,
  wrongPasswords,
} from "../../../shop/signIn/model";
import { NewPassword } from "../../../shop/signIn/NewPassword";
import { Button } from "../../../ui/Button";
import { CodeInput } from "../../../ui/CodeInput";
import { Failure } from "../../../ui/Failure";
import { Ltr } from "../../../ui/Ltr";
import { Notice } from "../../../ui/Notice";
import { PhoneField, type PhoneFieldProps } from "./PhoneField";
import { Resend } from "./Resend";

export interface ForgotStepProps extends Omit<PhoneFieldProps, "error"> {
  methods: readonly Method[];
  onBack: () => void;
  /** The new password is set. */
  onDone: () => void;
}

interface Sent {
  answer: CodeSent;
  method: Method;
  at: number;
}

/** A forgotten password: a code to the phone, then code and new password in one form. */
export function ForgotStep({ methods, onBack, onDone, ...field }: ForgotStepProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent | null>(null);
  const [busy, setBusy] = useState<Method | null>(null);
  const [phoneError, setPhoneError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);

  async function send(method: Method) {
    setProblem(null);
    if (phoneDigits(field.phone) === "") return setPhoneError(t("auth:required"));
    if (!isMobile(field.code, field.phone)) return setPhoneError(t("auth:phone_invalid"));
    setPhoneError(undefined);
    setBusy(method);
    try {
      const { data, message } = await forgetPassword(
        field.code,
        phoneDigits(field.phone),
        method,
        sent?.answer.challenge,
      );
      setSent({ answer: data, method, at: Date.now() });
      shopToasts.show({ text: message, tone: "success" });
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
    } finally {
      setBusy(null);
    }
  }
  if (sent) {
    return (
      <ResetForm
        sent={sent}
        countryCode={field.code}
        methods={methods}
        sending={busy !== null}
        problem={problem}
        onResend={(method) => void send(method)}
        onBack={onBack}
        onDone={onDone}
      />
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(methods[0] ?? "sms");
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      <p className="text-muted text-pretty">{t("auth:forgot_intro")}</p>
      <PhoneField {...field} error={phoneError} />
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {methods.map((method, place) => (
        <Button
          key={method}
          type={place === 0 ? "submit" : "button"}
          variant={place === 0 ? "primary" : "soft"}
          wide
          loading={busy === method}
          loadingLabel={t("auth:checking")}
          onClick={place === 0 ? undefined : () => void send(method)}
        >
          {t(`auth:method_${method}`)}
        </Button>
      ))}
      <Button variant="quiet" wide onClick={onBack}>
        {t("auth:back_to_password")}
      </Button>
    </form>
  );
}

function ResetForm({
  sent: { answer, method, at },
  countryCode,
  methods,
  sending,
  problem,
  onResend,
  onBack,
  onDone,
}: {
  sent: Sent;
  countryCode: string;
  methods: readonly Method[];
  /** Another code is being sent. */
  sending: boolean;
  /** Why another code was not sent. */
  problem: string | null;
  onResend: (method: Method) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState("");
  const [passwords, setPasswords] = useState<Passwords>(noPasswords);
  const [tried, setTried] = useState(false);
  const { busy, failure, run, forget } = useAction();
  const refused = failure instanceof ApiError ? failure : null;
  const inField = ["code", "password", "password_confirmation"].some((one) => refused?.field(one));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (code.length < codeLength || Object.keys(wrongPasswords(passwords)).length > 0) return;
    await run(
      async () => {
        const { phone, challenge } = answer;
        const body = { country_code: countryCode, phone, code, challenge, ...passwords };
        shopToasts.show({ text: await resetPassword(body), tone: "success" });
        onDone();
      },
      {
        failed: (error) => {
          if (error instanceof ApiError && error.field("code")) setCode("");
        },
      },
    );
  }
  const codeGap = code === "" ? t("auth:required") : t("auth:too_short", { len: codeLength });
  const wrongCode = tried && code.length < codeLength ? codeGap : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-center text-muted text-pretty">
        {t(`auth:sent_${method}`)} <Ltr>{format.phone(answer.phone)}</Ltr>
      </p>
      <CodeInput
        label={t("auth:code")}
        value={code}
        onValueChange={setCode}
        onComplete={() => form.current?.querySelector<HTMLElement>("[type=password]")?.focus()}
        format={(figure) => format.number(Number(figure))}
        error={refused?.field("code") ?? wrongCode}
        autoFocus
      />
      <NewPassword
        value={passwords}
        onChange={setPasswords}
        tried={tried}
        refused={(field) => refused?.field(field)}
      />
      {!inField && <Failure of={failure} />}
      <Button type="submit" variant="primary" wide loading={busy} loadingLabel={t("auth:checking")}>
        {t("auth:set_password")}
      </Button>
      <Resend
        key={at}
        wait={answer.resend_after}
        method={method}
        methods={methods}
        busy={sending || busy}
        problem={problem}
        onResend={(by) => {
          setCode("");
          forget();
          onResend(by);
        }}
      />
      <Button variant="quiet" wide onClick={onBack}>
        {t("auth:back_to_password")}
      </Button>
    </form>
  );
}
