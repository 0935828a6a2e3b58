import { useAction } from "../../../../../api/useAction";
import { toasts } from "../../../../../backoffice/toasts";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Notice } from "../../../../../ui/Notice";

/** The buttons that approve or reject a pending change, or the reason why this person cannot decide it. */
export function Decision({
  what,
  wait,
  decide,
  again,
}: {
  /** The subject of the decision, for screen readers. */
  what: string;
  wait: { can_decide: boolean; why_not: string };
  decide: (approve: boolean) => Promise<{ message: string }>;
  /** Requests the lists again. */
  again: () => Promise<unknown>;
}) {
  const { t } = useTranslation("catalogue");
  const { busy, problem, run } = useAction();
  const answer = (approve: boolean) =>
    run(
      async () => {
        const { message } = await decide(approve);
        toasts.show({ text: message, tone: "success" });
        await again();
      },
      // Somebody else has changed or decided it in the meantime: show the current state.
      { failed: () => void again() },
    );
  return (
    <>
      {problem !== null && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {wait.can_decide ? (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            size="sm"
            aria-label={t("approve_what", { what })}
            loading={busy}
            onClick={() => void answer(true)}
          >
            {t("approve_price")}
          </Button>
          <Button
            size="sm"
            aria-label={t("decline_what", { what })}
            loading={busy}
            onClick={() => void answer(false)}
          >
            {t("decline_price")}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{wait.why_not || t("waits_for")}</p>
      )}
    </>
  );
}
