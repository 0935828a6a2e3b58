import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { useLocation } from "../../../lib/history";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { ordersList } from "../api";

/** How often its state is asked for while it is on its way. */
const again = 60_000;

/** One line above the cart: the order that is under way, where it stands, and the way to it. */
export default function OrderUnderWay() {
  const { t } = useTranslation("shell");
  const format = useFormat();
  const { pathname } = useLocation();
  const list = useInfiniteQuery({
    ...ordersList(useScope()),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some((one) => one.live) ? again : false,
  });
  const order = itemsOf(list)?.find((one) => one.live);
  // The list and its own page say it already.
  if (!order || pathname === paths.myOrders || pathname === paths.myOrder(order.id)) return null;
  return (
    <section aria-label={t("under_way.label")} className="border-t border-line bg-go-soft">
      <Link
        to={paths.myOrder(order.id)}
        look="plain"
        className="mx-auto flex min-h-11 max-w-7xl items-center gap-2 px-4 text-sm leading-6 sm:px-6"
      >
        <Icon name={order.fulfilment === "pickup" ? "store" : "moped"} className="text-go-text" />
        <span className="min-w-0 flex-1 truncate">
          <b className="font-semibold">{order.status_label}</b> · {order.store.name}
        </span>
        <span className="shrink-0 text-muted">{format.dayTime(Date.parse(order.promised_at))}</span>
        <Icon name="chevron-end" size={18} className="text-muted" />
      </Link>
    </section>
  );
}
