import type { Order } from "../../../../api/types";
import { capital } from "../../../../lib/format/capital";
import { useNow } from "../../../../lib/now";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { expectedOf, promiseOf } from "../model";

/**
 * The time at which the order arrives or is ready, relative to now: "in 25 minutes, by 8:40 PM", or how
 * late it is or will be; after the delivery, the time of arrival.
 */
export function PromiseLine({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const promise = promiseOf(order, now);
  const pickup = order.fulfilment === "pickup";
  const expected = expectedOf(order, now);
  if (promise.kind === "none") {
    return order.status === "delivered" && order.delivered_at !== null ? (
      <Arrived at={Date.parse(order.delivered_at)} />
    ) : null;
  }
  if (promise.kind === "late" || expected !== null) {
    const due = format.dayTime(Date.parse(order.promised_at));
    const late = promise.kind === "late" ? format.duration(promise.minutes) : null;
    return (
      <>
        <p className="text-lg leading-snug font-medium text-balance">
          {expected === null
            ? t("orders:late_unknown")
            : t("orders:late_expected", { time: format.dayTime(expected), due })}
        </p>
        <p className="leading-snug text-pretty">
          {late === null
            ? t("orders:late_ahead")
            : t(expected === null ? "orders:promise_late" : "orders:late_by", {
                duration: late,
                time: due,
              })}
        </p>
      </>
    );
  }
  const words = () => {
    switch (promise.kind) {
      case "window":
        return t(pickup ? "orders:promise_ready_window" : "orders:promise_window", {
          day: format.day(promise.from),
          from: format.time(promise.from),
          to: format.time(promise.to),
        });
      case "day":
        return t("orders:promise_day", { day: format.day(promise.at) });
      case "by":
        return t("orders:promise_by", { time: format.dayTime(promise.at) });
      case "ahead":
        return t(pickup ? "orders:promise_ready" : "orders:promise_ahead", {
          duration: format.duration(promise.minutes),
          time: format.dayTime(promise.at),
        });
    }
  };
  return <p className="text-lg leading-snug text-balance">{words()}</p>;
}

function Arrived({ at }: { at: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className="text-lg leading-snug">
      {t("orders:arrived", { day: capital(format.day(at)), time: format.time(at) })}
    </p>
  );
}
