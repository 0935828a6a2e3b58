import { useState } from "react";
import type { Referral } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Drawing } from "../../../../ui/Drawing";
import { Hero } from "../../../../ui/Hero";
import { Icon } from "../../../../ui/Icon";
import { Ltr } from "../../../../ui/Ltr";
import { copyLink, type ShareOutcome, shareLink } from "../model";

/** The headline, depending on who receives a reward. */
function headlineOf({ friend, referrer }: Referral["terms"]): string {
  if (friend === 0) return "referral:headline_get";
  return referrer === 0 ? "referral:headline_give" : "referral:headline";
}

/** The program's rewards, and the link to share. */
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
    <Hero className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <h2 className="text-2xl leading-tight font-semibold text-balance sm:text-3xl">
            {t(headlineOf(terms), {
              yours: money(terms.referrer),
              theirs: money(terms.friend),
            })}
          </h2>
          <p className="text-sm text-pretty">
            {t("referral:intro", { days: days(terms.window_days) })}
            {terms.rate > 0 &&
              ` ${t("referral:rate", {
                percent: format.number(terms.rate),
                days: days(terms.commission_days),
              })}`}{" "}
            {t("referral:cash")}
          </p>
        </div>
        <span className="-me-2 w-24 shrink-0 sm:w-32 *:h-auto *:w-full">
          <Drawing name="friends" />
        </span>
      </div>
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-control border-2 border-dashed border-line bg-card px-4 py-3 text-ink">
        <div>
          <dt className="text-sm text-muted">{t("referral:code")}</dt>
          <dd className="text-2xl font-bold tracking-widest">
            <Ltr>{mine.code}</Ltr>
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">{t("referral:link")}</dt>
          <dd className="text-sm break-all select-all">
            <Ltr>{mine.link}</Ltr>
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button
          icon="share"
          className="grow"
          onClick={() =>
            void shareLink(mine.link, t("referral:share_title"), text).then(setOutcome)
          }
        >
          {t("referral:share")}
        </Button>
        <Button
          icon="copy"
          className="grow"
          onClick={() => void copyLink(mine.link).then(setOutcome)}
        >
          {t("referral:copy")}
        </Button>
      </div>
      <p role="status" className={outcome === null ? "sr-only" : "flex items-center gap-2 text-sm"}>
        {outcome === "copied" && (
          <>
            <Icon name="check" />
            {t("referral:copied")}
          </>
        )}
        {outcome === "failed" && t("referral:copy_failed")}
      </p>
    </Hero>
  );
}
