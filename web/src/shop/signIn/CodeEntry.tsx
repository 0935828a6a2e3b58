import { type ReactNode, useState } from "react";
import { errorText } from "../../api/errors";
import type { CodeTimes } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { CodeInput } from "../../ui/CodeInput";
import { Notice } from "../../ui/Notice";
import { AfterWait } from "./AfterWait";

export interface CodeEntryProps {
  sent: CodeTimes;
  /** Where it was sent. */
  where: ReactNode;
  /** Sends what was typed; throws what the server refused. */
  onCode: (code: string) => Promise<void>;
  /** Sends another one. */
  onResend: () => Promise<void>;
  autoFocus?: boolean;
}

/**
 * Four figures that prove something: sends itself, says what was wrong, and after a while another
 * code can be asked for. Give it a key of the moment the code was sent.
 */
export function CodeEntry({ sent, where, onCode, onResend, autoFocus = true }: CodeEntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [resendProblem, setResendProblem] = useState<string | null>(null);

  async function run(action: () => Promise<void>, failed: (text: string | null) => void) {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setResendProblem(null);
    try {
      await action();
    } catch (error) {
      failed(errorText(error, t, { inPlace: true }));
    } finally {
      setBusy(false);
    }
  }
  const send = (code: string) =>
    void run(
      () => onCode(code),
      (text) => {
        setTyped("");
        setProblem(text ?? undefined);
      },
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-muted text-pretty">{where}</p>
      <CodeInput
        label={t("auth:code")}
        value={typed}
        onValueChange={(next) => {
          setTyped(next);
          setProblem(undefined);
        }}
        onComplete={send}
        format={(figure) => format.number(Number(figure))}
        error={problem}
        readOnly={busy}
        autoFocus={autoFocus}
      />
      {resendProblem && (
        <Notice tone="trouble" live>
          {resendProblem}
        </Notice>
      )}
      <div className="flex min-h-11 items-center justify-center">
        <AfterWait seconds={sent.resend_after}>
          <Button
            variant="quiet"
            icon="refresh"
            loading={busy}
            onClick={() => void run(onResend, setResendProblem)}
          >
            {t("auth:resend")}
          </Button>
        </AfterWait>
      </div>
    </div>
  );
}
