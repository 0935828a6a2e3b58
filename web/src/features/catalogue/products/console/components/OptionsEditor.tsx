import { newKey } from "../../../../../lib/newKey";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";

import { IconButton } from "../../../../../ui/IconButton";
import type { Option } from "../api";
import { TextPair } from "./TextPair";
import { Wrong } from "./Wrong";

const fresh = () => newKey().slice(0, 10);
const empty = () => ({ id: fresh(), name: { en: "", ar: "" } });
const mostOptions = 4;

/** A product's options and their values; the grid of variants below follows them. */
export function OptionsEditor({
  options,
  errorOf,
  onChange,
}: {
  options: readonly Option[];
  errorOf: (name: string) => string | undefined;
  onChange: (options: Option[]) => void;
}) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const { lang } = useScope();
  const put = (at: number, changes: Partial<Option>) =>
    onChange(options.map((option, i) => (i === at ? { ...option, ...changes } : option)));
  return (
    <div className="flex flex-col gap-4">
      {options.map((option, at) => {
        const error = errorOf(`options.${at}`);
        const called = option.name[lang] || option.name.en || option.name.ar || t("option");
        return (
          <fieldset
            key={option.id}
            className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-4"
          >
            <legend className="px-1 font-medium">{called}</legend>
            <div className="flex items-end gap-2">
              <TextPair
                label={t("option")}
                value={option.name}
                onChange={(name) => put(at, { name })}
              />
              <IconButton
                icon="trash"
                label={kit("remove", { what: called })}
                onClick={() => onChange(options.filter((_, i) => i !== at))}
              />
            </div>
            {option.values.map((value, n) => (
              <div key={value.id} className="flex items-end gap-2 ps-4">
                <TextPair
                  label={t("value")}
                  value={value.name}
                  onChange={(name) =>
                    put(at, {
                      values: option.values.map((one, i) => (i === n ? { ...one, name } : one)),
                    })
                  }
                />
                <IconButton
                  icon="close"
                  label={kit("remove", { what: value.name[lang] || value.name.en || t("value") })}
                  onClick={() => put(at, { values: option.values.filter((_, i) => i !== n) })}
                />
              </div>
            ))}
            {error && <Wrong text={error} />}
            <div className="ps-4">
              <Button
                size="sm"
                icon="plus"
                onClick={() => put(at, { values: [...option.values, empty()] })}
              >
                {t("add_value")}
              </Button>
            </div>
          </fieldset>
        );
      })}
      {options.length < mostOptions && (
        <div>
          <Button
            icon="plus"
            onClick={() => onChange([...options, { ...empty(), values: [empty()] }])}
          >
            {t("add_option")}
          </Button>
        </div>
      )}
    </div>
  );
}
