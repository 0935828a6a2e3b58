import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import type { Referral } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Loaded } from "../../../ui/Loaded";
import { More } from "../../../ui/More";
import { Notice } from "../../../ui/Notice";
import { Section } from "../../../ui/Section";
import { friendsList, referralQuery } from "../api";
import { FriendCard } from "../components/FriendCard";
import { ShareCard } from "../components/ShareCard";

function ReferralPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("referral:title")}</h1>
      <SignInFirst>
        <Program />
      </SignInFirst>
    </Container>
  );
}

function Program() {
  const { t } = useTranslation();
  const program = useQuery(referralQuery(useScope()));
  return (
    <Loaded
      query={program}
      texts="referral"
      offline={t("errors:hint_connection")}
      skeleton={["h-80", "h-24", "h-40"]}
      layout="flex flex-col gap-5"
    >
      {(mine) => (
        <>
          {mine.enabled ? (
            <ShareCard mine={mine} />
          ) : (
            <Notice title={t("referral:off")}>{t("referral:off_text")}</Notice>
          )}
          {mine.invited && (
            <Notice icon="user" title={t("referral:invited", { name: mine.invited.by })}>
              {mine.invited.state_label}
            </Notice>
          )}
          <Sums mine={mine} />
          <Friends />
        </>
      )}
    </Loaded>
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
  const { query } = usePage();
  const list = useInfiniteQuery(friendsList(useScope(), query.int("page", 1)));
  const friends = itemsOf(list) ?? [];
  return (
    <Loaded query={list} texts="referral" offline={t("errors:hint_connection")} skeleton={["h-40"]}>
      {() =>
        friends.length === 0 ? (
          <EmptyState icon="user" title={t("referral:empty")} text={t("referral:empty_text")} />
        ) : (
          <Section title={t("referral:history")}>
            <ul className="flex flex-col gap-3">
              {friends.map((friend) => (
                <li key={friend.id}>
                  <FriendCard friend={friend} />
                </li>
              ))}
            </ul>
            <More list={list} texts="referral" />
          </Section>
        )
      }
    </Loaded>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("referral:title"), noIndex: true }),
  Component: ReferralPage,
});
