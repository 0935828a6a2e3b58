import { writeFigures } from "../../../../../lib/format/figures";
import { useNow } from "../../../../../lib/now";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Badge } from "../../../../../ui/Badge";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { Card } from "../../../../../ui/Card";
import { cx } from "../../../../../ui/cx";
import { Icon } from "../../../../../ui/Icon";
import { Link } from "../../../../../ui/Link";
import { Ltr } from "../../../../../ui/Ltr";
import type { BoardOrder } from "../api";
import { isEnded, minutesLate } from "../model";
import type { Wish } from "../useMove";
import { AcceptBy } from "./AcceptBy";
import { CallBy, CallLink } from "./CallToConfirm";
import { MoveButtons } from "./MoveButtons";

export interface OrderCardProps {
  order: BoardOrder;
  /** Shows the branch, for boards of several branches. */
  showBranch: boolean;
  /** Shows the status, for columns with several. */
  statusLabel?: string | undefined;
  fresh: boolean;
  make: (wish: Wish) => Promise<void>;
  onMoving: () => void;
}

/** One order on the board: the customer, items, total, urgency, and its moves. */
export function OrderCard({
  order,
  showBranch,
  statusLabel,
  fresh,
  make,
  onMoving,
}: OrderCardProps) {
  const { t } = useTranslation("orders");
  const format = useFormat();
  const { figures } = useScope();
  const late = minutesLate(order, useNow());
  const promised = Date.parse(order.promised_at);
  const pickup = order.fulfilment === "pickup";
  const isLate = !isEnded(order.status) && (order.late || late > 0);
  return (
    <Card
      as="li"
      padding="sm"
      data-order={order.id}
      className={cx("flex flex-col gap-2", fresh && "ring-2 ring-go")}
    >
      <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-2">
        <Link
          to={`/orders/${encodeURIComponent(order.id)}`}
          look="quiet"
          data-order-link=""
          className="inline-flex min-h-11 items-center font-semibold"
        >
          <Ltr>{order.number}</Ltr>
        </Link>
        <span className="text-xs text-muted">{format.relative(Date.parse(order.created_at))}</span>
      </div>
      {(fresh || isLate || statusLabel || pickup || order.call) && (
        <p className="flex flex-wrap gap-1.5">
          {fresh && <Badge tone="good">{t("new")}</Badge>}
          {isLate && (
            <Badge tone="trouble" icon="alert">
              {late > 0 ? t("late_by", { time: format.duration(late) }) : t("late")}
            </Badge>
          )}
          {order.call && <Badge icon="phone">{t("call_title")}</Badge>}
          {pickup && <Badge icon="store">{t("pickup_badge")}</Badge>}
          {statusLabel && <Badge>{statusLabel}</Badge>}
        </p>
      )}
      <p className="text-sm">
        <bdi className="font-medium">{order.customer.name}</bdi>{" "}
        <span className="whitespace-nowrap text-muted">
          <Ltr>{writeFigures(order.customer.phone_masked, figures)}</Ltr>
        </span>
      </p>
      {showBranch && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Icon name="store" size={18} />
          <bdi>{order.branch.name}</bdi>
        </p>
      )}
      {order.area && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Icon name="pin" size={18} />
          <bdi>{order.area}</bdi>
        </p>
      )}
      <ul className="text-sm">
        {order.goods.map(({ name, qty, unit_grams, note }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same; their order is fixed.
          <li key={place}>
            <bdi className="line-clamp-2">
              {t(unit_grams > 0 ? "goods_weight" : "goods_line", {
                amount: format.amount(qty, unit_grams),
                name,
              })}
            </bdi>
            {note && <Note text={note} />}
            {place === order.goods.length - 1 && order.goods_more > 0 && (
              <span className="text-muted">{t("goods_more", { count: order.goods_more })}</span>
            )}
          </li>
        ))}
      </ul>
      {order.note && (
        <p className="text-sm">
          <Note label={t(pickup ? "note_pickup" : "note_courier")} text={order.note} />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>{t("units", { count: order.items_quantity })}</span>
        <span className="font-semibold">
          <bdi>{format.money(order.total, order.currency)}</bdi>
        </span>
        <span className="inline-flex items-center gap-1 text-muted">
          <Icon name={order.payment_method === "cod" ? "cash" : "card"} size={18} />
          {t(order.payment_method === "cod" ? "pay_cod" : `pay_card_${order.payment_state}`)}
        </span>
      </div>
      {!isEnded(order.status) && (
        <p className={cx("flex items-center gap-1.5 text-sm", isLate && "text-trouble-text")}>
          <Icon name={pickup ? "clock" : "moped"} size={18} />
          {t(pickup ? "ready_by" : "promised", { time: format.dayTime(promised) })}
        </p>
      )}
      {order.status === "pending" && order.accept_by && <AcceptBy until={order.accept_by} />}
      {order.call && (
        <>
          <CallBy until={order.call.until} />
          <span className="flex flex-wrap items-center gap-2">
            <CallLink phone={order.call.phone} />
            <ButtonLink
              to={`/orders/${encodeURIComponent(order.id)}`}
              variant="primary"
              size="sm"
              icon="check"
            >
              {t("call_enter")}
            </ButtonLink>
          </span>
        </>
      )}
      <MoveButtons order={order} moves={order.moves} make={make} onMoving={onMoving} />
    </Card>
  );
}

/** A customer's note, marked so that staff don't miss it. */
function Note({ label, text }: { label?: string; text: string }) {
  return (
    <span className="my-0.5 line-clamp-3 rounded-control bg-saffron-soft px-2 py-1">
      {label && (
        <span className="font-medium">
          <Isolate>{label}</Isolate>{" "}
        </span>
      )}
      <bdi>{text}</bdi>
    </span>
  );
}
