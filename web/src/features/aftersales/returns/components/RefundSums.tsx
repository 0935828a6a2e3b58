import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Icon, type IconName } from "../../../../ui/Icon";
import { SumList } from "../../../../ui/SumList";
import type { Part, Step } from "../api";

const icons: Record<Part["to"], IconName> = {
  card: "card",
  wallet: "wallet",
  bank: "building",
  points: "star",
};

export interface RefundSumsProps {
  steps: readonly Step[];
  parts: readonly Part[];
  currency: string;
  /** The account of a transfer, masked. */
  account?: string;
  changing?: boolean;
}

/** The calculation of a refund, line by line, and the destination of each part. */
export function RefundSums({ steps, parts, currency, account, changing }: RefundSumsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div
      aria-busy={changing}
      className={changing ? "opacity-60 transition-opacity" : "transition-opacity"}
    >
      <SumList
        lines={steps.map((step) => ({
          id: step.code,
          label: step.label,
          value: format.money(step.amount, currency),
          note: step.detail,
          tone: step.code === "total" ? "total" : step.amount < 0 ? "less" : "plain",
        }))}
      />
      {parts.length > 0 && (
        <ul aria-label={t("returns:ways")} className="mt-3 flex flex-col gap-2">
          {parts.map((part) => (
            <li key={part.to} className="flex items-start gap-3 text-sm">
              <Icon name={icons[part.to]} className="mt-0.5 text-go-text" />
              <span className="min-w-0 flex-1">
                {part.label}
                {part.to === "bank" && account && (
                  <>
                    {" "}
                    <bdi dir="ltr">{account}</bdi>
                  </>
                )}
                <span className="block text-muted">
                  {part.state_label}
                  {part.done_at && (
                    <>
                      {" · "}
                      <bdi>{format.dayTime(Date.parse(part.done_at))}</bdi>
                    </>
                  )}
                </span>
              </span>
              <bdi className="tabular-nums">{format.money(part.amount, currency)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
