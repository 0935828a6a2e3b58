import type { QuotationCard } from "../../../../api/types";
import { capital } from "../../../../lib/format/capital";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { BranchNameInLines } from "../../../../shop/branches/BranchName";
import { Goods } from "../../../../shop/orders/Goods";
import { StoreMark } from "../../../../shop/orders/StoreMark";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { QuotationSteps } from "./QuotationSteps";
import { StateBadge } from "./StateBadge";

/** A quotation in the list, like an order: its store, items, total and state. */
export function QuotationRow({ quotation }: { quotation: QuotationCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, expires_at: until } = quotation;
  const waits = quotation.state === "priced" || quotation.state === "accepted";
  return (
    <Card as="article" padding="none" pressable className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <StoreMark name={quotation.store.name} image={quotation.store_image} className="size-14" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3 className="font-semibold">
            <Link to={paths.quotation(quotation.id)} look="cover">
              <BranchNameInLines name={quotation.branch.name} />
            </Link>
          </h3>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StateBadge state={quotation.state} label={quotation.state_label} />
            <bdi className={waits && until ? "font-medium text-ink" : undefined}>
              {waits && until
                ? t("quotations:until", { when: format.dayTime(Date.parse(until)) })
                : capital(format.day(Date.parse(quotation.created_at)))}
            </bdi>
            <Ltr className="whitespace-nowrap max-sm:hidden">{quotation.number}</Ltr>
          </div>
        </div>
      </div>
      {quotation.open && (
        <div className="text-go">
          <QuotationSteps state={quotation.state} />
        </div>
      )}
      <p className="line-clamp-1 text-sm text-muted">
        <Words>{format.list(quotation.first_items, t("quotations:comma"))}</Words>
        {quotation.more_items > 0 && ` ${t("orders:and_more", { count: quotation.more_items })}`}
      </p>
      <div className="mt-auto flex min-h-11 items-center justify-between gap-3">
        <Goods images={quotation.first_images} more={quotation.more_items} tint={quotation.tint} />
        <div className="ms-auto text-end">
          <p className="text-sm whitespace-nowrap text-muted">
            {t("quotations:units", { count: quotation.items_quantity })}
          </p>
          {total !== null && (
            <p className="text-lg leading-6 font-semibold whitespace-nowrap tabular-nums">
              <bdi>{format.money(total, quotation.currency)}</bdi>
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
