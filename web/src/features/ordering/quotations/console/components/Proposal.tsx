import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Notice } from "../../../../../ui/Notice";
import { TextInput } from "../../../../../ui/TextInput";
import { longestNote } from "../../model";
import { type ConsoleQuotation, decideOffer, quotationQuery } from "../api";

/** An offer that awaits approval: its prices, and for a second person the decision. */
export function Proposal({ quotation }: { quotation: ConsoleQuotation }) {
  const { t } = useTranslation("quotations");
  const format = useFormat();
  const client = useQueryClient();
  const { queryKey } = quotationQuery(useScope(), quotation.id);
  const [why, setWhy] = useState("");
  const { busy, problem, run } = useAction();
  const { proposal, currency } = quotation;
  if (proposal === null) return null;
  const money = (amount: number) => format.money(amount, currency);

  if (proposal.declined_by !== null) {
    return (
      <Notice tone="warning" title={t("offer_declined", { name: proposal.declined_by })}>
        <bdi>{proposal.declined_why}</bdi>
      </Notice>
    );
  }
  const decide = (approve: boolean) =>
    run(
      async () => {
        const body = { proposal: proposal.id, approve, note: why.trim() };
        client.setQueryData(queryKey, await decideOffer(quotation.id, body));
      },
      {
        leaves: true,
        // Somebody else has decided it, or it has changed in the meantime: show the current state.
        failed: () => void client.invalidateQueries({ queryKey }),
      },
    );
  const facts = [
    [t("delivery"), money(proposal.delivery_price)],
    [t("total"), money(proposal.total)],
    [t("valid"), t("days", { count: proposal.valid_days })],
  ] as const;
  return (
    <Card as="section" aria-label={t("waits")} className="flex flex-col gap-3">
      <Badge tone="offer" className="self-start">
        {t("waits")}
      </Badge>
      <p>
        {t("waits_text", {
          name: proposal.by,
          below: money(proposal.below),
          alone: money(proposal.alone),
        })}
      </p>
      <ul className="divide-y divide-line text-sm">
        {proposal.lines.map((line) => {
          const item = quotation.shelf.find(({ id }) => id === line.id);
          return (
            <li key={line.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <bdi>{item?.product.name}</bdi>
              <span className="tabular-nums">
                {`${format.amount(item?.qty ?? 0, item?.unit_grams ?? 0)} × `}
                <bdi className="font-semibold">{money(line.unit_price)}</bdi>
                <span className="text-muted">
                  {` · ${t("shelf", { price: money(item?.shelf_price ?? 0) })}`}
                </span>
              </span>
            </li>
          );
        })}
        {facts.map(([label, value]) => (
          <li key={label} className="flex justify-between gap-4 py-2">
            <span>
              <Isolate>{label}</Isolate>
            </span>
            <bdi className="tabular-nums">{value}</bdi>
          </li>
        ))}
      </ul>
      {proposal.note !== "" && (
        <p className="text-sm text-muted">
          <bdi>{proposal.note}</bdi>
        </p>
      )}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {proposal.can_decide ? (
        <>
          <TextInput
            label={t("decline_why")}
            optionalLabel={t("optional")}
            value={why}
            onValueChange={setWhy}
            maxLength={longestNote}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" loading={busy} onClick={() => void decide(true)}>
              {t("approve_offer")}
            </Button>
            <Button loading={busy} onClick={() => void decide(false)}>
              {t("decline_offer")}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-sm">{proposal.why_not || t("waits_for")}</p>
      )}
    </Card>
  );
}
