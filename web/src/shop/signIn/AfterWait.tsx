import { type ReactNode, useState } from "react";
import { clockOf } from "../../lib/format/dates";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Countdown } from "../../ui/Countdown";

/** How long it takes until another code can be asked for; then the ways to ask. */
export function AfterWait({ seconds, children }: { seconds: number; children: ReactNode }) {
  const { t } = useTranslation();
  const { figures } = useScope();
  const format = useFormat();
  const [over, setOver] = useState(seconds <= 0);
  const [began] = useState(() => Date.now());
  if (over) return children;
  return (
    <p className="text-muted">
      <Countdown
        now={began}
        until={began + seconds * 1000}
        format={(left) =>
          t("auth:resend_in", {
            time: left < 3_600 ? clockOf(left, figures) : format.duration(Math.ceil(left / 60)),
          })
        }
        onEnd={() => setOver(true)}
      />
    </p>
  );
}
