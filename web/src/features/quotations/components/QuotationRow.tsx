import type { QuotationCard } from "../../../api/types";
import { capital } from "../../../lib/format/capital";
import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Card } from "../../../ui/Card";
import { Link } from "../../../ui/Link";
import { Ltr } from "../../../ui/Ltr";
import { Picture } from "../../../ui/Picture";
import { StateBadge } from "./StateBadge";

/** A quotation in the list: from whom, of what, how much, where it stands. */
export function QuotationRow({ quotation }: { quotation: QuotationCard }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { image, total, expires_at: until } = quotation;
  const waits = quotation.state === "priced" || quotation.state === "accepted";
  return (
    <Card as="article" padding="none" pressable className="flex h-full flex-col gap-3 p-4">
      <div className="flex gap-3">
        <Picture
          src={image.src}
          alt=""
          width={image.width}
          height={image.height}
          className="size-14 shrink-0"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3 className="line-clamp-1 font-semibold">
            <Link to={paths.quotation(quotation.id)} look="cover">
              {quotation.branch.name}
            </Link>
          </h3>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StateBadge state={quotation.state} label={quotation.state_label} />
            <Ltr className="whitespace-nowrap">{quotation.number}</Ltr>
          </div>
        </div>
      </div>
      <p className="line-clamp-2 text-sm text-muted">
        {quotation.first_items.join(t("quotations:comma"))}
        {" · "}
        {t("quotations:units", { count: quotation.items_quantity })}
      </p>
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
        <p className="text-sm text-muted">
          <bdi>
            {waits && until
              ? t("quotations:until", { when: format.dayTime(Date.parse(until)) })
              : capital(format.day(Date.parse(quotation.created_at)))}
          </bdi>
        </p>
        {total !== null && (
          <p className="text-lg font-semibold tabular-nums">
            <bdi>{format.money(total, quotation.currency)}</bdi>
          </p>
        )}
      </div>
    </Card>
  );
}
