import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { unitsIn } from "../../../../shop/cart/model";
import { useCarts } from "../../../../shop/cart/useShopping";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { useMoment } from "../../../../ui/useMoment";

/** The header's link to the cart, with the number of items once the customer is known. */
export function CartButton() {
  const { t } = useTranslation();
  const format = useFormat();
  const { ready } = useScope();
  const carts = useCarts().data ?? [];
  const count = ready ? unitsIn(carts) : 0;
  // Something was added here, and not just read for the first time.
  const known = ready && carts.length > 0 ? count : -1;
  const added = useMoment(known, (before, now) => before >= 0 && now > before, 600);
  return (
    <Link
      to={paths.cart}
      look="plain"
      aria-label={count > 0 ? t("cart:open_count", { count }) : t("cart:open")}
      className="inline-flex h-11 min-w-11 items-center justify-center gap-3 rounded-full hover:bg-tint lg:px-2.5"
    >
      <span className="relative flex">
        <Icon name="cart" size={24} />
        {count > 0 && (
          <span
            aria-hidden="true"
            className={cx(
              added && "animate-pop",
              "absolute -end-2 -top-1.5 min-w-4.5 rounded-full bg-go px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-go tabular-nums ring-2 ring-paper",
            )}
          >
            {format.number(count)}
          </span>
        )}
      </span>
      <span className="text-sm font-medium max-lg:hidden">{t("cart:open")}</span>
    </Link>
  );
}
