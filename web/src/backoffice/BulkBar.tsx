import { useState } from "react";
import { useAction } from "../api/useAction";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import type { IconName } from "../ui/Icon";
import { Notice } from "../ui/Notice";

/** The result of an action on several rows. */
export interface BulkResult {
  done: number;
  /** The rows the action was refused for, with the reason. */
  refused: readonly { id: string; message: string }[];
}

export interface BulkAction<T> {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Asks for confirmation first; without it, the action runs immediately. */
  confirm?: { title: string; text: string };
  run: (rows: readonly T[]) => Promise<BulkResult>;
}

/** The actions for the selected rows, visible below the list while any row is selected. */
export function BulkBar<T extends { id: string }>({
  actions,
  rows,
  nameOf,
  onClear,
}: {
  actions: readonly BulkAction<T>[];
  rows: readonly T[];
  nameOf: ((row: T) => string) | undefined;
  onClear: () => void;
}) {
  const { t } = useTranslation("backoffice");
  const [asked, setAsked] = useState<BulkAction<T> | null>(null);
  const [result, setResult] = useState<
    (BulkResult & { names: ReadonlyMap<string, string> }) | null
  >(null);
  const { busy, problem, run } = useAction();
  async function act(action: BulkAction<T>) {
    const names = new Map(rows.map((row) => [row.id, nameOf?.(row) ?? row.id]));
    await run(async () => {
      setResult({ ...(await action.run(rows)), names });
      onClear();
    });
    setAsked(null);
  }
  return (
    <>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {result && (
        <Notice
          live
          tone={result.refused.length > 0 ? "warning" : "success"}
          title={t("bulk_done", { count: result.done })}
          onClose={() => setResult(null)}
          closeLabel={t("close")}
        >
          {result.refused.length > 0 && (
            <>
              <p>{t("bulk_refused", { count: result.refused.length })}</p>
              <ul className="list-disc ps-5">
                {result.refused.map(({ id, message }) => (
                  <li key={id}>
                    <bdi className="font-medium">{result.names.get(id) ?? id}</bdi>: {message}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
      {rows.length > 0 && (
        <section
          aria-label={t("selection")}
          className="sticky bottom-[var(--console-bar,0px)] z-20 flex flex-wrap items-center gap-3 rounded-card bg-card p-3 shadow-lift ring-1 ring-line"
        >
          <p role="status" className="font-medium tabular-nums">
            {t("selected", { count: rows.length })}
          </p>
          {actions.map((action) => (
            <Button
              key={action.id}
              size="sm"
              loading={busy && asked === null}
              {...(action.icon ? { icon: action.icon } : {})}
              {...(action.danger ? { variant: "danger" as const } : {})}
              onClick={() => (action.confirm ? setAsked(action) : void act(action))}
            >
              {action.label}
            </Button>
          ))}
          <Button size="sm" variant="plain" className="ms-auto" onClick={onClear}>
            {t("deselect")}
          </Button>
        </section>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.confirm?.title ?? ""}
        text={asked?.confirm?.text ?? ""}
        confirmLabel={asked?.label ?? ""}
        cancelLabel={t("cancel")}
        danger={asked?.danger ?? false}
        busy={busy}
        onConfirm={() => {
          if (asked) void act(asked);
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
