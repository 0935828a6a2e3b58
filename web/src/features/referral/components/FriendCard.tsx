import type { ReferralFriend } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { tones } from "../model";

/** A friend: where they stand, what they bought, what that has earned. */
export function FriendCard({ friend }: { friend: ReferralFriend }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, friend.currency);
  const facts = [
    { label: t("referral:friend_earned"), value: money(friend.earned) },
    { label: t("referral:purchases"), value: money(friend.purchase_amount) },
    {
      label: t("referral:rate_label"),
      value: t("referral:percent", { percent: format.number(friend.rate) }),
    },
  ];
  return (
    <Card as="article" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          <bdi>{friend.name}</bdi>
        </h3>
        <Badge tone={tones[friend.state]}>{friend.state_label}</Badge>
      </div>
      <p className="text-sm text-muted">
        {t("referral:joined_on", { date: format.date(Date.parse(friend.date)) })}
        {friend.due_at !== null &&
          ` · ${t("referral:due", { date: format.date(Date.parse(friend.due_at)) })}`}
      </p>
      <dl className="grid grid-cols-3 gap-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
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
    </Card>
  );
}
