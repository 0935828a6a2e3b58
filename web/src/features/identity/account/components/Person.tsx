import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFailureText } from "../../../../api/failure";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { profileQuery } from "../../../../shop/account/api";
import { Button } from "../../../../ui/Button";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";

/** The signed-in customer, with their balances. It reserves its space while they load. */
export function Person({ balance, points }: { balance: ReactNode; points: ReactNode }) {
  const { t } = useTranslation("account");
  const profile = useQuery(profileQuery(useScope()));
  const { phone } = useFormat();
  const words = useFailureText();
  const figures = (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 md:max-lg:w-1/2">
      <Figure to={paths.myWallet} label={t("wallet")}>
        {balance}
      </Figure>
      <Figure to={paths.loyaltyPoints} label={t("points")}>
        {points}
      </Figure>
    </div>
  );
  if (profile.isError && !profile.data) {
    return (
      <Hero className="flex flex-col gap-5">
        <Notice
          tone="trouble"
          live
          title={t("profile_failed")}
          action={
            <Button
              size="sm"
              icon="refresh"
              loading={profile.isFetching}
              onClick={() => void profile.refetch()}
            >
              {t("retry")}
            </Button>
          }
        >
          {words(profile.error)}
        </Notice>
        {figures}
      </Hero>
    );
  }
  return (
    <Hero className="flex flex-col gap-5 md:max-lg:flex-row md:max-lg:items-center">
      <div className="flex min-h-16 min-w-0 flex-1 items-center gap-4">
        <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-full bg-card text-go-text">
          {profile.data?.photo ? (
            <img
              src={profile.data.photo}
              alt=""
              width={64}
              height={64}
              className="size-16 object-cover"
            />
          ) : (
            <Icon name="user" size={32} />
          )}
        </span>
        {profile.data ? (
          <div className="min-w-0">
            <p dir="auto" className="truncate text-xl font-semibold">
              {profile.data.name}
            </p>
            <p>{phone(profile.data.phone)}</p>
          </div>
        ) : (
          <SkeletonGroup label={t("profile_loading")} className="flex-1">
            <Skeleton className="w-40 text-lg" />
            <Skeleton className="w-32" />
          </SkeletonGroup>
        )}
      </div>
      {figures}
    </Hero>
  );
}

/** One balance, and the link to its page. */
function Figure({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      look="plain"
      className="flex min-h-18 flex-col rounded-control bg-card px-3 py-2 text-ink hover:bg-tint"
    >
      <span className="flex items-center justify-between gap-1 text-sm text-muted">
        <Isolate>{label}</Isolate>
        <Icon name="chevron-end" size={16} />
      </span>
      {children}
    </Link>
  );
}
