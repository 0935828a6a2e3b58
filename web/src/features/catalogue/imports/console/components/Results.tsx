import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { RecordList } from "../../../../../backoffice/RecordList";
import { useListAddress } from "../../../../../backoffice/useListAddress";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { Link } from "../../../../../ui/Link";
import { type Phase, type ResultRow, type Run, resultsList } from "../api";
import { phaseOf, toneOf } from "../model";
import { Problems } from "./Problems";

const outcomes = ["", "told", "unplaced", "added", "changed", "same", "refused"] as const;

/** The actual or predicted result for each product of the file. */
export function Results({ run }: { run: Run }) {
  const phase = phaseOf(run);
  return phase === null ? null : <Rows key={phase} run={run} phase={phase} />;
}

function Rows({ run, phase }: { run: Run; phase: Phase }) {
  const { t } = useTranslation("imports");
  const { params } = useListAddress("outcome");
  const back = phase === "undo" || phase === "redo";
  const list = useInfiniteQuery(resultsList(useScope(), run.id, phase, back ? "" : params.outcome));
  const rows = {
    ...list,
    data: list.data && {
      pages: list.data.pages.map((page, part) => ({
        ...page,
        items: page.items.map((one, at) => ({ ...one, id: `${part}-${at}` })),
      })),
    },
  };
  return (
    <RecordList<ResultRow & { id: string }>
      bare
      title={t(`results_${phase}`)}
      list={rows}
      draw={(row) => <Row row={row} phase={phase} />}
      {...(back
        ? {}
        : {
            views: {
              name: "outcome",
              label: t("outcome"),
              options: outcomes.map((value) => ({ value, label: t(`outcome_${value || "all"}`) })),
            },
          })}
      empty={{
        icon: "check",
        title: t(back ? "nothing_left" : "nothing_yet"),
        text: t(back ? "nothing_left_text" : "nothing_yet_text"),
      }}
    />
  );
}

function Row({ row, phase }: { row: ResultRow; phase: Phase }) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const to = row.group_id
    ? `/extras/${encodeURIComponent(row.group_id)}`
    : `/products/${encodeURIComponent(row.product_id)}`;
  const leads =
    row.product_id + row.group_id !== "" && !(phase === "check" && row.outcome === "added");
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">
          {leads ? (
            <Link to={to}>
              <span dir="auto">{row.name || t("no_name")}</span>
            </Link>
          ) : (
            <span dir="auto">{row.name || t("no_name")}</span>
          )}
        </span>
        <Badge tone={toneOf(row)}>{t(`outcome_${row.outcome}`)}</Badge>
        {row.line > 0 && (
          <span className="text-sm text-muted">{t("line", { number: number(row.line) })}</span>
        )}
      </div>
      <Problems of={row.problems} />
      {row.unplaced.length > 0 && (
        <p className="text-sm text-muted">
          {t("row_unplaced")}{" "}
          {row.unplaced.map(({ column, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
            <Fragment key={at}>
              {at > 0 && t("comma")}
              <bdi className="font-medium">{column || t("no_name")}</bdi> <bdi>({value})</bdi>
            </Fragment>
          ))}
          {row.more_unplaced > 0 && (
            <>
              {t("comma")}
              {t("row_unplaced_more", {
                count: row.more_unplaced,
                number: number(row.more_unplaced),
              })}
            </>
          )}
        </p>
      )}
    </div>
  );
}
