import type { Order } from "../../../api/types";
import { useNow } from "../../../lib/now";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { minutesFrom, promiseOf } from "../model";

/** When it comes or is ready, against now: "in 25 minutes, by 8:40 PM", or how late it is. */
export function PromiseLine({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const promise = promiseOf(order, useNow());
  const pickup = order.fulfilment === "pickup";
  switch (promise.kind) {
    case "none":
      return null;
    case "window":
      return (
        <p className="text-lg leading-snug text-balance">
          {t(pickup ? "orders:promise_ready_window" : "orders:promise_window", {
            day: format.day(promise.from),
            from: format.time(promise.from),
            to: format.time(promise.to),
          })}
        </p>
      );
    case "day":
      return (
        <p className="text-lg leading-snug text-balance">
          {t("orders:promise_day", { day: format.day(promise.at) })}
        </p>
      );
    case "ahead":
      return (
        <p className="text-lg leading-snug text-balance">
          {t(pickup ? "orders:promise_ready" : "orders:promise_ahead", {
            duration: format.duration(promise.minutes),
            time: format.dayTime(promise.at),
          })}
        </p>
      );
    case "late":
      return (
        <>
          <p className="text-lg leading-snug font-medium text-balance">
            <Expected at={order.expected_at} />
          </p>
          <p className="leading-snug text-pretty">
            {t("orders:promise_late", {
              duration: format.duration(promise.minutes),
              time: format.dayTime(promise.at),
            })}
          </p>
        </>
      );
  }
}

/** When a late order is expected now; nothing is made up where the server does not say. */
function Expected({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const expected = at === null ? 0 : Date.parse(at);
  // Within its own minute it has not passed: the next estimate is asked for meanwhile.
  return minutesFrom(useNow(), expected) >= 0
    ? t("orders:late_expected", { time: format.dayTime(expected) })
    : t("orders:late_unknown");
}
