import type { ConsoleCouponDetail } from "../../../../../api/types";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { Link } from "../../../../../ui/Link";
import { Ltr } from "../../../../../ui/Ltr";

/** The number of a coupon's uses, and the orders that used it. */
export function Uses({ coupon }: { coupon: ConsoleCouponDetail }) {
  const { t } = useTranslation("coupons");
  const format = useFormat();
  return (
    <Card as="section" aria-label={t("recent")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        <p className="tabular-nums">
          <span className="text-xl font-semibold">{t("uses", { count: coupon.uses })}</span>
          {coupon.total_limit !== null && ` ${t("of_uses", { count: coupon.total_limit })}`}
        </p>
        <p>
          <span className="text-muted">{t("given")}</span>{" "}
          <bdi className="font-semibold">{format.money(coupon.given, coupon.currency)}</bdi>
        </p>
      </div>
      {coupon.recent.length === 0 ? (
        <p className="text-sm text-muted">{t("no_uses")}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {coupon.recent.map((use) => (
            <li key={use.order_id} className="flex flex-wrap items-center gap-x-4">
              <Link
                to={`/orders/${encodeURIComponent(use.order_id)}`}
                className="inline-flex min-h-11 items-center"
              >
                <Ltr>{use.number}</Ltr>
              </Link>
              <span className="text-muted">{format.dayTime(Date.parse(use.at))}</span>
              <span className="ms-auto tabular-nums">
                <bdi>{format.money(use.discount, coupon.currency)}</bdi>
                {use.released && ` (${t("released")})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
