import { useQuery } from "@tanstack/react-query";
import { ApiError, errorText } from "../../../../api/errors";
import { toasts } from "../../../../backoffice/toasts";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { EmptyState } from "../../../../ui/EmptyState";
import { ErrorState } from "../../../../ui/ErrorState";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { lateAmends, pointsRates, referralTerms, safety } from "./api";
import { LateForm } from "./components/LateForm";
import { PointsForm } from "./components/PointsForm";
import { ReferralForm } from "./components/ReferralForm";
import { SafetyForm } from "./components/SafetyForm";

/** The shop's policies and safeguards, which owners can change. */
function SettingsPage() {
  const { t } = useTranslation("settings");
  const { t: all } = useTranslation();
  const scope = useScope();
  const referral = useQuery(referralTerms.query(scope));
  const points = useQuery(pointsRates.query(scope));
  const late = useQuery(lateAmends.query(scope));
  const guards = useQuery(safety.query(scope));
  const queries = [referral, points, late, guards];
  const failed = queries.find((query) => query.isError)?.error;
  const refused = failed instanceof ApiError && failed.code === "not_allowed";
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <div>
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        {!refused && <p className="mt-1 text-muted text-pretty">{t("text")}</p>}
      </div>
      {referral.data && points.data && late.data && guards.data ? (
        <>
          <ReferralForm saved={referral.data} />
          <PointsForm saved={points.data} />
          <LateForm saved={late.data} />
          <SafetyForm saved={guards.data} />
        </>
      ) : refused ? (
        <EmptyState icon="lock" title={t("not_yours")} text={t("not_yours_text")} />
      ) : failed ? (
        <ErrorState
          title={t("failed")}
          text={errorText(failed, all, { inPlace: true }) ?? undefined}
          retryLabel={t("retry")}
          onRetry={() => {
            for (const query of queries) void query.refetch();
          }}
          retrying={queries.some((query) => query.isFetching)}
        />
      ) : (
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
          {["a", "b", "c", "d"].map((name) => (
            <Skeleton key={name} shape="block" className="h-80" />
          ))}
        </SkeletonGroup>
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("settings:title"), noIndex: true }),
  Component: SettingsPage,
});
