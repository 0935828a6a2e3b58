import { useState } from "react";
import { ApiError } from "../../../../api/errors";
import type { CodeSent } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { shopToasts } from "../../../../shop/cart/notification";
import { forgetPassword, type Method, resetPassword } from "../../../../shop/signIn/api";
import {
  codeLength,
  noPasswords,
  phoneDigits,
  wrongPasswords,
} from "../../../../shop/signIn/model";
import { NewPassword } from "../../../../shop/signIn/NewPassword";
import { useHeldBack } from "../../../../shop/signIn/useHeldBack";
import { Button } from "../../../../ui/Button";
import { CodeInput } from "../../../../ui/CodeInput";
import { Failure } from "../../../../ui/Failure";
import { Ltr } from "../../../../ui/Ltr";
import { useWrongPhone } from "../useWrongPhone";
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

/** A forgotten password: sends a code to the phone, then asks for the code and a new password in one form. */
export function ForgotStep({ methods, onBack, onDone, ...field }: ForgotStepProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent | null>(null);
  const [way, setWay] = useState<Method>("sms");
  const wrongPhone = useWrongPhone(field);
  const form = useFields({ phone: "" }, () => ({ phone: wrongPhone }));
  const held = useHeldBack(form.failure);

  async function send(method: Method) {
    setWay(method);
    await form.submit(async () => {
      const { data, message } = await forgetPassword(
        field.code,
        phoneDigits(field.phone),
        method,
        sent?.answer.challenge,
      );
      setSent({ answer: data, method, at: Date.now() });
      shopToasts.show({ text: message, tone: "success" });
    })();
  }
  if (sent) {
    return (
      <ResetForm
        sent={sent}
        countryCode={field.code}
        methods={methods}
        sending={form.busy}
        failure={form.failure}
        onResend={(method) => void send(method)}
        onBack={onBack}
        onDone={onDone}
      />
    );
  }
  return (
    <form
      ref={form.ref}
      onSubmit={(event) => {
        event.preventDefault();
        if (!held) void send(methods[0] ?? "sms");
      }}
      noValidate
      className="flex flex-col gap-4"
    >
      <p className="text-muted text-pretty">{t("auth:forgot_intro")}</p>
      <PhoneField {...field} onTyped={form.forget} error={form.error("phone")} />
      <Failure of={form.elsewhere} />
      {methods.map((method, place) => (
        <Button
          key={method}
          type={place === 0 ? "submit" : "button"}
          variant={place === 0 ? "primary" : "soft"}
          wide
          loading={form.busy && way === method}
          loadingLabel={t("auth:checking")}
          disabled={held}
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
  failure,
  onResend,
  onBack,
  onDone,
}: {
  sent: Sent;
  countryCode: string;
  methods: readonly Method[];
  /** Another code is being sent. */
  sending: boolean;
  /** The error of sending another code. */
  failure: unknown;
  onResend: (method: Method) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const form = useFields({ code: "", ...noPasswords }, ({ code, ...passwords }) => {
    const { password, password_confirmation } = wrongPasswords(passwords);
    const codeGap = code === "" ? t("auth:required") : t("auth:too_short", { len: codeLength });
    return {
      code: code.length < codeLength ? codeGap : undefined,
      password: password && t(`auth:${password}`),
      password_confirmation: password_confirmation && t(`auth:${password_confirmation}`),
    };
  });

  async function set() {
    const { phone, challenge } = answer;
    const body = { country_code: countryCode, phone, challenge, ...form.values };
    shopToasts.show({ text: await resetPassword(body), tone: "success" });
    onDone();
  }
  const submit = form.submit(set, {
    failed: (error) => {
      if (error instanceof ApiError && error.field("code")) form.put({ code: "" });
    },
  });
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-center text-muted text-pretty">
        {t(`auth:sent_${method}`)} <Ltr>{format.phone(answer.phone)}</Ltr>
      </p>
      <CodeInput
        {...form.field("code")}
        label={t("auth:code")}
        onComplete={() => form.ref.current?.querySelector<HTMLElement>("[type=password]")?.focus()}
        format={(figure) => format.number(Number(figure))}
        autoFocus
      />
      <NewPassword field={form.field} />
      <Failure of={form.elsewhere} />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={form.busy}
        loadingLabel={t("auth:checking")}
      >
        {t("auth:set_password")}
      </Button>
      <Resend
        key={at}
        wait={answer.resend_after}
        method={method}
        methods={methods}
        busy={sending || form.busy}
        failure={failure}
        onResend={(by) => {
          form.put({ code: "" });
          form.forget();
          onResend(by);
        }}
      />
      <Button variant="quiet" wide onClick={onBack}>
        {t("auth:back_to_password")}
      </Button>
    </form>
  );
}
