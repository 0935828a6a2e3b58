import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import type { ConsoleCouponDetail, Ref } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { Icon } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { TextInput } from "../../../../ui/TextInput";
import { choicesQuery, createCoupon, updateCoupon } from "../api";
import { bodyOf, type Draft } from "../model";
import { Preview } from "./Preview";

type TextField = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft];

/** Everything a coupon gives and asks for. The code is given once, for good. */
export function CouponForm({
  id,
  draft: initial,
  onSaved,
}: {
  id?: string;
  draft: Draft;
  onSaved: (coupon: ConsoleCouponDetail) => void;
}) {
  const { t } = useTranslation("coupons");
  const { t: all } = useTranslation();
  const choices = useQuery(choicesQuery(useScope()));
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const { busy, failure, run } = useAction();
  const server = failure instanceof ApiError ? failure : null;
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    // What was wrong may be right now; saving says.
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(
      async () => {
        const body = bodyOf(draft);
        onSaved(
          id === undefined
            ? await createCoupon({ code: draft.code, ...body })
            : await updateCoupon(id, body),
        );
      },
      {
        failed: () => {
          // Where the first wrong field is.
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          );
        },
      },
    );
  }
  const field = (name: TextField, label: string, optional = true) => ({
    name,
    label,
    value: draft[name],
    onValueChange: (value: string) => set({ [name]: value }),
    error: server?.field(name) ?? undefined,
    required: !optional,
    optionalLabel: optional ? t("optional") : undefined,
  });
  const figures = { inputMode: "decimal", dir: "ltr", autoComplete: "off" } as const;
  // A manager's coupons stay in the manager's stores.
  const fixed = choices.data?.stores_fixed === true;
  const limited = (name: "services" | "stores" | "categories") => (
    <Limits
      name={name}
      label={t(name === "stores" && fixed ? "your_stores" : name)}
      open={name === "stores" && fixed}
      error={server?.field(name) ?? undefined}
      choices={choices.data?.[name] ?? []}
      chosen={draft[name]}
      onChange={(list) => set({ [name]: list })}
    />
  );
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Card className="flex flex-col gap-5">
        {id === undefined && (
          <TextInput
            {...field("code", t("code"), false)}
            hint={t("code_hint")}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <RadioGroup
          label={t("kind")}
          name="kind"
          layout="row"
          value={draft.kind}
          onValueChange={(kind) => set({ kind })}
          error={server?.field("kind") ?? undefined}
          options={["percent", "amount", "free_delivery"].map((kind) => ({
            value: kind,
            label: t(`kind_${kind}`),
          }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {draft.kind !== "free_delivery" && (
            <TextInput {...field("value", t(`value_${draft.kind}`), false)} {...figures} />
          )}
          {draft.kind === "percent" && <TextInput {...field("cap", t("cap"))} {...figures} />}
          <TextInput {...field("minimum", t("minimum"))} {...figures} />
        </div>
      </Card>
      <Card className="grid gap-5 sm:grid-cols-2">
        <TextInput {...field("starts_at", t("starts_at"))} type="datetime-local" />
        <TextInput {...field("ends_at", t("ends_at"))} type="datetime-local" />
        <TextInput {...field("total_limit", t("total_limit"))} {...figures} inputMode="numeric" />
        {!draft.first_order && (
          <TextInput
            {...field("customer_limit", t("customer_limit"))}
            {...figures}
            inputMode="numeric"
          />
        )}
        <Checkbox
          label={t("first_order")}
          checked={draft.first_order}
          error={server?.field("first_order") ?? undefined}
          onCheckedChange={(first_order) => set({ first_order })}
        />
        <Checkbox
          label={t("listed_label")}
          checked={draft.listed}
          onCheckedChange={(listed) => set({ listed })}
        />
      </Card>
      <Card className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t("everything")}</p>
        {fixed && <Notice>{t("stores_fixed")}</Notice>}
        {limited("services")}
        {limited("stores")}
        {limited("categories")}
      </Card>
      <Preview draft={draft} />
      {failure !== null && (
        <Notice tone="trouble" live>
          {server?.status === 422 ? t("wrong") : errorText(failure, all, { inPlace: true })}
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="self-start"
        loading={busy}
        loadingLabel={t("saving")}
      >
        {t(id === undefined ? "create" : "save")}
      </Button>
    </form>
  );
}

/** What a coupon is limited to; nothing chosen means everything. */
function Limits({
  name,
  label: title,
  open,
  error,
  choices,
  chosen,
  onChange,
}: {
  name: string;
  label: string;
  open: boolean;
  error: string | undefined;
  choices: readonly Ref[];
  chosen: readonly string[];
  onChange: (list: string[]) => void;
}) {
  return (
    <details open={open || chosen.length > 0 || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <Icon name="chevron-down" className="text-muted" />
        {title}
      </summary>
      <fieldset
        className="grid gap-x-4 sm:grid-cols-2"
        aria-describedby={error === undefined ? undefined : `${name}-error`}
      >
        <legend className="sr-only">{title}</legend>
        {choices.map(({ id, name: label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.includes(id)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      {error !== undefined && (
        <p id={`${name}-error`} className="text-sm text-trouble-text">
          {error}
        </p>
      )}
    </details>
  );
}
