import { type ReactNode, useState } from "react";
import type { CodeTimes } from "../../api/types";
import { useAction } from "../../api/useAction";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { CodeInput } from "../../ui/CodeInput";
import { Notice } from "../../ui/Notice";
import { AfterWait } from "./AfterWait";

export interface CodeEntryProps {
  sent: CodeTimes;
  /** The phone number or e-mail address to which the code was sent. */
  where: ReactNode;
  /** Sends the typed code; throws the server's refusal. */
  onCode: (code: string) => Promise<void>;
  /** Requests another code. */
  onResend: () => Promise<void>;
  autoFocus?: boolean;
}

/**
 * A field for a four-digit verification code. It submits itself, shows errors, and offers another code
 * after a while. Use the time at which the code was sent as its key.
 */
export function CodeEntry({ sent, where, onCode, onResend, autoFocus = true }: CodeEntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const check = useAction();
  const again = useAction();
  const busy = check.busy || again.busy;

  function send(code: string) {
    if (busy) return;
    again.forget();
    void check.run(() => onCode(code), { failed: () => setTyped("") });
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-muted text-pretty">{where}</p>
      <CodeInput
        label={t("auth:code")}
        value={typed}
        onValueChange={(next) => {
          setTyped(next);
          check.forget();
        }}
        onComplete={send}
        format={(figure) => format.number(Number(figure))}
        error={check.problem ?? undefined}
        readOnly={busy}
        autoFocus={autoFocus}
      />
      {again.problem && (
        <Notice tone="trouble" live>
          {again.problem}
        </Notice>
      )}
      <div className="flex min-h-11 items-center justify-center">
        <AfterWait seconds={sent.resend_after} refused={again.failure}>
          <Button
            variant="quiet"
            icon="refresh"
            loading={busy}
            onClick={() => {
              if (busy) return;
              check.forget();
              void again.run(onResend);
            }}
          >
            {t("auth:resend")}
          </Button>
        </AfterWait>
      </div>
    </div>
  );
}
