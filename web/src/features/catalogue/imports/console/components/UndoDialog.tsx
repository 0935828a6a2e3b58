import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Dialog } from "../../../../../ui/Dialog";
import { Failure } from "../../../../../ui/Failure";
import { Skeleton } from "../../../../../ui/Skeleton";
import { type Run, undoPlanQuery } from "../api";
import { Problems } from "./Problems";

export interface UndoDialogProps {
  run: Run;
  /** Redoes what was undone; otherwise undoes. */
  redo: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Shows what an undo would change, before it is confirmed. */
export function UndoDialog({ run, redo, onConfirm, onCancel }: UndoDialogProps) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const plan = useQuery(undoPlanQuery(useScope(), run.id));
  const what = redo ? "redo" : "undo";
  const found = plan.data;
  const does = found ? found.removed + found.restored : 0;
  const lines = found
    ? [
        found.removed > 0 &&
          t("plan_removed", { count: found.removed, number: number(found.removed) }),
        found.on_sale > 0 &&
          t("plan_on_sale", { count: found.on_sale, number: number(found.on_sale) }),
        found.restored > 0 &&
          t(`plan_restored_${what}`, { count: found.restored, number: number(found.restored) }),
        does === 0 && t("plan_nothing"),
      ].filter((line) => line !== false)
    : [];
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t(`${what}_title`)}
      closeLabel={t(`${what}_keep`)}
      role="alertdialog"
      footer={
        <>
          <Button
            variant={found && found.on_sale > 0 ? "danger" : "primary"}
            wide
            disabled={does === 0}
            onClick={onConfirm}
            className="sm:flex-1"
          >
            {t(`${what}_confirm`)}
          </Button>
          <Button wide autoFocus onClick={onCancel} className="sm:flex-1">
            {t(`${what}_keep`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Failure of={plan.error} />
        {plan.isPending && <Skeleton shape="block" className="h-24" />}
        {found && (
          <>
            <ul className="flex list-disc flex-col gap-1 ps-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className="text-sm text-muted text-pretty">{t(`${what}_text`)}</p>
          </>
        )}
        {found && found.left > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">
              {t("plan_left", { count: found.left, number: number(found.left) })}
            </h3>
            <ul className="flex max-h-72 flex-col gap-3 overflow-y-auto rounded-card bg-paper p-3">
              {found.rows.map((row) => (
                <li key={row.product_id + row.group_id}>
                  <span dir="auto" className="block font-medium break-words">
                    {row.name}
                  </span>
                  <Problems of={row.problems} />
                </li>
              ))}
            </ul>
            {found.rows.length < found.left && (
              <p className="text-sm text-muted">
                {t("plan_more", {
                  count: found.left - found.rows.length,
                  number: number(found.left - found.rows.length),
                })}
              </p>
            )}
          </section>
        )}
      </div>
    </Dialog>
  );
}
