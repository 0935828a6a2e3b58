import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { itemsOf } from "../../../../api/query";
import { useLocation } from "../../../../lib/history";
import { useNow } from "../../../../lib/now";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { ordersList } from "../api";
import { expectedOf, isBehind, isPromised, isUnderWay, minutesLate, mostUrgent } from "../model";

/** The interval of refreshes while an order is on its way. */
const again = 60_000;

/**
 * The bar of the order under way, with its state and a link; for several, their number, the most urgent one and a link
 * to all. Phones hide it where a page's bar and the cart's bar are shown, and mark the link to the orders instead: in
 * red and with a text if one is late.
 */
export default function OrderUnderWay() {
  const { t } = useTranslation("shell");
  const format = useFormat();
  const { pathname } = useLocation();
  const list = useInfiniteQuery({
    ...ordersList(useScope()),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some((one) => one.live) ? again : false,
  });
  const now = useNow();
  const all = (itemsOf(list) ?? []).filter(isUnderWay);
  const order = mostUrgent(all, now);
  if (!order) return null;
  const several = all.length > 1;
  const late = minutesLate(order, now);
  const expected = expectedOf(order, now);
  const onProduct = pathname.startsWith(paths.product(""));
  const mark = (
    <OrdersMark late={late > 0} alone={onProduct}>
      {late > 0 ? t("under_way.late", { duration: format.duration(late) }) : t("under_way.label")}
    </OrdersMark>
  );
  // The account's pages show a link to the order already.
  if (pathname === paths.account || pathname.startsWith(`${paths.account}/`)) return mark;
  return (
    <>
      <section
        aria-label={t("under_way.label")}
        className={cx(
          "border-line bg-go-soft max-lg:border-t lg:mx-auto lg:mb-4 lg:w-fit lg:rounded-full lg:border lg:shadow-lift max-md:has-[~div>section]:hidden",
          "max-md:has-[~section]:hidden max-md:[[data-bottom]:has(.compared)_&]:hidden",
          // It would cover the add button.
          onProduct && "max-md:hidden",
        )}
      >
        <Link
          to={several ? paths.myOrders : paths.myOrder(order.id)}
          look="plain"
          className="mx-auto flex min-h-11 max-w-7xl items-center gap-2 px-4 text-sm leading-6 sm:px-6 lg:min-w-120 lg:rounded-full"
        >
          <Icon name={order.fulfilment === "pickup" ? "store" : "moped"} className="text-go-text" />
          <span className="min-w-0 flex-1 truncate">
            <b className="font-semibold">
              {several ? t("orders:under_way", { count: all.length }) : order.status_label}
            </b>
            <span className="max-sm:hidden">
              {several && ` · ${order.status_label}`} · <Isolate>{order.store.name}</Isolate>
            </span>
          </span>
          {isPromised(order) && (
            <span
              className={cx(
                "shrink-0",
                isBehind(order, now) ? "font-medium text-trouble-text" : "text-muted",
              )}
            >
              {expected !== null
                ? t(late > 0 ? "under_way.expected" : "under_way.later", {
                    time: format.dayTime(expected),
                  })
                : late > 0
                  ? t("under_way.late", { duration: format.duration(late) })
                  : t(order.fulfilment === "pickup" ? "under_way.ready" : "under_way.due", {
                      time: format.dayTime(Date.parse(order.promised_at)),
                    })}
            </span>
          )}
          <Icon name="chevron-end" size={18} className="text-muted" />
        </Link>
      </section>
      {mark}
    </>
  );
}

/** The mark on the phone's link to the orders: an order is under way, as its text explains. */
function OrdersMark({
  late,
  alone,
  children,
}: {
  late: boolean;
  /** The bar is not shown on this page. */
  alone: boolean;
  children: string;
}) {
  const { t } = useTranslation("shell");
  const [way, setWay] = useState<Element | null>(null);
  useEffect(() => {
    setWay(document.querySelector(`.places a[href$="${paths.myOrders}"]`));
  }, []);
  if (!way) return null;
  return createPortal(
    // Takes no space, so that nothing moves.
    <span className="relative -mt-0.5 block size-0">
      <span
        className={cx(
          "absolute start-2 bottom-8 size-2.5 rounded-full",
          late ? "bg-trouble" : "bg-go",
          late && (alone ? "hidden" : "[[data-bottom]:has(.cart-bar)_&]:hidden"),
        )}
      />
      {/* Where the bar is hidden, on top of the link's icon. */}
      {late && (
        <span
          aria-hidden="true"
          className={cx(
            "absolute inset-x-0 bottom-7.5 justify-center",
            alone ? "flex" : "hidden [[data-bottom]:has(.cart-bar)_&]:flex",
          )}
        >
          <span className="shrink-0 rounded-full bg-trouble px-2 text-center text-[0.6875rem] leading-5 whitespace-nowrap text-on-trouble">
            {t("under_way.mark")}
          </span>
        </span>
      )}
      <span className="sr-only">{children}</span>
    </span>,
    way,
  );
}
