import { useQuery } from "@tanstack/react-query";
import type { QuotationState } from "../../../api/types";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { Section } from "../../../ui/Section";
import { meQuery } from "../../auth/console/api";
import { BranchSelect } from "../../auth/console/components/BranchSelect";
import { StateBadge } from "../components/StateBadge";
import { type QueueItem, queueQuery } from "./api";

/** How often the queue looks again. */
const lookEvery = 20_000;

/** What shoppers ask prices for: those that wait for the branch first. */
function QueuePage() {
  const { t } = useTranslation("quotations");
  const { query, path } = usePage();
  const navigate = useNavigate();
  const scope = useScope();
  const branch = query.get("branch_id");
  const { data: me } = useQuery(meQuery(scope));
  const queue = useQuery({ ...queueQuery(scope, branch), refetchInterval: lookEvery });
  const branches = me?.branches ?? [];
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <h1 className="flex min-h-12 flex-1 items-center text-2xl font-bold">{t("title")}</h1>
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={(id) => navigate(`${path}${query.with({ branch_id: id })}`, { replace: true })}
          quiet
        />
      </div>
      <Loaded
        query={queue}
        texts="quotations"
        instead={{
          400: (words) => <EmptyState icon="lock" title={t("not_yours")} text={words} />,
        }}
        skeleton={["h-24", "h-24", "h-24"]}
      >
        {(columns) =>
          columns.every(({ quotations }) => quotations.length === 0) ? (
            <EmptyState icon="note" title={t("empty")} text={t("empty_text")} />
          ) : (
            columns
              .filter(({ quotations }) => quotations.length > 0)
              .map(({ state, label, quotations }) => (
                <Section key={state} title={t("column", { label, count: quotations.length })}>
                  <ul className="grid gap-3 lg:grid-cols-2">
                    {quotations.map((quotation) => (
                      <li key={quotation.id}>
                        <Row
                          quotation={quotation}
                          showBranch={branch === "" && branches.length !== 1}
                        />
                      </li>
                    ))}
                  </ul>
                </Section>
              ))
          )
        }
      </Loaded>
    </div>
  );
}

function Row({ quotation, showBranch }: { quotation: QueueItem; showBranch: boolean }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  return (
    <Card as="article" padding="sm" pressable className="flex h-full flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <Link to={`/quotations/${encodeURIComponent(quotation.id)}`} look="cover">
            <bdi>{quotation.company_name || quotation.customer || quotation.number}</bdi>
          </Link>
        </h3>
        <StateBadge
          state={quotation.state satisfies QuotationState}
          label={quotation.state_label}
        />
      </div>
      <p className="text-sm text-muted">
        <Ltr>{quotation.number}</Ltr>
        {showBranch && <bdi>{` · ${quotation.branch.name}`}</bdi>}
        {" · "}
        <bdi>{format.relative(Date.parse(quotation.updated_at))}</bdi>
      </p>
      <p className="line-clamp-1 text-sm">{quotation.first_items.join(t("comma"))}</p>
      <p className="mt-auto flex flex-wrap justify-between gap-3 text-sm">
        <span className="text-muted">{t("units", { count: quotation.items_quantity })}</span>
        {quotation.total !== null && (
          <bdi className="font-semibold tabular-nums">
            {format.money(quotation.total, quotation.currency)}
          </bdi>
        )}
      </p>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:title"), noIndex: true }),
  Component: QueuePage,
});
