import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { toasts } from "../../../../../backoffice/toasts";
import { part } from "../../../../../lib/part";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { type AccessStep, base, type Customer } from "../api";

const AccessDialog = part(() => import("./AccessDialog"));

/** A customer's sign-in data, and the actions that sign them out, block them or unblock them. */
export function Access({ customer }: { customer: Customer }) {
  const { t } = useTranslation("customers");
  const client = useQueryClient();
  const [step, setStep] = useState<AccessStep | null>(null);
  const { blocked, message, sessions } = customer.access;
  const again = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        String(path).startsWith(base) || String(path) === "/console/audit",
    });
  return (
    <RecordSection title={t("access")}>
      <p className="text-muted">
        {blocked
          ? t("holds_blocked")
          : sessions === 0
            ? t("signed_in_nowhere")
            : t("signed_in_on", { count: sessions })}
      </p>
      {blocked && message !== "" && (
        <p className="text-pretty text-muted">
          {t("block_message")}: <bdi>{message}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!blocked && sessions > 0 && (
          <Button size="sm" icon="logout" onClick={() => setStep("end-sessions")}>
            {t("end_sessions")}
          </Button>
        )}
        {blocked ? (
          <Button size="sm" onClick={() => setStep("unblock")}>
            {t("unblock")}
          </Button>
        ) : (
          <Button size="sm" variant="danger" icon="lock" onClick={() => setStep("block")}>
            {t("block")}
          </Button>
        )}
      </div>
      {step !== null && (
        <Suspense fallback={null}>
          <AccessDialog
            customer={customer}
            step={step}
            onClose={() => setStep(null)}
            onMoved={() => void again()}
            onDone={(message) => {
              setStep(null);
              toasts.show({ text: message, tone: "success" });
              void again();
            }}
          />
        </Suspense>
      )}
    </RecordSection>
  );
}
