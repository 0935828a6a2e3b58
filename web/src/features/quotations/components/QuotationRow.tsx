import type { QuotationCard } from "../../../api/types";
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
    <Card as="article" padding="sm" pressable className="flex gap-4">
      <Picture
        src={image.src}
        alt=""
        width={image.width}
        height={image.height}
        className="size-20 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link to={paths.quotation(quotation.id)} look="cover">
              {quotation.branch.name}
            </Link>
          </h3>
          <StateBadge state={quotation.state} label={quotation.state_label} />
        </div>
        <p className="text-sm text-muted">
          {quotation.first_items.join(t("quotations:comma"))}
          {" · "}
          {t("quotations:units", { count: quotation.items_quantity })}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <p className="text-muted">
            <Ltr>{quotation.number}</Ltr>
            {" · "}
            <bdi>
              {waits && until
                ? t("quotations:until", { when: format.dayTime(Date.parse(until)) })
                : format.dayTime(Date.parse(quotation.created_at))}
            </bdi>
          </p>
          {total !== null && (
            <p className="font-semibold tabular-nums">
              <bdi>{format.money(total, quotation.currency)}</bdi>
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}
