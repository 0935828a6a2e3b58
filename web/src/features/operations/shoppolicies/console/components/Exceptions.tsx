import { useQuery } from "@tanstack/react-query";
import { NumberField } from "../../../../../backoffice/fields";
import { nameIn } from "../../../../../backoffice/nameIn";
import { useAllRows } from "../../../../../backoffice/useAllRows";
import type { Form } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { IconButton } from "../../../../../ui/IconButton";
import { Select } from "../../../../../ui/Select";
import { ruleCategoriesQuery, ruleServicesList } from "../api";
import { type Exception, kinds, type RulesDraft, withException } from "../model";

/** Products with other return periods than the rest: by category or service. */
export function Exceptions({ form }: { form: Form<RulesDraft> }) {
  const { t } = useTranslation("rules");
  const scope = useScope();
  const services = useAllRows(ruleServicesList(scope));
  const categories = useQuery(ruleCategoriesQuery(scope));
  const nameOf = (one: { name_en: string; name_ar: string }) => nameIn(scope.lang, one);
  const all = form.values.exceptions;
  const put = (exceptions: Exception[]) => form.set({ exceptions });
  const change = (key: number, changes: Partial<Exception>) =>
    put(all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const options = [
    ...(["perishable", "hygiene"] as const).map((one) => ({
      value: `class ${one}`,
      label: t("return_class", { name: t(`kind_${one}`) }),
    })),
    ...services.map((one) => ({
      value: `service ${one.slug}`,
      label: t("service", { name: nameOf(one) }),
    })),
    ...(categories.data ?? []).map((one) => ({
      value: `category ${one.slug}`,
      label: t("category", { name: nameOf(one) }),
    })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-semibold">{t("exceptions")}</h3>
      {all.length === 0 && <p className="text-sm text-muted">{t("exceptions_none")}</p>}
      {all.map((one, i) => {
        const known = options.some(({ value }) => value === one.about);
        const at = (name: string) => `exceptions.${i}.${name}`;
        return (
          <fieldset key={one.key} className="min-w-0 rounded-control border border-line p-4">
            <legend className="px-1 text-sm text-muted">
              <Isolate>{one.name || t("exception", { number: i + 1 })}</Isolate>
            </legend>
            <div className="flex items-start gap-3">
              <div className="grid min-w-0 flex-1 items-start gap-4 sm:grid-cols-2">
                <Select
                  name={at("slug")}
                  label={t("about")}
                  value={one.about}
                  error={form.errorOf(at("slug"))}
                  required
                  placeholder={t("choose")}
                  onValueChange={(about) => change(one.key, { about, name: "" })}
                  options={
                    known || one.about === ""
                      ? options
                      : [{ value: one.about, label: one.name }, ...options]
                  }
                />
                <Select
                  name={at("kind")}
                  label={t("kind")}
                  value={one.kind}
                  error={form.errorOf(at("kind"))}
                  onValueChange={(kind) => change(one.key, { kind: kind as Exception["kind"] })}
                  options={kinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
                />
                {(["as_new_hours", "defective_hours"] as const).map((name) => (
                  <NumberField
                    key={name}
                    name={at(name)}
                    label={t(name)}
                    value={one[name]}
                    error={form.errorOf(at(name))}
                    unit={t("hours")}
                    hint={t("hours_hint")}
                    required
                    onValueChange={(value) => change(one.key, { [name]: value })}
                  />
                ))}
              </div>
              <IconButton
                icon="close"
                label={t("remove", { name: one.name || String(i + 1) })}
                onClick={() => put(all.filter(({ key }) => key !== one.key))}
              />
            </div>
          </fieldset>
        );
      })}
      <Button icon="plus" size="sm" className="self-start" onClick={() => put(withException(all))}>
        {t("add_exception")}
      </Button>
    </div>
  );
}
