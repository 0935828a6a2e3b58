import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import type { Referral } from "../../../../api/types";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Lines } from "../../../../ui/Lines";
import { Loaded } from "../../../../ui/Loaded";
import { More } from "../../../../ui/More";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { Section } from "../../../../ui/Section";
import { friendsList, referralQuery } from "../api";
import { FriendLine } from "../components/FriendLine";
import { ShareCard } from "../components/ShareCard";

const columns = "grid items-start gap-6 lg:grid-cols-2";

function ReferralPage() {
  const { t } = useTranslation();
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("referral:title")} />
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
      skeleton={["h-96", "h-80"]}
      layout={columns}
    >
      {(mine) => (
        <div className={columns}>
          <div className="flex flex-col gap-4">
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
          </div>
          <Friends />
        </div>
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
    <dl className="grid grid-cols-3 gap-2 sm:gap-3">
      {sums.map(({ label, value }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col justify-between gap-1 rounded-card bg-card p-2 shadow-soft sm:p-4"
        >
          <dt className="text-sm leading-snug text-muted">
            <Isolate>{label}</Isolate>
          </dt>
          <dd className="font-semibold whitespace-nowrap tabular-nums sm:text-lg">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
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
          <EmptyState
            picture={<Drawing name="friends" />}
            title={t("referral:empty")}
            text={t("referral:empty_text")}
          />
        ) : (
          <Section title={t("referral:history")}>
            <Lines>
              {friends.map((friend) => (
                <FriendLine key={friend.id} friend={friend} />
              ))}
            </Lines>
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
