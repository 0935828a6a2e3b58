import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../api/errors";
import { itemsOf } from "../../../api/query";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { markAllRead, markRead, noticesList, unreadQuery } from "../../../shop/notices/api";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Loaded } from "../../../ui/Loaded";
import { More } from "../../../ui/More";
import { Notice } from "../../../ui/Notice";
import { NoticeRow } from "../components/NoticeRow";
import { PushSwitch } from "../components/PushSwitch";
import { asRead } from "../model";

function NoticesPage() {
  const { t } = useTranslation("notices");
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <SignInFirst>
        <PushSwitch />
        <Inbox />
      </SignInFirst>
    </Container>
  );
}

function Inbox() {
  const { t } = useTranslation("notices");
  const { query } = usePage();
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

  const notices = itemsOf(list) ?? [];
  return (
    <Loaded
      query={list}
      texts="notices"
      offline={t("failed_offline")}
      skeleton={["h-20", "h-20", "h-20"]}
    >
      {() =>
        notices.length === 0 ? (
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
        ) : (
          <section aria-label={t("title")} className="flex flex-col gap-3">
            {notices.some((one) => !one.read) && (
              <Button
                variant="soft"
                icon="check"
                className="self-end"
                onClick={() => void read(null)}
              >
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
            <More list={list} texts="notices" />
          </section>
        )
      }
    </Loaded>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("notices:title"), noIndex: true }),
  Component: NoticesPage,
});
