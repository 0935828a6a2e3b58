import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../../api/errors";
import { itemsOf } from "../../../../api/query";
import { capital } from "../../../../lib/format/capital";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { markAllRead, markRead, noticesList, unreadQuery } from "../../../../shop/notices/api";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Loaded } from "../../../../ui/Loaded";
import { More } from "../../../../ui/More";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { NoticeRow } from "../components/NoticeRow";
import { PushSwitch } from "../components/PushSwitch";
import { asRead, daysOf } from "../model";

function NoticesPage() {
  const { t } = useTranslation("notices");
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("title")} />
      <SignInFirst>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
          <aside className="lg:order-last">
            <PushSwitch />
          </aside>
          <Inbox />
        </div>
      </SignInFirst>
    </Container>
  );
}

function Inbox() {
  const { t } = useTranslation("notices");
  const { query } = usePage();
  const format = useFormat();
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
            picture={<Drawing name="notices" />}
            title={t("empty")}
            text={t("empty_text")}
            action={
              <ButtonLink to={paths.myOrders} variant="primary">
                {t("to_orders")}
              </ButtonLink>
            }
          />
        ) : (
          <section aria-label={t("title")} className="flex flex-col gap-6">
            {problem && (
              <Notice tone="trouble" live>
                {problem}
              </Notice>
            )}
            {daysOf(notices, (at) => capital(format.day(at))).map(({ day, items }, place) => (
              <section key={day} aria-label={day} className="flex flex-col gap-2">
                <div className="flex min-h-11 items-center justify-between gap-4">
                  <h2 className="text-lg font-semibold">{day}</h2>
                  {place === 0 && notices.some((one) => !one.read) && (
                    <Button variant="plain" size="sm" icon="check" onClick={() => void read(null)}>
                      {t("mark_all")}
                    </Button>
                  )}
                </div>
                <ul className="divide-y divide-line overflow-hidden rounded-card bg-card shadow-soft">
                  {items.map((notice) => (
                    <NoticeRow
                      key={notice.id}
                      notice={notice}
                      onRead={() => void read(notice.id)}
                    />
                  ))}
                </ul>
              </section>
            ))}
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
