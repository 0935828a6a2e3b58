import type { ReactNode } from "react";
import { capital } from "../../../../lib/format/capital";
import { usePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { AddressLines } from "../../../../shop/addresses/AddressLines";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Section } from "../../../../ui/Section";
import { VariantName } from "../../../../ui/VariantName";
import type { Preview, Returnable } from "../api";
import {
  addressOf,
  amountOf,
  chosen,
  type Draft,
  type PartName,
  plainIban,
  reasonsOf,
  slotOf,
} from "../model";
import { RefundSums } from "./RefundSums";

export interface SummaryStepProps {
  offer: Returnable;
  draft: Draft;
  preview: Preview;
  changing: boolean;
}

/** The summary of the request, each part with a link to change it. */
export function SummaryStep({ offer, draft, preview, changing }: SummaryStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const slot = offer.slots.find(({ id }) => id === slotOf(offer, draft));
  const place = offer.addresses.find(({ id }) => id === addressOf(offer, draft));
  const iban = plainIban(draft.iban);
  return (
    <div className="flex flex-col gap-4">
      <Part title={t("returns:step_items")} step="items">
        <ul className="flex flex-col gap-3">
          {chosen(offer, draft).map(([lineId, item]) => {
            const line = offer.items.find(({ line_id }) => line_id === lineId);
            const refund = preview.lines.find(({ line_id }) => line_id === lineId)?.refund;
            return (
              <li key={lineId} className="flex justify-between gap-4">
                <div className="min-w-0">
                  <p className="font-medium">
                    {line ? amountOf(format, line, item.qty) : format.amount(item.qty, 0)} ×{" "}
                    <Isolate>{line?.product.name}</Isolate>
                    {line && <VariantName>{line.variant_name}</VariantName>}
                  </p>
                  <p className="text-sm text-muted">
                    <Isolate>
                      {reasonsOf(offer, lineId).find(({ id }) => id === item.reason)?.name}
                    </Isolate>
                  </p>
                  {item.comment && (
                    <p className="text-sm break-words">
                      <bdi>{item.comment}</bdi>
                    </p>
                  )}
                  {item.photos.length > 0 && (
                    <p className="text-sm text-muted">
                      {t("returns:photos_count", { count: item.photos.length })}
                    </p>
                  )}
                </div>
                {refund !== undefined && (
                  <bdi className="tabular-nums">{format.money(refund, preview.currency)}</bdi>
                )}
              </li>
            );
          })}
        </ul>
      </Part>
      <Part title={t("returns:step_refund")} step="refund">
        <RefundSums
          steps={preview.steps}
          parts={preview.parts}
          currency={preview.currency}
          account={iban === "" ? "" : `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`}
          changing={changing}
        />
      </Part>
      <Part title={t("returns:step_pickup")} step="pickup">
        {place && (
          <div>
            <AddressLines address={place.address} />
          </div>
        )}
        {slot && (
          <p className="font-medium">
            {capital(format.day(Date.parse(slot.from)))}
            {t("returns:comma")}
            {t("returns:from_to", {
              from: format.time(Date.parse(slot.from)),
              to: format.time(Date.parse(slot.to)),
            })}
          </p>
        )}
      </Part>
    </div>
  );
}

function Part({
  title,
  step,
  children,
}: {
  title: string;
  step: "items" | PartName;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  return (
    <Card>
      <Section
        title={title}
        level={3}
        action={
          <Link
            to={`${path}${query.with({ step })}`}
            aria-label={t("returns:change_part", { part: title })}
            className="inline-flex min-h-11 items-center"
          >
            {t("returns:change")}
          </Link>
        }
      >
        {children}
      </Section>
    </Card>
  );
}
