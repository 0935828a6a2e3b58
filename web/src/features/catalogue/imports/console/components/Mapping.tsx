import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChoicesField } from "../../../../../backoffice/fields";
import { meQuery } from "../../../../../backoffice/me";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { toasts } from "../../../../../backoffice/toasts";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { Checkbox } from "../../../../../ui/Checkbox";
import { FieldError } from "../../../../../ui/Field";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import { choicesQuery } from "../../../products/console/api";
import { importChoicesQuery, type Run, refresh, runQuery, setRun } from "../api";
import { mapped } from "../model";

interface Draft {
  columns: string[];
  store: string;
  branches: string[];
  vat_bp: string;
  category: string;
  published: boolean;
  uncounted: boolean;
  header_row: string;
}

/** The meaning of each column, and the store and branches that the file is for. */
export function Mapping({ run }: { run: Run }) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const choices = useQuery(importChoicesQuery(scope)).data;
  const places = useQuery(choicesQuery(scope)).data;
  const branches = useQuery(meQuery(scope)).data?.branches ?? [];
  const form = useForm<Run, Draft>({
    name: `import:${run.id}`,
    record: run,
    draftOf: (record) => ({
      columns: record?.columns.map(({ means }) => means) ?? [],
      store: record?.store ?? "",
      branches: record?.branches ?? [],
      vat_bp: String(record?.vat_bp ?? 1400),
      category: record?.category ?? "",
      published: record?.published ?? false,
      uncounted: record?.uncounted ?? false,
      header_row: String(record?.header_row ?? 1),
    }),
    labels: {
      columns: t("columns"),
      store: t("store"),
      branches: t("branches"),
      vat_bp: t("vat"),
      category: t("default_category"),
      published: t("default_published"),
      uncounted: t("default_uncounted"),
      header_row: t("header_row"),
    },
    save: (values, record) =>
      setRun(run.id, {
        columns: values.columns,
        store: values.store,
        branches: values.branches,
        vat_bp: Number(values.vat_bp),
        category: values.category,
        published: values.published,
        uncounted: values.uncounted,
        header_row: Number(values.header_row),
        version: record?.version ?? run.version,
      }),
    onSaved: (saved) => {
      // The next step sends this version, which refresh reads only later.
      client.setQueryData(runQuery(scope, run.id).queryKey, saved);
      void refresh(client);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const { columns } = form.values;
  // Meanings that the file already has remain available, even without a label.
  const meanings = [
    ...new Set([...(choices?.columns ?? []), ...columns.filter((one) => one !== "")]),
  ];
  const options = [
    { value: "", label: t("no_place") },
    ...meanings.map((value) => ({
      value,
      label: t(
        value === "cost" && places?.untaxed ? "column_cost_untaxed" : `column_${value as "sku"}`,
      ),
    })),
  ];
  const ofExtras = run.format === "extras";
  const store = form.field("store");
  const vat = form.field("vat_bp");
  const category = form.field("category");
  return (
    <RecordForm form={form} saveLabel={t("save_mapping")}>
      <Card className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("where")}</h2>
        {!run.terms && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              {...store}
              hint={t(ofExtras ? "store_hint_extras" : "store_hint")}
              options={[
                { value: "", label: t("store_of_row") },
                ...(places?.stores ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            {!ofExtras && (
              <Select
                {...vat}
                hint={t("vat_hint")}
                options={(places?.vats ?? [1400, 500, 0]).map((one) => ({
                  value: String(one),
                  label: t("percent", { number: one / 100 }),
                }))}
              />
            )}
          </div>
        )}
        {!run.terms && !ofExtras && (
          <>
            <TextInput {...category} dir="auto" hint={t("default_category_hint")} maxLength={300} />
            <Checkbox
              label={t("default_published")}
              checked={form.values.published}
              onCheckedChange={(published) => form.set({ published })}
            />
            {choices?.stock && (
              <Checkbox
                label={t("default_uncounted")}
                checked={form.values.uncounted}
                onCheckedChange={(uncounted) => form.set({ uncounted })}
              />
            )}
          </>
        )}
        {!ofExtras && (
          <ChoicesField
            {...form.field("branches")}
            label={t("branches_hint")}
            options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Card>
      <Card className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("columns")}</h2>
        <p className="text-muted">{t("columns_text")}</p>
        <Select
          {...form.field("header_row")}
          hint={t("header_row_hint")}
          options={Array.from({ length: 10 }, (_, at) => ({
            value: String(at + 1),
            label: t("line", { number: number(at + 1) }),
          }))}
        />
        <FieldError id={`${run.id}-columns`} error={form.errorOf("columns")} />
        <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {run.columns.map(({ name, sample }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place.
            <li key={at} className="flex min-w-0 flex-col gap-1">
              <Select
                label={name || t("no_name")}
                value={columns[at] ?? ""}
                onValueChange={(value) => form.set({ columns: mapped(columns, at, value) })}
                options={options}
              />
              <p dir="auto" className="truncate text-sm text-muted">
                {sample.filter(Boolean).join(" · ") || t("no_sample")}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </RecordForm>
  );
}
