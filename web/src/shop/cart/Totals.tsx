import type { ReactNode } from "react";
import type { Step } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { cx } from "../../ui/cx";
import { type SumLine, SumList } from "../../ui/SumList";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { stepTone } from "./model";

export interface TotalsProps {
  steps: readonly Step[];
  currency: string;
  /** A change is being saved: these totals are about to be replaced. */
  changing?: boolean;
  /** Shown under the delivery line while its fee is unknown. */
  deliveryNote?: ReactNode;
  /** The text for the discount; by default the amount saved. */
  saved?: (amount: string) => string;
  /** The order was not completed: the total is struck through. */
  struck?: boolean;
  /**
   * The text for the total in another currency; by default the approximate amount at the current rate.
   */
  display?: string | null;
}

/** Shows how the total is composed, line by line, with the included VAT below it. */
export function Totals({
  steps,
  currency,
  changing = false,
  deliveryNote,
  saved: said,
  struck = false,
  display,
}: TotalsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const tax = steps.find((step) => step.code === "tax_included");
  const totalNote = (total: number) => {
    const approx = display === undefined ? format.approx(total) : display;
    return (
      <>
        {tax && tax.amount > 0
          ? t(tax.detail ? "basket:vat_of_delivery" : "basket:vat_included", {
              amount: format.money(tax.amount, currency),
            })
          : null}
        {approx && <bdi className="block">{approx}</bdi>}
      </>
    );
  };
  // Offers are already included in the prices of the lines above, so the products' sum equals those
  // lines and is shown next to the sum before offers.
  const offer = steps.find((step) => step.code === "offer")?.amount ?? 0;
  const goods = (list: number) => (
    <>
      <s aria-hidden="true" className="me-2 text-sm text-muted">
        {format.money(list, currency)}
      </s>
      <VisuallyHidden>{`${t("basket:before_offers")} ${format.money(list, currency)} `}</VisuallyHidden>
      {format.money(list + offer, currency)}
    </>
  );
  const saved = (amount: number) => (
    <span className="font-medium text-good-text">
      {said?.(format.money(amount, currency)) ??
        t("basket:saved", { amount: format.money(amount, currency) })}
    </span>
  );
  const lines = steps
    .filter((step) => step.code !== "tax_included" && step.code !== "offer")
    .map((step): SumLine => {
      const free = step.code === "delivery" && step.amount === 0;
      const unknown = free && deliveryNote !== undefined;
      return {
        id: step.code,
        label: step.label,
        value: unknown ? (
          t("basket:not_known")
        ) : free ? (
          t("basket:free")
        ) : step.code === "items" && offer < 0 ? (
          goods(step.amount)
        ) : step.code === "total" && struck ? (
          <s className="text-muted">{format.money(step.amount, currency)}</s>
        ) : (
          format.money(step.amount, currency)
        ),
        note:
          step.code === "total" &&
          !struck &&
          ((tax && tax.amount > 0) || display || format.approx(step.amount))
            ? totalNote(step.amount)
            : step.code === "delivery" && deliveryNote !== undefined
              ? deliveryNote
              : step.code === "items" && offer < 0 && !struck
                ? saved(-offer)
                : step.detail,
        tone: stepTone(step),
      };
    });
  return (
    <div aria-busy={changing} className={cx("transition-opacity", changing && "opacity-60")}>
      <SumList lines={lines} />
    </div>
  );
}
