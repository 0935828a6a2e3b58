import type { Order } from "../../../../api/types";
import { writeFigures } from "../../../../lib/format/figures";
import { mapLink } from "../../../../lib/mapLink";
import { useNow } from "../../../../lib/now";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Icon } from "../../../../ui/Icon";
import { Lattice } from "../../../../ui/Lattice";
import { Link } from "../../../../ui/Link";
import { cashToHave } from "../cashToHave";
import { callsBranchAtDoor, minutesLate } from "../model";

/** The courier or the branch, the code to give them, and the amount to pay there. */
export function AtTheDoor({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { figures } = useScope();
  const now = useNow();
  const { pin, courier } = order;
  const pickup = order.fulfilment === "pickup";
  // After the delivery, the courier is shown with the address instead.
  if (pin === null && (courier === null || order.delivered_at !== null)) return null;
  // A late order shows this call above, in LateHelp.
  const call =
    minutesLate(order, now) === 0
      ? courier?.phone || (callsBranchAtDoor(order) ? order.branch.phone : "")
      : "";
  const cash = order.payment_method === "cod" && order.due > 0;
  return (
    <Card
      as="section"
      aria-label={t(pickup ? "orders:counter" : "orders:door")}
      className="overflow-hidden"
    >
      <Lattice size={48} fade="start" />
      <div className="relative flex flex-wrap items-center justify-between gap-5">
        {pin !== null && (
          <div>
            <p className="text-sm text-muted">{t(pickup ? "orders:pin_pickup" : "orders:pin")}</p>
            <p dir="ltr" className="text-4xl font-bold tracking-[0.25em] tabular-nums rtl:text-end">
              {writeFigures(pin, figures)}
            </p>
            <p className="text-sm text-muted">
              {t(pickup ? "orders:pin_text_pickup" : "orders:pin_text")}
            </p>
          </div>
        )}
        {pickup && (
          <div className="min-w-0">
            <p className="text-sm text-muted">{t("orders:collect_from")}</p>
            <p className="font-semibold">
              <Isolate>{order.branch.name}</Isolate>
            </p>
            <p>
              <Words>{order.branch.address}</Words>
            </p>
            <Link
              to={mapLink(order.branch)}
              newTab
              className="inline-flex min-h-11 items-center gap-1.5"
            >
              {t("orders:map")}
              <Icon name="external" size={18} />
            </Link>
          </div>
        )}
        {courier && (
          <div className="flex grow items-center gap-3 sm:grow-0">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-go-soft text-go-text">
              <Icon name="moped" size={28} />
            </span>
            <div className="min-w-0 flex-1">
              <p className="text-sm text-muted">{t("orders:courier")}</p>
              <p className="font-semibold">
                <bdi>{courier.name}</bdi>
              </p>
            </div>
            {call && (
              <ButtonLink
                to={`tel:${call}`}
                icon="phone"
                size="sm"
                aria-label={courier.phone ? t("orders:call_courier") : undefined}
                className="shrink-0"
              >
                {t(courier.phone ? "orders:call" : "orders:call_branch")}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {cash && (
        <p className="relative mt-4 flex items-center gap-2 border-t border-line pt-4">
          <Icon name="cash" />
          {cashToHave(order, t, format)}
        </p>
      )}
    </Card>
  );
}
