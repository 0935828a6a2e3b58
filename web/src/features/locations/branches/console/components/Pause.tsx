import { useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Notice } from "../../../../../ui/Notice";
import { Select } from "../../../../../ui/Select";
import { type Branch, pauseBranch, resumeBranch } from "../api";

const reasons = ["busy", "staff", "stock", "power", "other"] as const;
const spans = ["15", "30", "60", "120", "0"] as const;

/** Whether the branch takes orders now, and a button to pause or resume. */
export function Pause({ branch, onChanged }: { branch: Branch; onChanged: () => void }) {
  const { t } = useTranslation("sellers");
  const format = useFormat();
  const [reason, setReason] = useState<string>("busy");
  const [minutes, setMinutes] = useState<string>("30");
  const { run, busy, problem } = useAction();
  const pause = () =>
    run(async () => {
      await pauseBranch(branch.id, { reason, minutes: Number(minutes) });
      onChanged();
    });
  const resume = () =>
    run(async () => {
      await resumeBranch(branch.id);
      onChanged();
    });
  if (branch.closed_reason === "paused" || branch.closed_reason === "switched") {
    if (branch.state === "hidden") return null;
    const why = reasons.find((one) => one === branch.pause_reason);
    return (
      <Notice
        tone="warning"
        title={
          branch.paused_until
            ? t("paused_until", { time: format.dayTime(Date.parse(String(branch.paused_until))) })
            : t("paused")
        }
        action={
          <Button loading={busy} loadingLabel={t("saving")} onClick={() => void resume()}>
            {t("resume")}
          </Button>
        }
      >
        {problem ?? (why ? t(`reason_${why}`) : t("paused_text"))}
      </Notice>
    );
  }
  return (
    <Card className="flex flex-wrap items-end gap-3">
      <Select
        label={t("pause_reason")}
        value={reason}
        onValueChange={setReason}
        options={reasons.map((value) => ({ value, label: t(`reason_${value}`) }))}
        className="min-w-48 flex-1"
      />
      <Select
        label={t("pause_for")}
        value={minutes}
        onValueChange={setMinutes}
        options={spans.map((value) => ({
          value,
          label: value === "0" ? t("pause_open_end") : t("minutes", { count: Number(value) }),
        }))}
        className="min-w-48 flex-1"
      />
      <Button loading={busy} loadingLabel={t("saving")} onClick={() => void pause()}>
        {t("pause")}
      </Button>
      {problem && <p className="w-full text-sm text-trouble-text">{problem}</p>}
    </Card>
  );
}
