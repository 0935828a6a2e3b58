import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../../../api/useAction";
import { bulkRun } from "../../../../backoffice/bulk";
import { RecordList } from "../../../../backoffice/RecordList";
import { toasts } from "../../../../backoffice/toasts";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { type DeadMessage, messagesList, sendAgain } from "./api";

/** Messages that could not be delivered, and why. */
function MessagesPage() {
  const { t } = useTranslation("messages");
  const client = useQueryClient();
  const list = useInfiniteQuery(messagesList(useScope()));
  return (
    <RecordList<DeadMessage>
      title={t("title")}
      list={list}
      nameOf={({ to, template }) => to || template}
      bulk={[
        {
          id: "resend",
          label: t("again"),
          icon: "refresh",
          run: bulkRun(client, "/console/messages/bulk", "resend"),
        },
      ]}
      draw={(message) => <Row message={message} />}
      empty={{ icon: "check", title: t("empty"), text: t("empty_text") }}
    >
      <p className="text-muted">{t("text")}</p>
    </RecordList>
  );
}

/** The outcome of the message that was sent instead, as a text key of this page. */
const insteads: Readonly<Record<string, string>> = {
  queued: "instead_waits",
  sent: "instead_sent",
  delivered: "instead_sent",
  failed: "instead_failed",
  undelivered: "instead_failed",
};

function Row({ message }: { message: DeadMessage }) {
  const { t } = useTranslation("messages");
  const { dayTime, number } = useFormat();
  const client = useQueryClient();
  const { busy, problem, run } = useAction();
  const instead = insteads[message.instead];

  async function again() {
    if (busy) return;
    await run(async () => {
      await sendAgain(message.id);
      toasts.show({ text: t("sent"), tone: "success" });
      await client.invalidateQueries({ queryKey: ["/console/messages"] });
    });
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {t(`channel_${message.channel}`)}
          {message.to !== "" && (
            <>
              {" "}
              <Ltr>{message.to}</Ltr>
            </>
          )}
        </h2>
        <Badge tone="trouble">{t(`state_${message.state}`)}</Badge>
        <time dateTime={message.at} className="ms-auto text-sm text-muted">
          {dayTime(Date.parse(message.at))}
        </time>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{t("template")}</dt>
        <dd className="break-words">
          <Ltr>{message.template}</Ltr>
        </dd>
        <dt className="text-muted">{t("problem")}</dt>
        <dd className="break-words">
          <bdi>{message.problem}</bdi>
        </dd>
        <dt className="text-muted">{t("tries")}</dt>
        <dd>{number(message.attempts)}</dd>
      </dl>
      {instead && <p className="text-sm">{t(instead)}</p>}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {message.again && (
        <Button
          variant="soft"
          size="sm"
          icon="refresh"
          className="self-start"
          loading={busy}
          loadingLabel={t("sending")}
          onClick={() => void again()}
        >
          {t("again")}
          <span className="sr-only"> {message.to}</span>
        </Button>
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("messages:title"), noIndex: true }),
  Component: MessagesPage,
});
