import { useState } from "react";
import type { CodeSent, SignedIn } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { type Method, sendCode, verifyCode } from "../../../../shop/signIn/api";
import { phoneDigits } from "../../../../shop/signIn/model";
import { Button } from "../../../../ui/Button";
import { CodeInput } from "../../../../ui/CodeInput";
import { Ltr } from "../../../../ui/Ltr";
import { Resend } from "./Resend";

export interface CodeStepProps {
  sent: CodeSent;
  method: Method;
  methods: readonly Method[];
  code: string;
  phone: string;
  onSent: (answer: CodeSent, method: Method) => void;
  onVerified: (answer: SignedIn) => void;
  onBack: () => void;
}

/** The four digits from a message. It submits itself; after a while another code can be requested. */
export function CodeStep({
  sent,
  method,
  methods,
  code,
  phone,
  onSent,
  onVerified,
  onBack,
}: CodeStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const check = useAction();
  const again = useAction();
  const busy = check.busy || again.busy;

  async function verify(figures: string) {
    if (busy) return;
    await check.run(async () => onVerified(await verifyCode(sent.phone, figures, sent.challenge)), {
      failed: () => setTyped(""),
    });
  }

  async function resend(by: Method) {
    await again.run(async () =>
      onSent(await sendCode(code, phoneDigits(phone), by, sent.challenge), by),
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.length === 4) void verify(typed);
      }}
      className="flex flex-col gap-5"
    >
      <p className="text-center text-muted text-pretty">
        {t(sent.by_hand ? "auth:sent_by_hand" : `auth:sent_${method}`)}{" "}
        <Ltr>{format.phone(sent.phone)}</Ltr>{" "}
        <button
          type="button"
          onClick={onBack}
          className="min-h-11 px-1 text-go-text underline underline-offset-4"
        >
          {t("auth:change_phone")}
        </button>
      </p>
      <CodeInput
        label={t("auth:code")}
        value={typed}
        onValueChange={(next) => {
          setTyped(next);
          check.forget();
        }}
        onComplete={(figures) => void verify(figures)}
        format={(figure) => format.number(Number(figure))}
        error={check.problem ?? undefined}
        readOnly={busy}
        autoFocus
      />
      <Button
        type="submit"
        variant="primary"
        wide
        loading={busy}
        loadingLabel={t("auth:checking")}
        disabled={typed.length < 4 && !busy}
      >
        {t("auth:continue")}
      </Button>
      <Resend
        wait={sent.resend_after}
        method={method}
        methods={methods}
        busy={busy}
        failure={again.failure}
        onResend={(by) => void resend(by)}
      />
    </form>
  );
}
