import type { ReactNode } from "react";
import { mapLink } from "../../../../../lib/mapLink";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { Card } from "../../../../../ui/Card";
import { cx } from "../../../../../ui/cx";
import { Icon, type IconName } from "../../../../../ui/Icon";
import { Link } from "../../../../../ui/Link";
import { Notice } from "../../../../../ui/Notice";
import { SumList } from "../../../../../ui/SumList";
import { LateCredit } from "../../components/LateCredit";
import type { ConsoleOrder } from "../api";
import { addressLines } from "../model";

interface PartProps {
  icon: IconName;
  title: string;
  className?: string;
  children: ReactNode;
}

function Part({ icon, title, className, children }: PartProps) {
  return (
    <Card as="section" className={cx("flex flex-col gap-2", className)}>
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name={icon} className="text-go-text" />
        <Isolate>{title}</Isolate>
      </h2>
      {children}
    </Card>
  );
}

/** The customer, and the phone number to reach them. */
export function Customer({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { phone } = useFormat();
  const { customer, note } = order;
  return (
    <Part icon="user" title={t("customer")}>
      <p className="font-medium">
        <bdi>{customer.name}</bdi>
      </p>
      <ButtonLink to={`tel:${customer.phone}`} icon="phone" variant="soft" className="self-start">
        {t("call", { phone: phone(customer.phone) })}
      </ButtonLink>
      {note && (
        <Notice tone="warning" icon="chat" title={t("order_note")}>
          <bdi>{note}</bdi>
        </Notice>
      )}
    </Part>
  );
}

/** The delivery address for the courier, with landmark and pin. */
export function Address({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { list, phone, words } = useFormat();
  const { address, customer } = order;
  return (
    <Part icon="pin" title={t("address")}>
      <address className="flex flex-col gap-1 not-italic">
        {address.contact_name && address.contact_name !== customer.name && (
          <p>
            <bdi>{address.contact_name}</bdi>
          </p>
        )}
        {addressLines(address, t, list).map((line) => (
          <p key={line}>{words(line)}</p>
        ))}
        {address.landmark && (
          <p className="mt-1 rounded-control bg-saffron-soft px-3 py-2 font-medium">
            {t("landmark", { landmark: words(address.landmark) })}
          </p>
        )}
        {address.phone && address.phone !== customer.phone && (
          <Link to={`tel:${address.phone}`} className="inline-flex min-h-11 items-center">
            {phone(address.phone)}
          </Link>
        )}
      </address>
      {mapLink(address) && (
        <Link
          to={mapLink(address)}
          newTab
          className="inline-flex min-h-11 items-center gap-1.5 self-start"
        >
          {t("map")}
          <Icon name="external" size={18} />
        </Link>
      )}
    </Part>
  );
}

/** The promised time, and any delays or failed attempts so far. */
export function Delivery({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { dayTime } = useFormat();
  const at = (text: string) => dayTime(Date.parse(text));
  const pickup = order.fulfilment === "pickup";
  return (
    <Part icon={pickup ? "store" : "moped"} title={t(pickup ? "pickup" : "delivery")}>
      <p>{t("ordered_at", { time: at(order.created_at) })}</p>
      {order.scheduled ? (
        <p className="font-medium">
          {t("scheduled", { from: at(order.scheduled.from), until: at(order.scheduled.to) })}
        </p>
      ) : (
        <p className="font-medium">
          {t(pickup ? "ready_by" : "promised", { time: at(order.promised_at) })}
        </p>
      )}
      <LateCredit order={order} />
      {order.courier && <p>{t("courier", { name: order.courier.name })}</p>}
      {order.attempts > 0 && !pickup && (
        <p className="text-trouble-text">{t("attempts", { count: order.attempts })}</p>
      )}
    </Part>
  );
}

/** The amount to collect, and the calculation of the total. */
export function Payment({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { money } = useFormat();
  const amount = (value: number) => money(value, order.currency);
  return (
    <Part icon={order.payment_method === "cod" ? "cash" : "card"} title={t("payment")}>
      <p>
        {order.payment_label}
        {t("comma")}
        {order.payment_state_label}
      </p>
      <SumList
        lines={[
          ...order.steps
            // These sums have separate lines below.
            .filter(({ code }) => !["total", "due", "tax_included"].includes(code))
            .map((step) => ({
              id: step.code,
              label: step.label,
              value: amount(step.amount),
              note: step.detail,
              tone: step.amount < 0 ? ("less" as const) : ("plain" as const),
            })),
          {
            id: "total",
            label: t("total"),
            value: amount(order.total),
            // The total includes the tax: a separate line above it would look like an addition.
            note: order.tax > 0 ? t("vat_of_total", { amount: amount(order.tax) }) : undefined,
            tone: "total" as const,
          },
          ...(order.paid > 0 ? [{ id: "paid", label: t("paid"), value: amount(order.paid) }] : []),
          ...(order.due > 0
            ? [{ id: "due", label: t("due"), value: amount(order.due), tone: "total" as const }]
            : []),
        ]}
      />
      {order.change_for !== null && order.due > 0 && (
        <Notice tone="warning" icon="cash">
          {t("change_for", { amount: amount(order.change_for) })}
        </Notice>
      )}
    </Part>
  );
}

/** The shop's margin on the items, for staff who may see cost prices. */
export function OrderMargin({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { money, number } = useFormat();
  const { margin } = order;
  if (!margin) return null;
  const amount = (value: number) => money(value, order.currency);
  return (
    // The printed sheet accompanies the items to the picker, the courier and the customer, so it must not show the
    // margin.
    <Part icon="wallet" title={t("margin")} className="print:hidden">
      <SumList
        lines={[
          {
            id: "net",
            label: t(order.tax > 0 ? "margin_net" : "margin_goods"),
            value: amount(margin.net),
          },
          { id: "cost", label: t("margin_cost"), value: amount(-margin.cost), tone: "less" },
          {
            id: "margin",
            label: t("margin"),
            value: amount(margin.margin),
            note: t("share", { percent: number(Math.round(margin.share / 100)) }),
            tone: "total",
          },
        ]}
      />
      <p className="text-sm text-muted">
        {margin.known < margin.lines &&
          `${t("margin_known", { known: margin.known, count: margin.lines })} `}
        {t("margin_text")}
      </p>
    </Part>
  );
}
