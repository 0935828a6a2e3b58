import { useTranslation } from "../../../../lib/translation";
import { AfterWait } from "../../../../shop/signIn/AfterWait";
import type { Method } from "../../../../shop/signIn/api";
import { Button } from "../../../../ui/Button";
import { Failure } from "../../../../ui/Failure";

export interface ResendProps {
  /** Seconds until another code can be requested. */
  wait: number;
  /** The channel of the last code. */
  method: Method;
  methods: readonly Method[];
  busy: boolean;
  /** The error of the last attempt. */
  failure: unknown;
  onResend: (by: Method) => void;
}

/**
 * Requests another code after a while, by the same channel or another one. Use the time at which the
 * code was sent as its key.
 */
export function Resend({ wait, method, methods, busy, failure, onResend }: ResendProps) {
  const { t } = useTranslation();
  return (
    <>
      <Failure of={failure} />
      <div className="flex min-h-11 flex-wrap items-center justify-center gap-2">
        <AfterWait seconds={wait} refused={failure}>
          <Button variant="quiet" icon="refresh" disabled={busy} onClick={() => onResend(method)}>
            {t("auth:resend")}
          </Button>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="quiet" disabled={busy} onClick={() => onResend(other)}>
                {t(`auth:instead_${other}`)}
              </Button>
            ))}
        </AfterWait>
      </div>
    </>
  );
}
