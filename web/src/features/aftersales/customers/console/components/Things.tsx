import type { ReactNode } from "react";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { Link } from "../../../../../ui/Link";
import { Ltr } from "../../../../../ui/Ltr";
import type { Customer } from "../api";

/** The customer's newest orders, returns and tickets, each with a link to its page. */
export function Things({ customer }: { customer: Customer }) {
  const { t } = useTranslation("customers");
  const format = useFormat();
  const { id, orders, returns, tickets } = customer;
  return (
    <>
      {orders && (
        <Part title={t("newest_orders")} none={t("no_orders")} empty={orders.length === 0}>
          {orders.map((order) => (
            <Line
              key={order.id}
              to={`/orders/${encodeURIComponent(order.id)}`}
              name={order.number}
              state={order.status_label}
            >
              <bdi>{order.branch.name}</bdi> · {format.date(Date.parse(order.created_at))} ·{" "}
              <bdi>{format.money(order.total, order.currency)}</bdi> · {order.payment_label}
            </Line>
          ))}
          {orders.length > 0 && (
            <ButtonLink
              to={`/all-orders?customer=${encodeURIComponent(id)}`}
              size="sm"
              className="self-start"
            >
              {t("all_orders")}
            </ButtonLink>
          )}
        </Part>
      )}
      {returns && (
        <Part title={t("returns")} none={t("no_returns")} empty={returns.length === 0}>
          {returns.map((one) => (
            <Line
              key={one.id}
              to={`/returns/${encodeURIComponent(one.id)}`}
              name={one.number}
              state={one.state_label}
            >
              {format.date(Date.parse(one.created_at))} ·{" "}
              <bdi>{format.money(one.refund, one.currency)}</bdi>
            </Line>
          ))}
        </Part>
      )}
      {tickets && (
        <Part title={t("tickets")} none={t("no_tickets")} empty={tickets.length === 0}>
          {tickets.map((one) => (
            <Line
              key={one.id}
              to={`/support/${encodeURIComponent(one.id)}`}
              name={one.number}
              state={one.state_label}
            >
              <bdi>{one.subject}</bdi> · {format.date(Date.parse(one.updated_at))}
            </Line>
          ))}
        </Part>
      )}
    </>
  );
}

function Part({
  title,
  none,
  empty,
  children,
}: {
  title: string;
  none: string;
  empty: boolean;
  children: ReactNode;
}) {
  return (
    <RecordSection title={title}>
      {empty ? (
        <p className="text-muted">{none}</p>
      ) : (
        <div className="flex flex-col gap-3">{children}</div>
      )}
    </RecordSection>
  );
}

function Line({
  to,
  name,
  state,
  children,
}: {
  to: string;
  name: string;
  state: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={to} className="inline-flex min-h-11 items-center font-medium">
        <Ltr>{name}</Ltr>
      </Link>
      <Badge>{state}</Badge>
      <span className="text-sm text-muted">{children}</span>
    </div>
  );
}
