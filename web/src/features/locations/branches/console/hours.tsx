import { useInfiniteQuery } from "@tanstack/react-query";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordList } from "../../../../backoffice/RecordList";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { type NamedDays, namedDaysList } from "./api";

const tones = { later: "offer", now: "good", over: "neutral", archived: "trouble" } as const;

/** Days with special hours, such as Ramadan or a feast. */
function NamedDaysPage() {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const format = useFormat();
  const list = useInfiniteQuery(namedDaysList(scope, {}));
  return (
    <RecordList<NamedDays>
      title={t("named_days")}
      create={{ to: "/hours/new", label: t("new_days") }}
      list={list}
      to={({ id }) => `/hours/${encodeURIComponent(id)}`}
      columns={[
        { id: "name", label: t("name"), cell: (one) => nameIn(scope.lang, one) },
        {
          id: "days",
          label: t("from_to"),
          cell: ({ starts_on, ends_on }) => format.words(`${starts_on} – ${ends_on}`),
        },
        {
          id: "state",
          label: t("state"),
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`days_${state}`)}</Badge>,
        },
        {
          id: "branches",
          label: t("branches"),
          align: "end",
          cell: ({ branches }) => format.number(branches.length),
        },
      ]}
      empty={{ icon: "calendar", title: t("no_days"), text: t("no_days_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:named_days"), noIndex: true }),
  Component: NamedDaysPage,
});
