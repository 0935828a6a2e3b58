import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleCouponDetail } from "../../../api/types";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { BackLink } from "../../../ui/BackLink";
import { Gone } from "../../../ui/Gone";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { ToastRegion } from "../../../ui/ToastRegion";
import { couponQuery } from "./api";
import { CouponForm } from "./components/CouponForm";
import { Uses } from "./components/Uses";
import { draftOf, emptyDraft } from "./model";
import { toasts } from "./toasts";

/** A new coupon, or one there is, with its uses. */
function CouponPage() {
  const { t } = useTranslation("coupons");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(couponQuery(scope, isNew ? "" : params.id));
  const client = useQueryClient();
  const navigate = useNavigate();

  function keep(saved: ConsoleCouponDetail) {
    client.setQueryData(couponQuery(scope, saved.id).queryKey, saved);
    void client.invalidateQueries({ queryKey: ["/console/coupons"] });
    toasts.show({ text: t("saved"), tone: "success" });
    if (isNew) navigate(`/coupons/${encodeURIComponent(saved.id)}`, { replace: true });
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <BackLink to="/coupons">{t("back")}</BackLink>
      {isNew ? (
        <>
          <h1 className="text-2xl font-bold">{t("create_title")}</h1>
          <CouponForm draft={emptyDraft} onSaved={keep} />
        </>
      ) : (
        <Loaded
          query={asked}
          texts="coupons"
          level={1}
          instead={{ 404: () => <Gone title={t("gone")} to="/coupons" back={t("back")} /> }}
          skeleton={
            <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
              <Skeleton className="w-48 text-2xl" />
              <Skeleton shape="block" className="h-40" />
              <Skeleton shape="block" className="h-96" />
            </SkeletonGroup>
          }
        >
          {(coupon) => (
            <>
              <h1 className="text-2xl font-bold">
                <Ltr>{coupon.code}</Ltr>
              </h1>
              <Uses coupon={coupon} onSwitched={keep} />
              <CouponForm
                key={coupon.updated_at}
                id={coupon.id}
                draft={draftOf(coupon)}
                onSaved={keep}
              />
            </>
          )}
        </Loaded>
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("coupons:title"), noIndex: true }),
  Component: CouponPage,
});
