import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { ProgressBar } from "../../../../ui/ProgressBar";
import { type Run, refresh, runQuery } from "./api";
import { Mapping } from "./components/Mapping";
import { Results } from "./components/Results";
import { Steps } from "./components/Steps";
import { resultOf, tones, underWay } from "./model";

const lookEvery = 1000;

/** One file: the meaning of its columns, the predicted results, and the actual ones. */
function ImportPage() {
  const { t } = useTranslation("imports");
  const { params } = usePage();
  const id = params.id ?? "";
  const client = useQueryClient();
  const query = useQuery({
    ...runQuery(useScope(), id),
    refetchInterval: ({ state }) => (state.data && underWay(state.data.state) ? lookEvery : false),
  });
  const state = query.data?.state;
  // The results are requested again whenever the state changes.
  useEffect(() => {
    if (state) void refresh(client);
  }, [state, client]);
  return (
    <RecordPage<Run>
      back={{ to: "/imports", label: t("back") }}
      query={query}
      title={(run) => <bdi className="break-all">{run?.file}</bdi>}
      badge={(run) => run && <Badge tone={tones[run.state]}>{t(`state_${run.state}`)}</Badge>}
      history={(run) => <RecordHistory object={run.id} />}
    >
      {(run) =>
        run && (
          <>
            <State run={run} />
            {run.can.includes("set") && <Mapping key={run.id} run={run} />}
            <Results run={run} />
          </>
        )
      }
    </RecordPage>
  );
}

function State({ run }: { run: Run }) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const counts = (["added", "changed", "same", "refused"] as const).flatMap((what) => {
    const n = run.counts[what] ?? 0;
    return n > 0 ? [`${t(`outcome_${what}`)}: ${number(n)}`] : [];
  });
  const result = resultOf(run.counts);
  const share = run.rows > 0 ? Math.round((100 * run.rows_done) / run.rows) : 0;
  return (
    <Card className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {[
          [t("format"), t(`format_${run.format}`)],
          [t("rows"), number(run.rows)],
          [t("file_size"), t("kilobytes", { number: number(Math.ceil(run.size / 1024)) })],
          [t("by"), run.by || t("by_command")],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">
              <Isolate>{name}</Isolate>
            </dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {(run.state === "checking" || run.state === "running") && (
        <div className="flex flex-col gap-1.5">
          <ProgressBar
            label={t(`state_${run.state}`)}
            value={run.rows_done}
            max={run.rows}
            valueText={t("progress", { done: number(run.rows_done), all: number(run.rows) })}
          />
          <p className="text-sm text-muted tabular-nums">
            {t("progress", { done: number(run.rows_done), all: number(run.rows) })} ·{" "}
            {t("percent", { number: number(share) })}
          </p>
        </div>
      )}
      {run.state === "undoing" && <Notice live>{t("undoing_text")}</Notice>}
      {run.state === "redoing" && <Notice live>{t("redoing_text")}</Notice>}
      {run.state === "checked" && (
        <Notice tone={result} title={t("checked_title")} live>
          {counts.join(" · ")}
        </Notice>
      )}
      {(run.state === "done" || run.state === "stopped") && (
        <Notice
          tone={run.state === "done" ? result : "warning"}
          title={t(
            run.state !== "done"
              ? "stopped_title"
              : result === "trouble"
                ? "done_nothing"
                : "done_title",
          )}
          live
        >
          {counts.join(" · ")}
          {run.turns > 0 && run.left > 0 && <p>{t("left_text", { count: run.left })}</p>}
        </Notice>
      )}
      {run.state === "undone" && (
        <Notice tone={run.left > 0 ? "warning" : "success"} title={t("undone_title")} live>
          {run.left > 0 ? t("left_text", { count: run.left }) : t("undone_text")}
        </Notice>
      )}
      {run.wrong && (
        <Notice tone="trouble" title={t("state_failed")} live>
          {run.wrong}
        </Notice>
      )}
      {run.unplaced.length > 0 && (
        <Notice tone="warning" title={t("unplaced")}>
          <bdi>{run.unplaced.join(t("comma"))}</bdi>
        </Notice>
      )}
      <Steps run={run} />
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("imports:title"), noIndex: true }),
  Component: ImportPage,
});
