import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { useFailureText } from "../../../api/failure";
import { meQuery } from "../../../backoffice/me";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Loaded } from "../../../ui/Loaded";
import { Notice } from "../../../ui/Notice";
import { Select } from "../../../ui/Select";
import { Switch } from "../../../ui/Switch";
import { TextInput } from "../../../ui/TextInput";
import { ToastRegion } from "../../../ui/ToastRegion";
import { type BranchSettings, type SettingsBody, saveSettings, settingsQuery } from "./api";
import { bodyOf, type Draft, type DraftField, draftOf, fields, switched, wrongOf } from "./model";
import { toasts } from "./toasts";

/** How the branches of who is signed in take orders, one at a time. */
function BranchesPage() {
  const { t } = useTranslation("branch");
  const me = useQuery(meQuery(useScope()));
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4">
      <div>
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="mt-1 text-muted">{t("text")}</p>
      </div>
      <Loaded query={me} texts="branch" skeleton={["h-20", "h-96"]}>
        {({ branches }) =>
          branches.length === 0 ? (
            <EmptyState icon="store" title={t("none")} text={t("none_text")} />
          ) : (
            <Chosen branches={branches} />
          )
        }
      </Loaded>
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

function Chosen({ branches }: { branches: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation("branch");
  const { path, query } = usePage();
  const navigate = useNavigate();
  const asked = query.get("branch");
  const id = branches.find((one) => one.id === asked)?.id ?? branches[0]?.id ?? "";
  const settings = useQuery(settingsQuery(useScope(), id));
  return (
    <>
      <Select
        label={t("branch")}
        name="branch"
        value={id}
        onValueChange={(branch) => navigate(`${path}${query.with({ branch })}`)}
        options={branches.map((one) => ({ value: one.id, label: one.name }))}
      />
      <Loaded query={settings} texts="branch" skeleton={["h-24", "h-96"]}>
        {(data) => <Settings key={id} read={data} />}
      </Loaded>
    </>
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

export default definePage({
  head: ({ t }) => ({ title: t("branch:title"), noIndex: true }),
  Component: BranchesPage,
});
