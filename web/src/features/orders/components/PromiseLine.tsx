import type { Order } from "../../../api/types";
import { useNow } from "../../../lib/now";
import { paths } from "../../../lib/paths";
import { Trans, useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Link } from "../../../ui/Link";
import { promiseOf } from "../model";

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
          <p className="text-lg leading-snug text-balance text-trouble-text">
            {t("orders:promise_late", {
              duration: format.duration(promise.minutes),
              time: format.dayTime(promise.at),
            })}
          </p>
          <WhenNow order={order} />
        </>
      );
  }
}

/** Of a late order: when it is expected now, or who can say. */
function WhenNow({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const expected = order.expected_at ? Date.parse(order.expected_at) : 0;
  if (expected > useNow()) {
    return (
      <p className="text-lg leading-snug font-medium">
        {t("orders:late_expected", { time: format.dayTime(expected) })}
      </p>
    );
  }
  const courier = order.courier?.phone;
  const call = courier || order.branch.phone;
  return (
    <p className="text-pretty">
      <Trans
        t={t}
        i18nKey={`orders:late_${call ? (courier ? "courier" : "branch") : "help"}`}
        components={{ ask: <Link to={call ? `tel:${call}` : paths.helpWith(order.id)} /> }}
      />
    </p>
  );
}
