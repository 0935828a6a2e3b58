import { type FormEvent, useState } from "react";
import { useFailureText } from "../../../../api/failure";
import { useAction } from "../../../../api/useAction";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { addCurrency } from "../api";

const fields = ["code", "name_en", "name_ar", "symbol_en", "symbol_ar"] as const;
const empty = { code: "", name_en: "", name_ar: "", symbol_en: "", symbol_ar: "" };

/** A currency that is new here. It is offered once it has a rate. */
export function AddCurrency({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation("currency");
  const words = useFailureText();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(empty);
  const { busy, failure, errorOf, run } = useAction();
  const beside = fields.some((field) => errorOf(field));

  async function add(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      await addCurrency({ ...draft, active: true });
      setDraft(empty);
      setOpen(false);
      onAdded();
    });
  }
  if (!open) {
    return (
      <Button variant="soft" icon="plus" className="self-start" onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
    );
  }
  return (
    <Card>
      <form onSubmit={add} noValidate className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("add")}</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(`field_${field}`)}
              hint={field === "code" ? t("code_hint") : undefined}
              name={field}
              autoComplete="off"
              dir={field === "code" ? "ltr" : "auto"}
              className={field === "code" ? "sm:col-span-2" : undefined}
              value={draft[field]}
              onValueChange={(value) => setDraft((before) => ({ ...before, [field]: value }))}
              error={errorOf(field)}
            />
          ))}
        </div>
        {failure !== null && !beside && (
          <Notice tone="trouble" live>
            {words(failure)}
          </Notice>
        )}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={busy} loadingLabel={t("saving")}>
            {t("add_it")}
          </Button>
          <Button variant="plain" onClick={() => setOpen(false)}>
            {t("cancel")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
