import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../api/errors";
import { useFailureText } from "../../../../api/failure";
import { toasts } from "../../../../backoffice/toasts";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Switch } from "../../../../ui/Switch";
import { TextInput } from "../../../../ui/TextInput";
import { type BranchSettings, type SettingsBody, saveSettings, settingsQuery } from "../api";
import { bodyOf, type Draft, type DraftField, draftOf, fields, switched, wrongOf } from "../model";

/** How a branch takes orders. */
export function OrdersSettings({ id }: { id: string }) {
  const settings = useQuery(settingsQuery(useScope(), id));
  return (
    <Loaded query={settings} texts="branch" skeleton={["h-24", "h-96"]}>
      {(data) => <Settings key={id} read={data} />}
    </Loaded>
  );
}

function Settings({ read }: { read: BranchSettings }) {
  const { t } = useTranslation("branch");
  const words = useFailureText();
  const client = useQueryClient();
  const options = settingsQuery(useScope(), read.branch.id);
  // What was last looked at: a change is one of that, whatever is loaded meanwhile.
  const [settings, setSettings] = useState(read);
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [wrong, setWrong] = useState<readonly DraftField[]>([]);
  const [busy, setBusy] = useState<"form" | "switch" | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const refused = failure instanceof ApiError ? failure : null;
  const beside = fields.some((field) => refused?.field(field));

  async function send(what: "form" | "switch", body: SettingsBody) {
    if (busy) return;
    setBusy(what);
    setFailure(null);
    try {
      const saved = await saveSettings(settings.branch.id, body);
      toasts.show({ text: t("saved"), tone: "success" });
      client.setQueryData(options.queryKey, saved);
      setSettings(saved);
      if (what === "form") setDraft(draftOf(saved));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  }

  async function lookAgain() {
    try {
      const now = await client.fetchQuery(options);
      setSettings(now);
      setDraft(draftOf(now));
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = wrongOf(draft);
    setWrong(found);
    if (found.length === 0) void send("form", bodyOf(settings, draft));
  }

  return (
    <>
      <Card>
        <Switch
          label={t("open")}
          hint={t(settings.closed ? "open_off" : "open_on")}
          checked={!settings.closed}
          disabled={busy !== null}
          onCheckedChange={(open) => void send("switch", switched(settings, !open))}
        />
      </Card>
      <Card>
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            {fields.map((field) => (
              <TextInput
                key={field}
                label={t(field)}
                hint={t(`${field}_hint`)}
                name={field}
                inputMode={
                  field === "minimum_order" || field === "free_from" ? "decimal" : "numeric"
                }
                dir="ltr"
                autoComplete="off"
                value={draft[field]}
                onValueChange={(value) => setDraft((before) => ({ ...before, [field]: value }))}
                error={
                  wrong.includes(field) ? t("number_wrong") : (refused?.field(field) ?? undefined)
                }
              />
            ))}
          </div>
          {failure !== null && !beside && (
            <Notice tone="trouble" live>
              {words(failure)}
              {refused?.code === "settings_moved_on" && (
                <Button variant="soft" size="sm" className="mt-2" onClick={() => void lookAgain()}>
                  {t("look_again")}
                </Button>
              )}
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            loading={busy === "form"}
            loadingLabel={t("saving")}
          >
            {t("save")}
          </Button>
        </form>
      </Card>
    </>
  );
}
