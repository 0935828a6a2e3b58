import { useState } from "react";
import type { Form } from "../../../../../backoffice/useForm";
import { useTranslation } from "../../../../../lib/translation";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { FieldGroup } from "../../../../../ui/FieldGroup";
import { IconButton } from "../../../../../ui/IconButton";
import { Select } from "../../../../../ui/Select";
import { TextArea } from "../../../../../ui/TextArea";
import { TextInput } from "../../../../../ui/TextInput";
import type { ProvidersDraft } from "../model";
import { carried, isCarried, presets, rowsIn, sampleOf, textOf } from "../smsModel";

const words = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;

/** Common request formats to start from. */
export function SmsPresets({ form }: { form: Form<ProvidersDraft> }) {
  const { t } = useTranslation("providers");
  return (
    <FieldGroup label={t("preset")} className="gap-3">
      <p className="text-sm text-muted">{t("preset_hint")}</p>
      <div className="flex flex-wrap gap-2">
        {(["form", "json", "link"] as const).map((name) => (
          <Button key={name} size="sm" onClick={() => form.set(presets[name])}>
            {t(`preset_${name}`)}
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The fields of the request: each with its name from the carrier's guide, and its value. */
export function SmsRows({ form }: { form: Form<ProvidersDraft> }) {
  const { t } = useTranslation("providers");
  const { value, error } = form.field("sms.fields");
  const rows = rowsIn(value);
  const put = (next: typeof rows) => form.set({ "sms.fields": textOf(next) });
  const change = (at: number, part: Partial<(typeof rows)[number]>) =>
    put(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  return (
    <FieldGroup label={t("sms_fields")} error={error} className="gap-3">
      <p className="text-sm text-muted">{t("rows_hint")}</p>
      <ul className="flex flex-col gap-3">
        {rows.map(({ name, value: what }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names are typed in it.
          <li key={at} className="flex items-end gap-2">
            <div className="grid min-w-0 flex-1 items-end gap-2 sm:grid-cols-3">
              <TextInput
                {...words}
                label={t("row_name")}
                value={name}
                onValueChange={(next) => change(at, { name: next })}
              />
              <Select
                label={t("row_what")}
                value={isCarried(what) ? what : "own"}
                onValueChange={(next) => change(at, { value: next === "own" ? "" : next })}
                options={[
                  ...carried.map((one) => ({
                    value: one as string,
                    label: t(`what_${one.slice(1, -1)}`),
                  })),
                  { value: "own", label: t("what_own") },
                ]}
              />
              {!isCarried(what) && (
                <TextInput
                  {...words}
                  label={t("what_own")}
                  value={what}
                  onValueChange={(next) => change(at, { value: next })}
                />
              )}
            </div>
            <IconButton
              icon="trash"
              label={t("row_remove", { name })}
              onClick={() => put(rows.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        icon="plus"
        className="self-start"
        onClick={() => put([...rows, { name: "field", value: "" }])}
      >
        {t("row_add")}
      </Button>
    </FieldGroup>
  );
}

/** The request as it will be sent, and whether a sample answer would count as accepted. */
export function SmsPreview({ form }: { form: Form<ProvidersDraft> }) {
  const { t } = useTranslation("providers");
  const [answer, setAnswer] = useState("");
  const success = form.values["sms.success"].trim();
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        {t("preview")}
      </summary>
      <div className="flex flex-col gap-4">
        <pre
          dir="ltr"
          className="overflow-x-auto rounded-control bg-tint p-3 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {sampleOf(form.values, t("preview_message"))}
        </pre>
        <TextArea
          {...words}
          label={t("answer")}
          hint={t("answer_hint")}
          rows={2}
          value={answer}
          onValueChange={setAnswer}
        />
        {answer !== "" && (
          <p role="status">
            <Badge tone={answer.includes(success) ? "good" : "trouble"}>
              {t(answer.includes(success) ? "answer_taken" : "answer_refused")}
            </Badge>
          </p>
        )}
      </div>
    </details>
  );
}
