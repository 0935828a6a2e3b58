import { useTranslation } from "react-i18next";
import type { Order } from "../../../api/types";
import { writeFigures } from "../../../lib/format/figures";
import { useScope } from "../../../lib/scope";
import { useFormat } from "../../../lib/useFormat";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Lattice } from "../../../ui/Lattice";

/** Who brings it, the code to say at the door, and what is to be paid there. */
export function AtTheDoor({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { figures } = useScope();
  const { pin, courier } = order;
  if (pin === null && courier === null) return null;
  const cash = order.payment_method === "cod" && order.due > 0;
  return (
    <Card as="section" aria-label={t("orders:door")} className="overflow-hidden">
      <Lattice size={48} fade="start" />
      <div className="relative flex flex-wrap items-center justify-between gap-5">
        {pin !== null && (
          <div>
            <p className="text-sm text-muted">{t("orders:pin")}</p>
            <p dir="ltr" className="text-4xl font-bold tracking-[0.25em] tabular-nums rtl:text-end">
              {writeFigures(pin, figures)}
            </p>
            <p className="text-sm text-muted">{t("orders:pin_text")}</p>
          </div>
        )}
        {courier && (
          <div className="flex items-center gap-3">
            <span className="flex size-12 items-center justify-center rounded-full bg-go-soft text-go-text">
              <Icon name="moped" size={28} />
            </span>
            <div>
              <p className="text-sm text-muted">{t("orders:courier")}</p>
              <p className="font-semibold">
                <bdi>{courier.name}</bdi>
              </p>
            </div>
            {courier.phone && (
              <ButtonLink to={`tel:${courier.phone}`} icon="phone" size="sm">
                {t("orders:call_courier")}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {cash && (
        <p className="relative mt-4 flex items-center gap-2 border-t border-line pt-4">
          <Icon name="cash" />
          {t("orders:pay_at_door", { amount: format.money(order.due, order.currency) })}
        </p>
      )}
    </Card>
  );
}
