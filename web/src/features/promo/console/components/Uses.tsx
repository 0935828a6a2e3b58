import { useState } from "react";
import type { ConsoleCouponDetail } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { switchCoupon } from "../api";

/** How often a coupon was used, by which orders, and its switch. */
export function Uses({
  coupon,
  onSwitched,
}: {
  coupon: ConsoleCouponDetail;
  onSwitched: (coupon: ConsoleCouponDetail) => void;
}) {
  const { t } = useTranslation("coupons");
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAction();

  async function change(active: boolean) {
    await run(async () => {
      onSwitched(await switchCoupon(coupon.id, active));
    });
    setAsking(false);
  }
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
        <div className="ms-auto">
          {coupon.active ? (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t("switch_off")}
            </Button>
          ) : (
            <Button size="sm" variant="soft" loading={busy} onClick={() => void change(true)}>
              {t("switch_on")}
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-trouble-text">
          {problem}
        </p>
      )}
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
      <ConfirmDialog
        open={asking}
        title={`${t("switch_off")}: ${coupon.code}`}
        text={t("switch_off_text")}
        confirmLabel={t("switch_off")}
        cancelLabel={t("keep")}
        onConfirm={() => void change(false)}
        onCancel={() => setAsking(false)}
        busy={busy}
      />
    </Card>
  );
}
