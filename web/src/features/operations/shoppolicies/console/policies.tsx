import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MoneyField, NumberField } from "../../../../backoffice/fields";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { rulesQuery, saveRules } from "./api";
import { Exceptions } from "./components/Exceptions";
import { type Figure, figures, type Rules, type RulesDraft, rulesBody, rulesDraft } from "./model";

/** The shop's policies: points, returns, and limits of an order. */
function RulesPage() {
  const { t } = useTranslation("rules");
  const rules = useQuery(rulesQuery(useScope()));
  return (
    <RecordPage<Rules>
      back={{ to: "/settings", label: t("back") }}
      query={rules}
      title={() => t("title")}
    >
      {(record) => record && <RulesForm rules={record} />}
    </RecordPage>
  );
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useTranslation("rules");
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const form = useForm<Rules, RulesDraft>({
    name: "rules",
    record: rules,
    draftOf: (record) => rulesDraft(record ?? rules),
    labels: {
      ...(Object.fromEntries(figures.map((name) => [name, t(name)])) as Record<Figure, string>),
      exceptions: t("exceptions"),
    },
    save: (values, record) => saveRules(rulesBody(values, (record ?? rules).version)),
    onSaved: (saved) => {
      client.setQueryData(rulesQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const { field } = form;
  const days = t("days");
  return (
    <>
      <Notice>{t("promised")}</Notice>
      <RecordForm
        form={form}
        shown={{ exceptions: (all) => t("exceptions_count", { count: all.length }) }}
      >
        <RecordSection title={t("points")} text={t("points_text")}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <MoneyField {...field("worth")} hint={t("worth_hint")} required />
            <NumberField {...field("life_days")} unit={days} required />
            <NumberField {...field("nudge_days")} unit={days} required />
            <NumberField {...field("least_convert")} unit={t("points_unit")} required />
          </div>
        </RecordSection>
        <RecordSection title={t("returns")} text={t("returns_text")}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <NumberField {...field("as_new_days")} unit={days} hint={t("as_new_hint")} required />
            <NumberField
              {...field("defective_days")}
              unit={days}
              hint={t("defective_hint")}
              required
            />
          </div>
          <Exceptions form={form} />
        </RecordSection>
        <RecordSection title={t("orders")} text={t("orders_text")}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <MoneyField {...field("confirm_first")} hint={t("confirm_first_hint")} required />
            <NumberField {...field("confirm_lost")} hint={t("confirm_lost_hint")} required />
            <NumberField
              {...field("hold_minutes")}
              unit={t("minutes")}
              hint={t("hold_hint")}
              required
            />
            <Select
              {...field("cash_step")}
              hint={t("cash_step_hint")}
              options={[
                { value: "0", label: t("cash_step_0") },
                ...[0.25, 0.5, 1].map((step) => ({
                  value: String(step),
                  label: format.money(step),
                })),
              ]}
            />
            <MoneyField {...field("tip_most")} required />
            <MoneyField {...field("top_up_least")} required />
            <MoneyField {...field("top_up_most")} required />
          </div>
        </RecordSection>
      </RecordForm>
      <RecordHistory object="shop.rules" />
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("rules:title"), noIndex: true }),
  Component: RulesPage,
});
