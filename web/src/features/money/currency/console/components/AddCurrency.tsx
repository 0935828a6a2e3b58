import { useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { TextInput } from "../../../../../ui/TextInput";
import { addCurrency } from "../api";

const fields = ["code", "name_en", "name_ar", "symbol_en", "symbol_ar"] as const;
const empty = { code: "", name_en: "", name_ar: "", symbol_en: "", symbol_ar: "" };

/** Adds a currency. It is offered once it has a rate. */
export function AddCurrency({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation("currency");
  const [open, setOpen] = useState(false);
  const form = useFields(empty);

  async function add() {
    await addCurrency({ ...form.values, active: true });
    form.reset(empty);
    setOpen(false);
    onAdded();
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
      <form ref={form.ref} onSubmit={form.submit(add)} noValidate className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("add")}</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <TextInput
              key={field}
              {...form.field(field)}
              label={t(`field_${field}`)}
              hint={field === "code" ? t("code_hint") : undefined}
              autoComplete="off"
              dir={field === "code" ? "ltr" : "auto"}
              className={field === "code" ? "sm:col-span-2" : undefined}
            />
          ))}
        </div>
        <Failure of={form.elsewhere} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={form.busy} loadingLabel={t("saving")}>
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
