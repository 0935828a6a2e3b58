import { type FormEvent, useId, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Checkbox } from "../../../../../ui/Checkbox";
import { Dialog } from "../../../../../ui/Dialog";
import { Notice } from "../../../../../ui/Notice";
import { Select } from "../../../../../ui/Select";
import { copyPrices } from "../api";

/** Copies the prices of another branch of the same store to this branch. */
export function CopyPrices({
  branch,
  others,
  onDone,
}: {
  branch: string;
  others: readonly { id: string; name: string }[];
  onDone: (said: string) => void;
}) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const { busy, problem, run } = useAction();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState("");
  const [missing, setMissing] = useState(true);
  const chosen = others.some(({ id }) => id === from) ? from : (others[0]?.id ?? "");
  const [below, setBelow] = useState<string | null>(null);
  function copy(keepBelow: boolean) {
    if (busy) return;
    void run(async () => {
      const { data, message } = await copyPrices(branch, chosen, missing, keepBelow);
      setBelow(data.below_cost > 0 ? message : null);
      if (data.below_cost > 0) return;
      setOpen(false);
      onDone(message);
    });
  }
  function submitted(event: FormEvent) {
    event.preventDefault();
    copy(false);
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("copy_prices")}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("copy_prices")}
        closeLabel={kit("close")}
        footer={
          <Button
            type="submit"
            form={id}
            variant="primary"
            loading={busy}
            loadingLabel={kit("saving")}
          >
            {t("copy")}
          </Button>
        }
      >
        <form id={id} onSubmit={submitted} noValidate className="flex flex-col gap-4">
          <Select
            label={t("copy_from")}
            value={chosen}
            onValueChange={(next) => {
              setFrom(next);
              setBelow(null);
            }}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Checkbox
            label={t("copy_missing")}
            checked={missing}
            onCheckedChange={(next) => {
              setMissing(next);
              setBelow(null);
            }}
          />
          {!missing && <Notice tone="warning">{t("copy_all_text")}</Notice>}
          {below !== null && (
            <Notice
              tone="warning"
              live
              title={t("below_cost")}
              action={
                <Button size="sm" loading={busy} onClick={() => copy(true)}>
                  {t("copy_below_cost")}
                </Button>
              }
            >
              {below}
            </Notice>
          )}
          {problem && (
            <Notice tone="trouble" live>
              {problem}
            </Notice>
          )}
        </form>
      </Dialog>
    </>
  );
}
