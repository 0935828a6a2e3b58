import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, errorText } from "../../../api/errors";
import type { ConsoleCouponDetail } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { ButtonLink } from "../../../ui/ButtonLink";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
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
  const { t: all } = useTranslation();
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const coupon = useQuery(couponQuery(scope, isNew ? "" : params.id));
  const client = useQueryClient();
  const navigate = useNavigate();

  function keep(saved: ConsoleCouponDetail) {
    client.setQueryData(couponQuery(scope, saved.id).queryKey, saved);
    void client.invalidateQueries({ queryKey: ["/console/coupons"] });
    toasts.show({ text: t("saved"), tone: "success" });
    if (isNew) void navigate(`/coupons/${encodeURIComponent(saved.id)}`, { replace: true });
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <Link
        to="/coupons"
        look="quiet"
        className="inline-flex min-h-11 items-center gap-1.5 self-start text-muted"
      >
        <Icon name="chevron-start" />
        {t("back")}
      </Link>
      {isNew ? (
        <>
          <h1 className="text-2xl font-bold">{t("create_title")}</h1>
          <CouponForm draft={emptyDraft} onSaved={keep} />
        </>
      ) : coupon.data ? (
        <>
          <h1 className="text-2xl font-bold">
            <Ltr>{coupon.data.code}</Ltr>
          </h1>
          <Uses coupon={coupon.data} onSwitched={keep} />
          <CouponForm
            key={coupon.data.updated_at}
            id={coupon.data.id}
            draft={draftOf(coupon.data)}
            onSaved={keep}
          />
        </>
      ) : !coupon.isError ? (
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
          <Skeleton className="w-48 text-2xl" />
          <Skeleton shape="block" className="h-40" />
          <Skeleton shape="block" className="h-96" />
        </SkeletonGroup>
      ) : coupon.error instanceof ApiError && coupon.error.status === 404 ? (
        <EmptyState
          level={1}
          icon="search"
          title={t("gone")}
          action={
            <ButtonLink to="/coupons" variant="primary">
              {t("back")}
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState
          level={1}
          title={t("failed")}
          text={errorText(coupon.error, all, { inPlace: true }) ?? undefined}
          retryLabel={t("retry")}
          onRetry={() => void coupon.refetch()}
          retrying={coupon.isFetching}
        />
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("coupons:title"), noIndex: true }),
  Component: CouponPage,
});
