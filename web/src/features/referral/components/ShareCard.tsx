import { useState } from "react";
import type { Referral } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Lattice } from "../../../ui/Lattice";
import { Ltr } from "../../../ui/Ltr";
import { copyLink, type ShareOutcome, shareLink } from "../model";

/** What the program gives, and the link to pass on. */
export function ShareCard({ mine }: { mine: Referral }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const { terms } = mine;
  const money = (amount: number) => format.money(amount, mine.currency);
  const days = (count: number) => t("referral:days", { count });
  const text = t("referral:share_text", {
    amount: money(terms.friend),
    days: days(terms.window_days),
  });
  return (
    <Card as="section" padding="lg" className="flex flex-col gap-4 overflow-hidden bg-go-soft">
      <Lattice size={64} />
      <p className="text-lg font-medium text-pretty">
        {t("referral:intro", {
          days: days(terms.window_days),
          referrer: money(terms.referrer),
          friend: money(terms.friend),
        })}
      </p>
      {terms.rate > 0 && (
        <p className="text-pretty">
          {t("referral:rate", {
            percent: format.number(terms.rate),
            days: days(terms.commission_days),
          })}
        </p>
      )}
      <dl className="grid gap-3 sm:grid-cols-[auto_1fr] sm:items-center sm:gap-x-6">
        <div>
          <dt className="text-sm text-muted">{t("referral:code")}</dt>
          <dd className="text-2xl font-bold tracking-widest">
            <Ltr>{mine.code}</Ltr>
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">{t("referral:link")}</dt>
          <dd className="break-all select-all">
            <Ltr>{mine.link}</Ltr>
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="lg"
          icon="share"
          onClick={() =>
            void shareLink(mine.link, t("referral:share_title"), text).then(setOutcome)
          }
        >
          {t("referral:share")}
        </Button>
        <Button size="lg" icon="copy" onClick={() => void copyLink(mine.link).then(setOutcome)}>
          {t("referral:copy")}
        </Button>
      </div>
      <p role="status" className="-mt-1 flex min-h-5 items-center gap-2 text-sm">
        {outcome === "copied" && (
          <>
            <Icon name="check" className="text-go-text" />
            {t("referral:copied")}
          </>
        )}
        {outcome === "failed" && t("referral:copy_failed")}
      </p>
    </Card>
  );
}
