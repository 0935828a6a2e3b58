import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Cart, Coupon } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useNow } from "../../../../lib/now";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { addCoupon, cartQuery } from "../../../../shop/cart/api";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { Icon } from "../../../../ui/Icon";
import { Ltr } from "../../../../ui/Ltr";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { couponsQuery } from "../api";
import { atOnce, byWorth, conditions, offer, remaining } from "../model";

export interface CouponPickerProps {
  cart: Cart;
  /** Refreshes other views of the cart's sums. */
  onChanged?: (() => Promise<unknown>) | undefined;
  /** Shows the list in place, because a press asked for it. */
  unfolded?: boolean;
}

/** "Your coupons": a line that opens them in a dialog, so that the sums next to it do not move. */
export function CouponPicker({ cart, onChanged, unfolded = false }: CouponPickerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const [open, setOpen] = useState(false);
  const coupons = useQuery({ ...couponsQuery(scope, cart), placeholderData: keepPreviousData });
  const count = coupons.data?.length ?? 0;
  const list = coupons.data ? (
    <List cart={cart} coupons={coupons.data} onChanged={onChanged} onUsed={() => setOpen(false)} />
  ) : coupons.isError ? (
    <p className="flex flex-wrap items-center justify-between gap-2 text-sm" role="alert">
      {t("promo:failed")}
      <Button size="sm" loading={coupons.isFetching} onClick={() => void coupons.refetch()}>
        {t("promo:retry")}
      </Button>
    </p>
  ) : (
    <SkeletonGroup label={t("promo:loading")} className="flex flex-col gap-2">
      <Skeleton shape="block" className="h-24" />
      <Skeleton shape="block" className="h-24" />
    </SkeletonGroup>
  );
  if (unfolded) {
    return (
      <div className="flex flex-col gap-2">
        <p className="font-medium">{t("promo:mine")}</p>
        {list}
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-13 w-full items-center gap-2 rounded-control text-start font-medium text-go-text"
      >
        <Icon name="tag" />
        <span className="min-w-0 flex-1">
          <span className="block">{t("promo:mine")}</span>
          {/* The line is reserved before its text is known, so that nothing below moves. */}
          <span className="block min-h-6 text-sm leading-6 font-normal text-muted">
            {atOnce(coupons.data ?? [], t, format)}
          </span>
        </span>
        {count > 0 && <Badge tone="good">{format.number(count)}</Badge>}
        <Icon name="chevron-end" />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("promo:mine")}
        closeLabel={t("promo:close")}
        size="sm"
      >
        {list}
      </Dialog>
    </>
  );
}

interface ListProps extends CouponPickerProps {
  /** A coupon was applied to the cart. */
  onUsed: () => void;
}

function List({ coupons, ...row }: ListProps & { coupons: readonly Coupon[] }) {
  const { t } = useTranslation();
  if (coupons.length === 0) return <p className="text-sm text-muted">{t("promo:none")}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {byWorth(coupons).map((coupon) => (
        <Row key={coupon.id} {...row} coupon={coupon} />
      ))}
    </ul>
  );
}

function Row({ cart, coupon, onChanged, onUsed }: ListProps & { coupon: Coupon }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const { busy, problem, run } = useAction();
  const what = offer(coupon, t, format);
  const asks = conditions(coupon, t, format);
  const now = useNow();

  async function use() {
    await run(async () => {
      await addCoupon(cart.service_id, coupon.code);
      await client.invalidateQueries({ queryKey: cartQuery(scope, cart.service_id).queryKey });
      await onChanged?.();
      onUsed();
    });
  }
  const why = problem ?? coupon.problem?.message ?? null;
  return (
    <li className="flex flex-col gap-1 rounded-control border border-dashed border-line p-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{what}</p>
          <p className="text-sm text-muted">
            <Ltr>{coupon.code}</Ltr>
          </p>
        </div>
        {coupon.applied ? (
          <Badge tone="good" icon="check">
            {t("promo:used")}
          </Badge>
        ) : (
          <Button
            size="sm"
            variant="soft"
            loading={busy}
            disabled={coupon.problem !== null}
            aria-label={t("promo:use_coupon", { code: coupon.code, what })}
            onClick={() => void use()}
          >
            {t("promo:use")}
          </Button>
        )}
      </div>
      {asks && <p className="text-sm">{asks.charAt(0).toUpperCase() + asks.slice(1)}</p>}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{remaining(coupon, t, format, now)}</span>
        {coupon.saves !== null && coupon.saves > 0 && (
          <span className="font-medium text-go-text">
            {t(coupon.applied ? "promo:saved" : "promo:saves", {
              amount: format.money(coupon.saves, coupon.currency),
            })}
          </span>
        )}
      </p>
      {why && (
        <p className="text-sm text-trouble-text" role={problem ? "alert" : undefined}>
          <Words>{why}</Words>
        </p>
      )}
    </li>
  );
}
