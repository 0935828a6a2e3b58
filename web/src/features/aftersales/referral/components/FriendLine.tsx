import type { ReferralFriend } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { initials } from "../../../../ui/initials";
import { Line } from "../../../../ui/Lines";
import { pendingOf, tones } from "../model";

/** An invited friend: their state, their purchases, and the rewards from them. */
export function FriendLine({ friend }: { friend: ReferralFriend }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, friend.currency);
  const pending = pendingOf(friend);
  return (
    <Line
      lead={
        <span
          aria-hidden="true"
          className="flex size-12 shrink-0 items-center justify-center rounded-full bg-tint-plum font-semibold"
        >
          {initials(friend.name)}
        </span>
      }
      title={
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi>{friend.name}</bdi>
          <Badge tone={tones[friend.state]}>{friend.state_label}</Badge>
        </h3>
      }
      text={
        <>
          <p>{t("referral:joined_on", { date: format.date(Date.parse(friend.date)) })}</p>
          {friend.due_at !== null && (
            <p>{t("referral:due", { date: format.date(Date.parse(friend.due_at)) })}</p>
          )}
          {friend.purchase_amount > 0 && (
            <p>
              {t("referral:purchases")}: <bdi>{money(friend.purchase_amount)}</bdi> ·{" "}
              {t("referral:rate_label")}:{" "}
              {t("referral:percent", { percent: format.number(friend.rate) })}
            </p>
          )}
        </>
      }
      end={
        <p>
          <span className="block text-sm text-muted">
            {t(pending > 0 && friend.earned === 0 ? "referral:expected" : "referral:friend_earned")}
          </span>
          <bdi
            className={`font-semibold tabular-nums ${friend.earned > 0 ? "text-good-text" : "text-muted"}`}
          >
            {money(friend.earned || pending)}
          </bdi>
        </p>
      }
    >
      {friend.purchases.length > 0 && (
        <details className="text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-go-text">
            {t("referral:show_purchases", { count: friend.purchases.length })}
          </summary>
          <ul className="divide-y divide-line">
            {friend.purchases.map((purchase) => (
              <li
                key={`${purchase.date} ${purchase.purchase_amount}`}
                className="flex flex-wrap justify-between gap-x-3 py-2"
              >
                <span>
                  {t("referral:purchase_row", {
                    date: format.date(Date.parse(purchase.date)),
                    amount: money(purchase.purchase_amount),
                  })}
                </span>
                <span className="text-muted">
                  {purchase.state === "void"
                    ? purchase.state_label
                    : `${t("referral:purchase_earned", { amount: money(purchase.earned) })} · ${purchase.state_label}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Line>
  );
}
