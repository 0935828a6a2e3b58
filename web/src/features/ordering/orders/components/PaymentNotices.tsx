import { useEffect, useState } from "react";
import type { Order } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { clockOf } from "../../../../lib/format/dates";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Countdown } from "../../../../ui/Countdown";
import { Notice } from "../../../../ui/Notice";
import { Spinner } from "../../../../ui/Spinner";
import { payOrder } from "../api";
import { canPay } from "../model";

/** After this delay the payment may have failed: the notice also offers to pay again. */
const patience = 10_000;

/** The branch has the order, and it has not left yet. */
const withBranch: ReadonlySet<Order["status"]> = new Set(["pending", "processing"]);

export interface PaymentNoticesProps {
  order: Order;
  /** The customer has just returned from the gateway's page. */
  returned: boolean;
  onExpired: () => void;
}

/** The state of a card payment: being checked, received, or still to be made. */
export function PaymentNotices({ order, returned, onExpired }: PaymentNoticesProps) {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(false);
  const open = canPay(order);
  const checking = returned && open;
  useEffect(() => {
    if (!checking) return;
    const timer = setTimeout(() => setWaited(true), patience);
    return () => clearTimeout(timer);
  }, [checking]);

  if (checking && !waited) {
    return (
      <Notice live title={t("orders:checking")}>
        <span className="flex items-center gap-2">
          <Spinner size={16} />
          {t("orders:checking_text")}
        </span>
      </Notice>
    );
  }
  if (open) {
    return (
      <>
        {checking && (
          <Notice live title={t("orders:checking_long")}>
            {t("orders:checking_long_text")}
          </Notice>
        )}
        <PayOn order={order} onExpired={onExpired} />
      </>
    );
  }
  // Once the order has progressed, the page shows more than that the branch has it.
  if (returned && order.payment_state === "paid" && withBranch.has(order.status)) {
    return (
      <Notice tone="success" live title={t("orders:paid")}>
        {t("orders:paid_text")}
      </Notice>
    );
  }
  return null;
}

/** A draft whose items are reserved for a while: a button to continue paying, and the remaining time. */
function PayOn({ order, onExpired }: { order: Order; onExpired: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { figures } = useScope();
  const { busy, problem, run } = useAction();
  // When the countdown began; it runs on this device's clock.
  const [begun] = useState(() => Date.now());
  const until = order.expires_at === null ? null : Date.parse(order.expires_at);

  // Busy until the gateway's page has loaded.
  const pay = () => run(async () => location.assign(await payOrder(order.id)), { leaves: true });

  return (
    <Notice
      tone="warning"
      icon="card"
      title={t("orders:pay_title", { amount: format.money(order.total, order.currency) })}
      action={
        <Button variant="primary" icon="card" loading={busy} onClick={() => void pay()}>
          {t("orders:pay_on")}
        </Button>
      }
    >
      {until !== null && (
        <p>
          {t("orders:held_for")}{" "}
          <Countdown
            until={until}
            now={begun}
            format={(seconds) => clockOf(seconds, figures)}
            onEnd={onExpired}
            className="font-semibold tabular-nums"
          />
        </p>
      )}
      {problem && (
        <p role="alert" className="text-trouble-text">
          {problem}
        </p>
      )}
    </Notice>
  );
}
