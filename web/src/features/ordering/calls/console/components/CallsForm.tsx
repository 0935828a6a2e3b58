import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MoneyField, NumberField, SwitchField } from "../../../../../backoffice/fields";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../../backoffice/RecordHistory";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { toasts } from "../../../../../backoffice/toasts";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Badge } from "../../../../../ui/Badge";
import { Notice } from "../../../../../ui/Notice";
import { ReadFailure } from "../../../../../ui/ReadFailure";
import { Skeleton } from "../../../../../ui/Skeleton";
import { type Calls, callsQuery, saveCalls } from "../api";

/** The setting for shops that cannot send codes: guests order in cash, and the branch confirms each order by a call. */
export function CallsForm() {
  const { t } = useTranslation("providers");
  const calls = useQuery(callsQuery(useScope()));
  if (calls.data) return <Loaded calls={calls.data} />;
  if (!calls.isError) return <Skeleton shape="block" className="h-64" />;
  return (
    <ReadFailure
      error={calls.error}
      title={t("calls_failed")}
      retryLabel={t("calls_retry")}
      onRetry={() => void calls.refetch()}
      retrying={calls.isFetching}
    />
  );
}

type Draft = { on: boolean; most: string; minutes: string };

function Loaded({ calls }: { calls: Calls }) {
  const { t } = useTranslation("providers");
  const scope = useScope();
  const client = useQueryClient();
  const form = useForm<Calls, Draft>({
    name: "calls",
    record: calls,
    draftOf: (record) => {
      const { on, most, minutes } = record ?? calls;
      return { on, most: String(most), minutes: String(minutes) };
    },
    labels: { on: t("calls_on"), most: t("calls_most"), minutes: t("calls_minutes") },
    save: (values, record) =>
      saveCalls({
        on: values.on,
        most: values.most.trim() || "0",
        minutes: values.minutes.trim() || "0",
        version: (record ?? calls).version,
      }),
    onSaved: (saved) => {
      client.setQueryData(callsQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  return (
    <>
      <RecordForm form={form}>
        <RecordSection title={t("calls")} text={t("calls_text")}>
          <p>
            <Badge tone={calls.open ? "good" : "neutral"}>
              {t(calls.open ? "calls_open" : "calls_closed")}
            </Badge>
          </p>
          {calls.codes && <Notice>{t("calls_codes")}</Notice>}
          <SwitchField {...form.field("on")} />
          {form.values.on && (
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <MoneyField {...form.field("most")} hint={t("calls_most_hint")} required />
              <NumberField {...form.field("minutes")} hint={t("calls_minutes_hint")} required />
            </div>
          )}
        </RecordSection>
      </RecordForm>
      <RecordHistory object="shop.calls" of={t("calls")} />
    </>
  );
}
