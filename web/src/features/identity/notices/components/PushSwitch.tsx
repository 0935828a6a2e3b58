import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, NoResponseError } from "../../../../api/errors";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { profileQuery } from "../../../../shop/account/api";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { Switch } from "../../../../ui/Switch";
import { type PushState, pushState, switchOff, switchOn } from "../push";

/** Whether notifications also reach this browser while the shop is closed. */
export function PushSwitch() {
  const { t } = useTranslation("notices");
  const client = useQueryClient();
  const scope = useScope();
  const [state, setState] = useState<PushState | null>(null);
  const { busy, failure, problem, run } = useAction();
  useEffect(() => {
    let here = true;
    pushState().then(
      (found) => here && setState(found),
      () => here && setState("missing"),
    );
    return () => {
      here = false;
    };
  }, []);

  const whose = async () => (await client.ensureQueryData(profileQuery(scope))).id;

  const change = (on: boolean) =>
    run(async () => {
      try {
        setState(await (on ? switchOn(whose) : switchOff()));
      } catch (error) {
        // The browser may have changed its part anyway.
        setState(await pushState());
        throw error;
      }
    });
  // The browser's own errors have the browser's wording and language: a general text replaces them.
  const answered = failure instanceof ApiError || failure instanceof NoResponseError;
  return (
    <Card className="flex flex-col gap-2">
      <Switch
        label={t("push")}
        hint={t(state === "missing" ? "push_missing" : "push_hint")}
        checked={state === "on"}
        disabled={busy || state === null || state === "missing"}
        onCheckedChange={(on) => void change(on)}
      />
      {state === "blocked" && <Notice tone="warning">{t("push_blocked")}</Notice>}
      {problem && (
        <Notice tone="trouble" live>
          {answered ? problem : t("push_failed")}
        </Notice>
      )}
    </Card>
  );
}
