import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../../api/errors";
import { useFailureText } from "../../../../api/failure";
import { useFields, type Wrong } from "../../../../api/useFields";
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
import { bodyOf, type Draft, draftOf, fields, switched, wrongOf } from "../model";

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
  const form = useFields<Draft>(
    () => draftOf(settings),
    (draft): Wrong<Draft> =>
      Object.fromEntries(wrongOf(draft).map((field) => [field, t("number_wrong")])),
  );
  const [what, setWhat] = useState<"form" | "switch">("form");
  const moved = form.failure instanceof ApiError && form.failure.code === "settings_moved_on";

  async function save(body: SettingsBody): Promise<BranchSettings> {
    const saved = await saveSettings(settings.branch.id, body);
    toasts.show({ text: t("saved"), tone: "success" });
    client.setQueryData(options.queryKey, saved);
    setSettings(saved);
    return saved;
  }
  const submit = form.submit(async () =>
    form.reset(draftOf(await save(bodyOf(settings, form.values)))),
  );
  const turn = (open: boolean) => {
    setWhat("switch");
    void form.run(() => save(switched(settings, !open)));
  };
  const lookAgain = () =>
    form.run(async () => {
      const now = await client.fetchQuery(options);
      setSettings(now);
      form.reset(draftOf(now));
    });

  return (
    <>
      <Card>
        <Switch
          label={t("open")}
          hint={t(settings.closed ? "open_off" : "open_on")}
          checked={!settings.closed}
          disabled={form.busy}
          onCheckedChange={turn}
        />
      </Card>
      <Card>
        <form
          ref={form.ref}
          onSubmit={(event) => {
            setWhat("form");
            void submit(event);
          }}
          noValidate
          className="flex flex-col gap-5"
        >
          <div className="grid gap-5 sm:grid-cols-2">
            {fields.map((field) => (
              <TextInput
                key={field}
                {...form.field(field)}
                label={t(field)}
                hint={t(`${field}_hint`)}
                inputMode={
                  field === "minimum_order" || field === "free_from" ? "decimal" : "numeric"
                }
                dir="ltr"
                autoComplete="off"
              />
            ))}
          </div>
          {form.elsewhere !== null && (
            <Notice tone="trouble" live>
              {words(form.elsewhere)}
              {moved && (
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
            loading={form.busy && what === "form"}
            loadingLabel={t("saving")}
          >
            {t("save")}
          </Button>
        </form>
      </Card>
    </>
  );
}
