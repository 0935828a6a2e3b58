import { writeFigures } from "../../../../../lib/format/figures";
import { useNow } from "../../../../../lib/now";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Countdown } from "../../../../../ui/Countdown";
import { cx } from "../../../../../ui/cx";
import { Icon } from "../../../../../ui/Icon";
import { clockLeft } from "../model";

/** Below this number of seconds, the time to accept is marked as short. */
const short = 120;

/** How long an order can still be accepted before it is rejected automatically. */
export function AcceptBy({ until }: { until: string }) {
  const { t } = useTranslation("orders");
  const { figures } = useScope();
  const now = useNow();
  const at = Date.parse(until);
  const left = (at - now) / 1000;
  return (
    <p
      className={cx(
        "flex items-center gap-1.5 text-sm font-medium",
        left <= short && "text-trouble-text",
      )}
    >
      <Icon name="clock" size={18} />
      {left <= 0 ? (
        t("accept_over")
      ) : (
        <span>
          {t("accept_within")}{" "}
          <Countdown
            until={at}
            now={now}
            className="font-semibold tabular-nums"
            format={(seconds) => writeFigures(clockLeft(seconds), figures)}
          />
        </span>
      )}
    </p>
  );
}
