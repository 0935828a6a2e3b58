import { useInfiniteQuery } from "@tanstack/react-query";
import { RecordList } from "../../../../backoffice/RecordList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { type RunRow, runsList } from "./api";
import { ExportForm } from "./components/ExportForm";
import { FileDrop } from "./components/FileDrop";
import { tones } from "./model";

/** Imported files, and the export of the catalogue. */
function ImportsPage() {
  const { t } = useTranslation("imports");
  const format = useFormat();
  const list = useInfiniteQuery(runsList(useScope()));
  return (
    <RecordList<RunRow>
      title={t("title")}
      list={list}
      to={({ id }) => `/imports/${encodeURIComponent(id)}`}
      columns={[
        {
          id: "file",
          label: t("file"),
          cell: ({ file }) => <bdi className="break-all">{file}</bdi>,
        },
        { id: "format", label: t("format"), cell: ({ format: one }) => t(`format_${one}`) },
        {
          id: "state",
          label: t("state"),
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>,
        },
        {
          id: "rows",
          label: t("rows"),
          align: "end",
          cell: ({ rows }) => format.number(rows),
        },
        { id: "by", label: t("by"), cell: ({ by }) => by || t("by_command") },
        { id: "at", label: t("at"), cell: ({ at }) => format.dayTime(Date.parse(at)) },
      ]}
      empty={{ icon: "note", title: t("empty"), text: t("empty_text") }}
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FileDrop />
        <ExportForm />
      </div>
      <h2 className="text-lg font-semibold">{t("history")}</h2>
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("imports:title"), noIndex: true }),
  Component: ImportsPage,
});
