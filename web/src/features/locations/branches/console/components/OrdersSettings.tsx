import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../../../api/errors";
import { useAction } from "../../../../../api/useAction";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { toasts } from "../../../../../backoffice/toasts";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Card } from "../../../../../ui/Card";
import { Loaded } from "../../../../../ui/Loaded";
import { Notice } from "../../../../../ui/Notice";
import { Switch } from "../../../../../ui/Switch";
import { TextInput } from "../../../../../ui/TextInput";
import { type BranchSettings, saveSettings, settingsQuery } from "../api";
import { bodyOf, type Draft, type DraftField, draftOf, fields, switched, wrongOf } from "../model";

/** How a branch takes orders. */
export function OrdersSettings({ id }: { id: string }) {
  const settings = useQuery(settingsQuery(useScope(), id));
  return (
    <Loaded query={settings} texts="branch" skeleton={["h-24", "h-96"]}>
      {(data) => <Settings key={id} settings={data} />}
    </Loaded>
  );
}

function Settings({ settings }: { settings: BranchSettings }) {
  const { t } = useTranslation("branch");
  const fixed = (field: string) => field === "free_from" && settings.fees_of_shop;
  const client = useQueryClient();
  const { queryKey } = settingsQuery(useScope(), settings.branch.id);
  const { busy, problem, run } = useAction();
  function keep(saved: BranchSettings) {
    toasts.show({ text: t("saved"), tone: "success" });
    client.setQueryData(queryKey, saved);
  }
  const form = useForm<BranchSettings, Draft>({
    name: `branch-orders:${settings.branch.id}`,
    record: settings,
    draftOf: (now) => draftOf(now ?? settings),
    labels: Object.fromEntries(fields.map((field) => [field, t(field)])) as Record<
      DraftField,
      string
    >,
    save: (values, now) => {
      const wrong = wrongOf(values);
      if (wrong.length > 0) {
        const errors = Object.fromEntries(wrong.map((field) => [field, [t("number_wrong")]]));
        throw new ApiError({ status: 422, body: { errors }, toastSuppressed: true });
      }
      return saveSettings(settings.branch.id, bodyOf(now ?? settings, values));
    },
    onSaved: keep,
  });
  const turn = (open: boolean) =>
    run(async () => keep(await saveSettings(settings.branch.id, switched(settings, !open))), {
      // Shows the current state, so that the switch starts from it.
      failed: () => void client.invalidateQueries({ queryKey }),
    });
  return (
    <>
      <Card className="flex flex-col gap-3">
        <Switch
          label={t("open")}
          hint={t(settings.closed ? "open_off" : "open_on")}
          checked={!settings.closed}
          disabled={busy || form.busy}
          onCheckedChange={(open) => void turn(open)}
        />
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
      </Card>
      <RecordForm form={form} saveLabel={t("save")}>
        <Card className="grid gap-5 sm:grid-cols-2">
          {fields.map((field) => (
            <TextInput
              key={field}
              {...form.field(field)}
              hint={t(fixed(field) ? "free_from_of_shop" : `${field}_hint`)}
              readOnly={fixed(field)}
              inputMode={field === "minimum_order" || field === "free_from" ? "decimal" : "numeric"}
              dir="ltr"
              autoComplete="off"
            />
          ))}
        </Card>
      </RecordForm>
    </>
  );
}
