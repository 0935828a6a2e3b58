import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { ConsoleReferral } from "../../../../api/types";
import { RecordList } from "../../../../backoffice/RecordList";
import { toasts } from "../../../../backoffice/toasts";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { part } from "../../../../lib/part";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Ltr } from "../../../../ui/Ltr";
import { base, referralsList } from "./api";

const DecideDialog = part(() => import("./components/DecideDialog"));

const states = ["", "joined", "waiting", "paid", "refused"] as const;

/** Invitations whose referrer and friend may be the same person are held here for review. */
function ReferralsPage() {
  const { t } = useTranslation("referrals");
  const { params } = useListAddress("state");
  const list = useInfiniteQuery(referralsList(useScope(), params.state || "held"));
  return (
    <RecordList<ConsoleReferral>
      title={t("title")}
      list={list}
      draw={(referral) => <Row referral={referral} />}
      views={{
        name: "state",
        label: t("state"),
        options: states.map((value) => ({ value, label: t(`state_${value || "held"}`) })),
      }}
      empty={{ icon: "check", title: t("empty"), text: t("empty_text") }}
    >
      <p className="text-muted text-pretty">{t("text")}</p>
    </RecordList>
  );
}

function Row({ referral }: { referral: ConsoleReferral }) {
  const { t } = useTranslation("referrals");
  const format = useFormat();
  const client = useQueryClient();
  const [asking, setAsking] = useState<boolean | null>(null);
  const friend = referral.friend.name;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">{t("invited", { host: referral.referrer.name, friend })}</h2>
        {referral.reason_label && <Badge tone="trouble">{referral.reason_label}</Badge>}
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <Ltr>{referral.referrer.phone}</Ltr>
        <Ltr>{referral.friend.phone}</Ltr>
        <span>{t("created", { date: format.date(Date.parse(referral.created_at)) })}</span>
        <span>
          {referral.order_number === null
            ? t("no_order")
            : t("order", { number: referral.order_number })}
        </span>
        <span>{t("reward", { amount: format.money(referral.reward, referral.currency) })}</span>
      </p>
      {referral.evidence.length > 0 && (
        <ul className="list-disc ps-5 text-sm">
          {referral.evidence.map((one) => (
            <li key={`${one.reason} ${one.with.id}`}>
              {t("with", { reason: one.label, name: one.with.name })}{" "}
              <Ltr className="text-muted">{one.with.phone}</Ltr>
            </li>
          ))}
        </ul>
      )}
      {referral.can_decide && (
        <div className="mt-1 flex flex-wrap gap-3">
          <Button
            size="sm"
            variant="soft"
            aria-label={t("approve_label", { friend })}
            onClick={() => setAsking(true)}
          >
            {t("approve")}
          </Button>
          <Button
            size="sm"
            aria-label={t("refuse_label", { friend })}
            onClick={() => setAsking(false)}
          >
            {t("refuse")}
          </Button>
        </div>
      )}
      {asking !== null && (
        <Suspense fallback={null}>
          <DecideDialog
            id={referral.id}
            approve={asking}
            onClose={() => setAsking(null)}
            onDone={(message) => {
              setAsking(null);
              toasts.show({ text: message, tone: "success" });
              void client.invalidateQueries({ queryKey: [base] });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("referrals:title"), noIndex: true }),
  Component: ReferralsPage,
});
