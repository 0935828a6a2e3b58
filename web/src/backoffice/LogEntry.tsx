import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/client";
import { useAction } from "../api/useAction";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Isolate } from "../lib/words";
import { Button } from "../ui/Button";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { changesOf, type LogLine } from "./changes";
import { LogValue, useFieldName } from "./LogValue";
import { toasts } from "./toasts";

/** Returns the name of an action; an older program's action without a text keeps its name from the log. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation("audit");
  return (action) => {
    const key = `action_${action.replace(".", "_")}`;
    const words = t(key);
    return words === key ? action : words;
  };
}

/** One line of the log: who did what and when, each changed field, and an undo where that is safe. */
export function LogEntry({ line, withObject }: { line: LogLine; withObject: boolean }) {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const nameOf = useActionName();
  const fieldName = useFieldName(line.names);
  const changes = changesOf(line.before, line.after);
  const fresh = line.before === null;
  const who =
    line.who.name ||
    (line.who.id === "command line" || line.who.id === "set-up link"
      ? t(`by_${line.who.id.replace(/\W/g, "_")}`)
      : line.who.id);
  return (
    <article className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          <Isolate>{nameOf(line.action)}</Isolate>
        </h3>
        <span className="text-sm text-muted">
          <bdi>{who}</bdi> · {format.dayTime(Date.parse(line.at))}
        </span>
        {withObject && line.name !== "" && (
          <span className="text-sm text-muted">
            <bdi>{line.name}</bdi>
          </span>
        )}
      </div>
      {line.reason !== "" && (
        <p className="text-sm">
          {t("reason")}: <bdi>{line.reason}</bdi>
        </p>
      )}
      {changes.length > 0 && (
        <dl className="flex flex-col gap-1 text-sm">
          {changes.map(({ name, before, after }) => (
            <div key={name} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="text-muted">{fieldName(name)}:</dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                {!fresh && (
                  <>
                    <span className="text-muted line-through">
                      <LogValue line={line} name={name} value={before} whole={line.before} />
                    </span>
                    <Icon name="arrow-end" size={16} label={t("became")} />
                  </>
                )}
                <span>
                  <LogValue line={line} name={name} value={after} whole={line.after} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {line.can_revert && <Revert line={line} />}
    </article>
  );
}

function Revert({ line }: { line: LogLine }) {
  const { t } = useTranslation("audit");
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAction();
  async function revert() {
    await run(async () => {
      const { message } = await request("POST", "/console/audit/{id}/revert", {
        path: { id: line.id },
        suppressToast: true,
      });
      toasts.show({ text: message, tone: "success" });
      await client.invalidateQueries();
    });
    setAsking(false);
  }
  return (
    <>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <Button size="sm" icon="undo" className="self-start" onClick={() => setAsking(true)}>
        {t("revert")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("revert_title")}
        text={t("revert_text")}
        confirmLabel={t("revert")}
        cancelLabel={t("cancel")}
        busy={busy}
        onConfirm={() => void revert()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
