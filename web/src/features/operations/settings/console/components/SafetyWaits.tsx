import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../../../../api/useAction";
import { toasts } from "../../../../../backoffice/toasts";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Notice } from "../../../../../ui/Notice";
import { decideSafety, type Safety, safety } from "../api";

/** Looser rules that await approval by a second owner: the changes, their author, and the decision. */
export function SafetyWaits({ saved }: { saved: Safety }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const client = useQueryClient();
  const scope = useScope();
  const { busy, problem, run } = useAction();
  const { waits } = saved;
  if (waits === null) return null;

  const { queryKey } = safety.query(scope);
  const decide = (approve: boolean) =>
    run(
      async () => {
        const { data, message } = await decideSafety(waits.version, approve);
        client.setQueryData(queryKey, data);
        toasts.show({ text: message, tone: "success" });
      },
      // Somebody else has changed or decided it in the meantime: show the current state.
      { failed: () => void client.invalidateQueries({ queryKey }) },
    );
  const money = (amount: number) => format.money(amount, saved.currency);
  const days = (count: number) => t("days_count", { count });
  const step = (on: boolean) => t(on ? "factor_required" : "factor_optional");
  const percent = (n: number) => t("percent", { n: format.number(n) });
  const changes = [
    { name: t("alone_short"), from: money(saved.alone), to: money(waits.alone) },
    { name: t("drop_short"), from: percent(saved.drop), to: percent(waits.drop) },
    { name: t("drop_days_short"), from: days(saved.drop_days), to: days(waits.drop_days) },
    {
      name: t("factor_short"),
      from: step(saved.second_factor),
      to: step(waits.second_factor),
    },
  ].filter(({ from, to }) => from !== to);
  return (
    <div className="flex flex-col gap-3 rounded-control border border-line p-4">
      <Badge tone="offer" className="self-start">
        {t("safety_waits")}
      </Badge>
      <ul className="flex flex-col gap-1">
        {changes.map(({ name, from, to }) => (
          <li key={name}>{t("safety_change", { name, from, to })}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {t("asked_by")}: <bdi>{waits.asked_by}</bdi> · {format.dayTime(Date.parse(waits.asked_at))}
      </p>
      {problem !== null && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {!waits.can_decide && <p className="text-sm">{waits.why_not || t("safety_waits_for")}</p>}
      <div className="flex flex-wrap gap-3">
        {waits.can_decide && (
          <Button variant="primary" loading={busy} onClick={() => void decide(true)}>
            {t("approve")}
          </Button>
        )}
        <Button loading={busy} onClick={() => void decide(false)}>
          {t(waits.can_decide ? "decline" : "withdraw")}
        </Button>
      </div>
    </div>
  );
}
