import { useQuery } from "@tanstack/react-query";
import type { ConsoleCouponDetail } from "../../../../api/types";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useRecordSaved } from "../../../../backoffice/useRecordSaved";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { couponQuery, listPath, switchCoupon } from "./api";
import { CouponForm } from "./components/CouponForm";
import { Terms } from "./components/Terms";
import { Uses } from "./components/Uses";
import { Waiting } from "./components/Waiting";

const tones = {
  live: "good",
  waiting: "offer",
  later: "offer",
  ended: "neutral",
  off: "neutral",
} as const;

/** A coupon, new or existing, with its uses. */
function CouponPage() {
  const { t } = useTranslation("coupons");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(couponQuery(scope, isNew ? "" : params.id));

  const kept = useRecordSaved();
  const keep = (saved: ConsoleCouponDetail) =>
    kept({
      key: couponQuery(scope, saved.id).queryKey,
      saved,
      lists: listPath,
      said: t(saved.state === "waiting" ? "saved_waits" : "saved"),
      address: isNew && `/coupons/${encodeURIComponent(saved.id)}`,
    });
  return (
    <RecordPage<ConsoleCouponDetail>
      back={{ to: "/coupons", label: t("back") }}
      query={isNew ? null : asked}
      title={(coupon) => (coupon ? <Ltr>{coupon.code}</Ltr> : t("create_title"))}
      badge={(coupon) =>
        coupon && <Badge tone={tones[coupon.state]}>{t(`state_${coupon.state}`)}</Badge>
      }
      actions={({ id, code, state, active, can_edit }) => {
        if (!can_edit) return [];
        return [
          active || state === "waiting"
            ? {
                id: "off",
                label: t("switch_off"),
                confirm: { title: `${t("switch_off")}: ${code}`, text: t("switch_off_text") },
                run: async () => keep(await switchCoupon(id, false)),
              }
            : {
                id: "on",
                label: t("switch_on"),
                run: async () => keep(await switchCoupon(id, true)),
              },
        ];
      }}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(coupon) => (
        <>
          {coupon && <Waiting coupon={coupon} onDecided={keep} />}
          {coupon && <Uses coupon={coupon} />}
          {coupon === null || coupon.can_edit ? (
            <CouponForm key={coupon?.id ?? "new"} coupon={coupon} onSaved={keep} />
          ) : (
            <>
              {coupon.edit_why_not !== "" && <Notice>{coupon.edit_why_not}</Notice>}
              <Terms coupon={coupon} />
            </>
          )}
        </>
      )}
    </RecordPage>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("coupons:title"), noIndex: true }),
  Component: CouponPage,
});
