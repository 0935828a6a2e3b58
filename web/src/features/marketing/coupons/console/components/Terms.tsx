import type { ConsoleCouponDetail } from "../../../../../api/types";
import { useNow } from "../../../../../lib/now";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { conditions, offer, remaining } from "../../model";

/** A coupon's terms, for staff who cannot change it. */
export function Terms({ coupon }: { coupon: ConsoleCouponDetail }) {
  const { t } = useTranslation("coupons");
  const { t: all } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return (
    <Card as="section" aria-label={t("gives")} className="flex flex-col gap-1">
      <p className="font-semibold">{offer(coupon, all, format)}</p>
      <p className="text-sm text-muted">
        {[
          conditions(coupon, all, format),
          remaining(coupon, all, format, now),
          coupon.total_limit === null ? t("unlimited") : t("uses", { count: coupon.total_limit }),
          t(coupon.listed ? "listed" : "unlisted"),
        ]
          .filter(Boolean)
          .join(all("promo:and"))}
      </p>
    </Card>
  );
}
