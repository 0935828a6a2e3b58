import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { LogEntry, useActionName } from "../../../../backoffice/LogEntry";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { momentOf } from "../../../../lib/format/field";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { TextInput } from "../../../../ui/TextInput";
import { type LogLine, logChoicesQuery, logList } from "./api";

/** The staff's actions: each with its author, object, previous value and time. */
function LogPage() {
  const { t } = useTranslation("audit");
  const scope = useScope();
  const { query } = usePage();
  const { params, change } = useListAddress("staff", "action");
  const choices = useQuery(logChoicesQuery(scope)).data;
  const nameOf = useActionName();
  const day = (name: "from" | "until") => query.get(name);
  const moment = (name: "from" | "until", time: string) =>
    (day(name) && momentOf(`${day(name)}T${time}`)) || "";
  const list = useInfiniteQuery(
    logList(scope, {
      staff: params.staff,
      action: params.action,
      object: params.q,
      from: moment("from", "00:00"),
      until: moment("until", "23:59"),
    }),
  );
  return (
    <RecordList<LogLine>
      title={t("title")}
      list={list}
      search={t("search")}
      filters={[
        {
          name: "staff",
          label: t("who"),
          all: t("everybody"),
          options: (choices?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: "action",
          label: t("what"),
          all: t("everything"),
          options: (choices?.actions ?? []).map((value) => ({ value, label: nameOf(value) })),
        },
      ]}
      draw={(line) => <LogEntry line={line} withObject />}
      empty={{ icon: "list", title: t("empty"), text: t("empty_text") }}
    >
      <div className="flex flex-wrap gap-3">
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            label={t(name)}
            type="date"
            value={day(name)}
            className="w-full sm:w-52"
            onValueChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </RecordList>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("audit:title"), noIndex: true }),
  Component: LogPage,
});
