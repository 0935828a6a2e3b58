import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../api/errors";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Notice } from "../../../ui/Notice";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { markAllRead, markRead, noticesList, unreadQuery } from "../api";
import { NoticeRow } from "../components/NoticeRow";
import { PushSwitch } from "../components/PushSwitch";
import { asRead } from "../model";

function NoticesPage() {
  const { t } = useTranslation("notices");
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t("title")}</h1>
      <SignInFirst>
        <PushSwitch />
        <Inbox />
      </SignInFirst>
    </Container>
  );
}

function Inbox() {
  const { t } = useTranslation("notices");
  const { path, query } = usePage();
  const scope = useScope();
  const client = useQueryClient();
  const options = noticesList(scope, query.int("page", 1));
  const list = useInfiniteQuery(options);
  const [problem, setProblem] = useState<string | null>(null);

  async function read(id: string | null) {
    setProblem(null);
    client.setQueryData(options.queryKey, (before) => asRead(before, id));
    try {
      const count = await (id === null ? markAllRead() : markRead(id));
      client.setQueryData(unreadQuery(scope).queryKey, count);
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
      void client.invalidateQueries({ queryKey: options.queryKey });
    }
  }

  if (!list.data) {
    if (list.isError || list.fetchStatus === "paused") {
      return (
        <ErrorState
          icon={list.isError ? "alert" : "wifi-off"}
          title={t("failed")}
          text={t(list.isError ? "failed_text" : "failed_offline")}
          retryLabel={t("retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      );
    }
    return (
      <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
        {["a", "b", "c"].map((name) => (
          <Skeleton key={name} shape="block" className="h-20" />
        ))}
      </SkeletonGroup>
    );
  }
  const notices = list.data.pages.flatMap((page) => page.items);
  if (notices.length === 0) {
    return (
      <EmptyState
        icon="bell"
        title={t("empty")}
        text={t("empty_text")}
        action={
          <ButtonLink to={paths.myOrders} variant="primary">
            {t("to_orders")}
          </ButtonLink>
        }
      />
    );
  }
  const last = list.data.pages.at(-1)?.meta;
  return (
    <section aria-label={t("title")} className="flex flex-col gap-3">
      {notices.some((one) => !one.read) && (
        <Button variant="soft" icon="check" className="self-end" onClick={() => void read(null)}>
          {t("mark_all")}
        </Button>
      )}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <ul className="overflow-hidden rounded-card bg-card shadow-soft">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onRead={() => void read(notice.id)} />
        ))}
      </ul>
      {last && list.hasNextPage && (
        <LoadMore
          to={path + query.with({ page: last.current_page + 1 }).toString()}
          label={t("more")}
          loadingLabel={t("loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("notices:title"), noIndex: true }),
  Component: NoticesPage,
});
