import { type ReactNode, useState } from "react";
import { clockOf } from "../../lib/format/dates";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Countdown } from "../../ui/Countdown";
import { waitOf } from "./useHeldBack";

export interface AfterWaitProps {
  /** The seconds to wait, counted from the first render. */
  seconds: number;
  /** The error of a later try, which may carry a new waiting time. */
  refused: unknown;
  children: ReactNode;
}

/** A countdown until another code can be requested; then the buttons that request one. */
export function AfterWait({ seconds, refused, children }: AfterWaitProps) {
  const { t } = useTranslation();
  const { figures } = useScope();
  const format = useFormat();
  const begin = (of: number) => ({ now: Date.now(), until: Date.now() + of * 1000 });
  const [wait, setWait] = useState(() => (seconds > 0 ? begin(seconds) : null));
  const [told, setTold] = useState(refused);
  if (told !== refused) {
    setTold(refused);
    const more = waitOf(refused);
    if (more !== null) setWait(begin(more));
  }
  if (wait === null) return children;
  return (
    <p className="text-muted">
      <Countdown
        {...wait}
        format={(left) =>
          t("auth:resend_in", {
            time: left < 3_600 ? clockOf(left, figures) : format.duration(Math.ceil(left / 60)),
          })
        }
        onEnd={() => setWait(null)}
      />
    </p>
  );
}
