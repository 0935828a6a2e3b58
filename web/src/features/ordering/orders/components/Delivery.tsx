import type { Order } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { AddressLines } from "../../../../shop/addresses/AddressLines";

/** The address, the payment, and the customer's notes. */
export function Delivery({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { address } = order;
  const pickup = order.fulfilment === "pickup";
  return (
    <dl className="grid gap-4">
      <div>
        <dt className="text-sm text-muted">{t(pickup ? "orders:collect_from" : "orders:to")}</dt>
        <dd>
          <p className="font-medium">
            <bdi>{pickup ? order.branch.name : address.contact_name || address.name}</bdi>
          </p>
          {pickup ? (
            <p>
              <bdi>
                <Words>{order.branch.address}</Words>
              </bdi>
            </p>
          ) : (
            <AddressLines address={address} />
          )}
          {address.phone && !pickup && (
            <p className="text-sm text-muted">
              <bdi dir="ltr">{format.phone(address.phone)}</bdi>
            </p>
          )}
        </dd>
      </div>
      {order.courier && order.delivered_at !== null && (
        <div>
          <dt className="text-sm text-muted">{t("orders:courier")}</dt>
          <dd>
            <bdi>{order.courier.name}</bdi>
          </dd>
        </div>
      )}
      <div>
        <dt className="text-sm text-muted">{t("orders:payment")}</dt>
        <dd>
          {order.payment_method === "wallet"
            ? order.paid_by.length === 1
              ? order.paid_by[0]?.label
              : t("orders:by_wallet")
            : t(order.payment_method === "card" ? "orders:by_card" : "orders:in_cash")}{" "}
          ·{" "}
          {t(
            pickup && order.payment_state === "due"
              ? "orders:payment_due_pickup"
              : `orders:payment_${order.payment_state}`,
          )}
          {order.paid_by.length > 1 && (
            <ul className="text-sm text-muted">
              {order.paid_by.map((one) => (
                <li key={one.kind}>
                  {one.label} <bdi>{format.money(one.amount, order.currency)}</bdi>
                  {one.points > 0 &&
                    ` (${t("orders:points", { count: one.points, points: format.number(one.points) })})`}
                  {!one.paid && ` · ${t("orders:to_pay")}`}
                </li>
              ))}
            </ul>
          )}
          {order.given_back > 0 && order.payment_state !== "refunding" && (
            <span className="block text-sm text-muted">
              {t("orders:given_back", { amount: format.money(order.given_back, order.currency) })}
            </span>
          )}
          {order.change_for !== null && order.due > 0 && (
            <span className="block text-sm text-muted">
              {t("orders:change_for", { amount: format.money(order.change_for, order.currency) })}
            </span>
          )}
        </dd>
      </div>
      {order.note && (
        <div>
          <dt className="text-sm text-muted">{t("orders:note_label")}</dt>
          <dd>
            <bdi>{order.note}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
