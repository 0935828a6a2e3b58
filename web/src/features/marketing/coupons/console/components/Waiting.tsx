import { useQueryClient } from "@tanstack/react-query";
import type { ConsoleCouponDetail } from "../../../../../api/types";
import { useAction } from "../../../../../api/useAction";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Notice } from "../../../../../ui/Notice";
import { couponQuery, decideCoupon } from "../api";

/** A coupon that awaits approval: the reason, its author, and for a second person the decision. */
export function Waiting({
  coupon,
  onDecided,
}: {
  coupon: ConsoleCouponDetail;
  onDecided: (coupon: ConsoleCouponDetail) => void;
}) {
  const { t } = useTranslation("coupons");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  const { busy, problem, run } = useAction();
  if (coupon.waits_since === null) return null;

  const decide = (approve: boolean) =>
    run(async () => onDecided(await decideCoupon(coupon.id, coupon.version, approve)), {
      // Somebody else has changed or decided it in the meantime: show the current state.
      failed: () =>
        void client.invalidateQueries({ queryKey: couponQuery(scope, coupon.id).queryKey }),
    });
  const money = (amount: number) => format.money(amount, coupon.currency);
  return (
    <Card as="section" aria-label={t("state_waiting")} className="flex flex-col gap-3">
      <Badge tone="offer" className="self-start">
        {t("state_waiting")}
      </Badge>
      <p>
        {coupon.at_most === null
          ? t("waits_unbounded", { alone: money(coupon.alone) })
          : t("waits_amount", { amount: money(coupon.at_most), alone: money(coupon.alone) })}
      </p>
      <p className="text-sm text-muted">
        {t("made_by")}: <bdi>{coupon.made_by.join(t("comma"))}</bdi>
      </p>
      {problem !== null && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {coupon.can_decide ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={busy} onClick={() => void decide(true)}>
            {t("approve")}
          </Button>
          <Button loading={busy} onClick={() => void decide(false)}>
            {t("decline")}
          </Button>
        </div>
      ) : (
        <p className="text-sm">{coupon.why_not || t("waits_for")}</p>
      )}
    </Card>
  );
}
