import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { itemsOf } from "../../../../api/query";
import type { OrderCard } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { type Format, useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { takesOrders } from "../../../../shop/useClosed";
import { Card } from "../../../../ui/Card";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Picture } from "../../../../ui/Picture";
import { Row, type RowList } from "../../../../ui/Row";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import type { Tint } from "../../../../ui/tint";
import { deliveredList } from "../../../ordering/orders/api";
import { reachesAgain } from "../../../ordering/orders/model";

/** The maximum number of orders in the row. */
const most = 6;

/**
 * The orders that can be repeated here: of the page's service first, and open branches before those that open later.
 */
function canBeHad(orders: readonly OrderCard[], tint: Tint): OrderCard[] {
  const some = orders.filter((one) => reachesAgain(one) && one.again && takesOrders(one.again));
  const later = (order: OrderCard) =>
    2 * Number(order.tint !== tint) + Number(order.again?.is_closed);
  return some.sort((one, other) => later(one) - later(other)).slice(0, most);
}

/** The items of an order with their quantities, which distinguish two orders of the same products. */
const ofEach = (order: OrderCard, format: Format) => (name: string, place: number) => {
  const much = order.first_amounts[place];
  if (!much || (much.qty === 1 && much.unit_grams === 0)) return name;
  return `${format.amount(much.qty, much.unit_grams)} × ${name}`;
};

/**
 * The last delivered orders, which can be repeated, optionally of one service. The fallback is shown
 * until they have loaded, and if there are none.
 */
export default function EarlierOrders({
  service,
  tint,
  fallback,
  onKnown,
  list,
}: {
  service: string;
  /** The tint of the page's service. */
  tint: Tint;
  fallback: ReactNode;
  onKnown: (known: number) => void;
  list: RowList;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  // As high as the row it replaces, so that nothing below moves.
  const [minHeight] = useState(() => list.current?.offsetHeight);
  const asked = useInfiniteQuery(deliveredList(useScope(), service));
  const orders = canBeHad(itemsOf(asked) ?? [], tint);
  // Most signed-in customers have ordered before: popular products, which would be replaced under the thumb, are not
  // shown meanwhile.
  const waiting = asked.isFetching && orders.length === 0 && !asked.data;
  const known = waiting ? -1 : orders.length;
  useEffect(() => {
    onKnown(known);
    return () => onKnown(0);
  }, [known, onKnown]);
  if (known === 0) return fallback;
  if (waiting) {
    return (
      <div className="flex flex-col" style={{ minHeight }}>
        <SkeletonGroup label={t("home:again_loading")} className="flex flex-1 flex-col">
          <Skeleton shape="block" className="mt-1 mb-2 min-h-24 flex-1" />
        </SkeletonGroup>
      </div>
    );
  }
  return (
    <Row ref={list} holdsContainers className="pt-1" style={{ minHeight }}>
      {orders.map((order) => (
        <li
          key={order.id}
          className={cx(
            "shrink-0 snap-start",
            // Side by side at every width: one line of cards, like the row before.
            orders.length === 1 ? "w-full" : "w-60 sm:w-80",
            orders.length === 2 && "sm:w-[calc((100%-0.75rem)/2)]",
            orders.length > 2 && "lg:w-[calc((100%-1.5rem)/3)]",
          )}
        >
          <Card as="article" padding="none" pressable className="@container h-full min-h-24">
            <button
              type="button"
              aria-label={t("home:again_of", { number: order.number })}
              onClick={() => openDialog("reorder", { id: order.id, number: order.number })}
              // On phones as high as the products it replaces: pictures above, text below.
              className="flex size-full items-center gap-3 rounded-card p-2 text-start max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5"
            >
              <Goods order={order} />
              <span className="min-w-0 sm:flex-1">
                <span dir="auto" className="block truncate leading-7 font-medium">
                  {order.store.name}
                </span>
                <span className="block truncate text-sm leading-6 text-muted">
                  <Words>
                    {format.list(order.first_items.map(ofEach(order, format)), t("home:comma"))}
                  </Words>
                </span>
                <span className="flex items-center gap-1.5 text-sm leading-6 @3xl:absolute @3xl:inset-y-0 @3xl:end-5">
                  {order.again?.opens_at ? (
                    <span className="truncate font-medium">
                      {t("home:again_at", {
                        time: format.dayTime(Date.parse(order.again.opens_at)),
                      })}
                    </span>
                  ) : (
                    <>
                      <bdi className="whitespace-nowrap tabular-nums">
                        {format.money(order.total, order.currency)}
                      </bdi>
                      <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-go-text">
                        · {t("home:again")}
                        <Icon name="refresh" size={16} />
                      </span>
                    </>
                  )}
                </span>
              </span>
            </button>
          </Card>
        </li>
      ))}
    </Row>
  );
}

/** On phones the pictures share the card's width and fill the height that the text leaves. */
const beside = "max-sm:aspect-auto max-sm:h-auto max-sm:min-h-14 max-sm:w-auto max-sm:grow";
const small = `size-8.5 max-sm:basis-0 ${beside}`;

/** Pictures of the order's items: one large, or up to three and the number of further lines. */
function Goods({ order }: { order: OrderCard }) {
  const format = useFormat();
  const [first, second, third] = order.first_images;
  const { tint } = order;
  if (!second) return <GoodsPicture src={first?.src} tint={tint} className={`size-16 ${beside}`} />;
  return (
    <span className="grid size-18 shrink-0 grid-cols-2 content-center gap-1 max-sm:flex max-sm:h-auto max-sm:w-full max-sm:grow">
      <GoodsPicture src={first?.src} tint={tint} className={small} />
      <GoodsPicture src={second.src} tint={tint} className={small} />
      {third && <GoodsPicture src={third.src} tint={tint} className={small} />}
      {order.more_items > 0 && (
        <span
          aria-hidden="true"
          className={cx(
            small,
            "flex items-center justify-center rounded-card bg-tint text-sm font-medium text-muted",
          )}
        >
          <bdi dir="ltr">+{format.number(order.more_items)}</bdi>
        </span>
      )}
    </span>
  );
}

function GoodsPicture({
  src,
  tint,
  className,
}: {
  src: string | undefined;
  tint: Tint | undefined;
  className: string;
}) {
  return <Picture src={src} alt="" width={72} height={72} tint={tint} className={className} />;
}
