import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect } from "react";
import { itemsOf } from "../../../api/query";
import { openDialog } from "../../../lib/dialogs";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Picture } from "../../../ui/Picture";
import { ordersList } from "../../orders/api";

/** Fewer than these are worth a row of their own. */
const most = 6;

/** The last orders that can be had again; until they are known, and where there are none, the fallback. */
export default function EarlierOrders({
  fallback,
  onKnown,
  Line,
}: {
  fallback: ReactNode;
  onKnown: (known: boolean) => void;
  Line: ComponentType<{ children: ReactNode }>;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const orders = (itemsOf(useInfiniteQuery(ordersList(useScope()))) ?? []).slice(0, most);
  const known = orders.length > 0;
  useEffect(() => {
    onKnown(known);
    return () => onKnown(false);
  }, [known, onKnown]);
  if (!known) return fallback;
  return (
    <Line>
      {orders.map((order) => (
        <li key={order.id} className="w-72 shrink-0 snap-start">
          <Card as="article" padding="none" pressable className="h-24">
            <button
              type="button"
              aria-label={t("home:again_of", { number: order.number })}
              onClick={() => openDialog("reorder", { id: order.id, number: order.number })}
              className="flex size-full items-center gap-3 rounded-card p-2 text-start"
            >
              <Picture
                src={order.image.src}
                alt=""
                width={order.image.width}
                height={order.image.height}
                className="size-16 shrink-0"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate leading-7 font-medium">{order.store.name}</span>
                <span className="block truncate text-sm leading-6 text-muted">
                  <Words>{order.first_items.join(t("home:comma"))}</Words>
                </span>
                <span className="flex items-center gap-1.5 text-sm leading-6">
                  <bdi className="whitespace-nowrap tabular-nums">
                    {format.money(order.total, order.currency)}
                  </bdi>
                  <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-go-text">
                    · {t("home:again")}
                    <Icon name="refresh" size={16} />
                  </span>
                </span>
              </span>
            </button>
          </Card>
        </li>
      ))}
    </Line>
  );
}
