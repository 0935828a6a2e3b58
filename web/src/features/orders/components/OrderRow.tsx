import type { OrderCard, OrderStatus } from "../../../api/types";
import { openDialog } from "../../../lib/dialogs";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Link } from "../../../ui/Link";
import { Ltr } from "../../../ui/Ltr";
import { Picture } from "../../../ui/Picture";
import { StatusBadge } from "./StatusBadge";

/** An order in the list: from whom, what, how much, where it stands. */
export function OrderRow({ order }: { order: OrderCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rest = order.more_items;
  return (
    <Card as="article" padding="sm" pressable className="flex gap-4">
      <Picture
        src={order.first_images[0]?.src}
        alt=""
        width={80}
        height={80}
        className="size-20 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link to={paths.myOrder(order.id)} look="cover">
              {order.branch.name}
            </Link>
          </h3>
          <StatusBadge status={order.status as OrderStatus} label={order.status_label} />
        </div>
        <p className="line-clamp-2 text-sm text-muted">
          <Words>{order.first_items.join(t("orders:comma"))}</Words>
          {rest > 0 && ` ${t("orders:and_more", { count: rest })}`}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <p className="text-muted">
            <Ltr>{order.number}</Ltr> · <bdi>{format.dayTime(Date.parse(order.created_at))}</bdi>
          </p>
          <p className="font-semibold tabular-nums">
            <bdi>{format.money(order.total, order.currency)}</bdi>
          </p>
        </div>
        {!order.live && (
          <Button
            size="sm"
            variant="soft"
            icon="refresh"
            // Above the link that covers the card.
            className="relative z-10 mt-1 self-start"
            aria-label={t("orders:reorder_of", { number: order.number })}
            onClick={() => openDialog("reorder", { id: order.id, number: order.number })}
          >
            {t("orders:reorder")}
          </Button>
        )}
      </div>
    </Card>
  );
}
