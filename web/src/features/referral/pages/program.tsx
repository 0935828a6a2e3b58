import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Referral } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { friendsList, referralQuery } from "../api";
import { FriendCard } from "../components/FriendCard";
import { ShareCard } from "../components/ShareCard";

function ReferralPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("referral:title")}</h1>
      <SignInFirst>
        <Program />
      </SignInFirst>
    </Container>
  );
}

function Program() {
  const { t } = useTranslation();
  const mine = useQuery(referralQuery(useScope()));
  if (!mine.data) {
    if (mine.isError || mine.fetchStatus === "paused") {
      return (
        <Failed
          offline={!mine.isError}
          retrying={mine.isFetching}
          onRetry={() => void mine.refetch()}
        />
      );
    }
    return (
      <SkeletonGroup label={t("referral:loading")} className="flex flex-col gap-5">
        <Skeleton shape="block" className="h-80" />
        <Skeleton shape="block" className="h-24" />
        <Skeleton shape="block" className="h-40" />
      </SkeletonGroup>
    );
  }
  return (
    <>
      {mine.data.enabled ? (
        <ShareCard mine={mine.data} />
      ) : (
        <Notice title={t("referral:off")}>{t("referral:off_text")}</Notice>
      )}
      {mine.data.invited && (
        <Notice icon="user" title={t("referral:invited", { name: mine.data.invited.by })}>
          {mine.data.invited.state_label}
        </Notice>
      )}
      <Sums mine={mine.data} />
      <Friends />
    </>
  );
}

function Sums({ mine }: { mine: Referral }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sums = [
    { label: t("referral:earned"), value: format.money(mine.earned, mine.currency) },
    { label: t("referral:expected"), value: format.money(mine.expected, mine.currency) },
    { label: t("referral:friends"), value: format.number(mine.counts.total) },
  ];
  return (
    <Card>
      <dl className="grid grid-cols-3 gap-3">
        {sums.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Friends() {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const list = useInfiniteQuery(friendsList(useScope(), query.int("page", 1)));
  if (!list.data) {
    if (list.isError || list.fetchStatus === "paused") {
      return (
        <Failed
          offline={!list.isError}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      );
    }
    return (
      <SkeletonGroup label={t("referral:loading")}>
        <Skeleton shape="block" className="h-40" />
      </SkeletonGroup>
    );
  }
  const friends = list.data.pages.flatMap((page) => page.items);
  const last = list.data.pages.at(-1)?.meta;
  if (friends.length === 0) {
    return <EmptyState icon="user" title={t("referral:empty")} text={t("referral:empty_text")} />;
  }
  return (
    <Section title={t("referral:history")}>
      <ul className="flex flex-col gap-3">
        {friends.map((friend) => (
          <li key={friend.id}>
            <FriendCard friend={friend} />
          </li>
        ))}
      </ul>
      {last && list.hasNextPage && (
        <LoadMore
          to={path + query.with({ page: last.current_page + 1 }).toString()}
          label={t("referral:more")}
          loadingLabel={t("referral:loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Section>
  );
}

function Failed({
  offline,
  retrying,
  onRetry,
}: {
  offline: boolean;
  retrying: boolean;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ErrorState
      icon={offline ? "wifi-off" : "alert"}
      title={t("referral:failed")}
      text={t("referral:failed_text")}
      retryLabel={t("referral:retry")}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("referral:title"), noIndex: true }),
  Component: ReferralPage,
});
