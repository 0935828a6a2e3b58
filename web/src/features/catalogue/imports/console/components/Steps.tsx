import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { part } from "../../../../../lib/part";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Notice } from "../../../../../ui/Notice";
import { picturesFile, type Run, refresh, type Step, takeStep } from "../api";

const UndoDialog = part(async () => ({
  default: (await import("./UndoDialog")).UndoDialog,
}));

const ConfirmDialog = part(async () => ({
  default: (await import("../../../../../ui/ConfirmDialog")).ConfirmDialog,
}));

/** The actions that a file allows now; those that change the shop ask for confirmation. */
export function Steps({ run }: { run: Run }) {
  const { t } = useTranslation("imports");
  const { t: kit } = useTranslation("backoffice");
  const client = useQueryClient();
  const action = useAction();
  const pictures = useAction();
  const [step, setStep] = useState<Step | null>(null);
  const [asked, setAsked] = useState<"start" | "undo" | "redo" | null>(null);

  async function take(which: Step) {
    setStep(which);
    setAsked(null);
    await action.run(() => takeStep(which, run.id, run.version));
    await refresh(client);
  }
  const again = run.state === "stopped" || run.state === "failed";
  return (
    <>
      {action.problem && (
        <Notice tone="trouble" live>
          {action.problem}
        </Notice>
      )}
      {run.can.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {run.can.includes("check") && (
            <Button
              variant={run.state === "checked" ? "quiet" : "primary"}
              icon="search"
              loading={action.busy && step === "check"}
              onClick={() => void take("check")}
            >
              {t("step_check")}
            </Button>
          )}
          {run.can.includes("start") && (
            <Button
              variant={run.state === "uploaded" ? "quiet" : "primary"}
              icon="check"
              loading={action.busy && step === "start"}
              onClick={() => setAsked("start")}
            >
              {t(again ? "step_again" : "step_start")}
            </Button>
          )}
          {run.can.includes("stop") && (
            <Button
              icon="close"
              loading={action.busy && step === "stop"}
              onClick={() => void take("stop")}
            >
              {t("step_stop")}
            </Button>
          )}
          {run.can.includes("undo") && (
            <Button
              icon="undo"
              loading={action.busy && step === "undo"}
              onClick={() => setAsked("undo")}
            >
              {t("step_undo")}
            </Button>
          )}
          {run.can.includes("redo") && (
            <Button
              icon="undo"
              loading={action.busy && step === "redo"}
              onClick={() => setAsked("redo")}
            >
              {t("step_redo")}
            </Button>
          )}
        </div>
      )}
      {run.format !== "extras" && ["checked", "done", "stopped"].includes(run.state) && (
        <Button
          icon="external"
          loading={pictures.busy}
          className="self-start"
          onClick={() => void pictures.run(() => picturesFile(run.id))}
        >
          {t("missing_pictures")}
        </Button>
      )}
      {(asked === "undo" || asked === "redo") && (
        <Suspense>
          <UndoDialog
            run={run}
            redo={asked === "redo"}
            onConfirm={() => void take(asked)}
            onCancel={() => setAsked(null)}
          />
        </Suspense>
      )}
      {asked === "start" && (
        <Suspense>
          <ConfirmDialog
            open
            title={t("start_title")}
            text={t("start_text")}
            confirmLabel={t(again ? "step_again" : "step_start")}
            cancelLabel={kit("cancel")}
            onConfirm={() => void take(asked)}
            onCancel={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
