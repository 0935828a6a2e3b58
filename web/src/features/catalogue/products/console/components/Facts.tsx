import { useTranslation } from "../../../../../lib/translation";

import { IconButton } from "../../../../../ui/IconButton";
import type { Product } from "../api";
import { TextPair } from "./TextPair";
import { Wrong } from "./Wrong";

type Fact = Product["attributes"][number];

/** The rows of facts on a product's page: label and value, in both languages. */
export function Facts({
  facts,
  errorOf,
  onChange,
}: {
  facts: readonly Fact[];
  errorOf: (name: string) => string | undefined;
  onChange: (facts: Fact[]) => void;
}) {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const put = (at: number, changes: Partial<Fact>) =>
    onChange(facts.map((fact, i) => (i === at ? { ...fact, ...changes } : fact)));
  return (
    <ul className="flex flex-col gap-4">
      {facts.map((fact, at) => {
        const error = errorOf(`attributes.${at}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
          <li key={at} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-3 lg:grid-cols-2">
              <TextPair
                label={t("fact_name")}
                value={fact.name}
                onChange={(name) => put(at, { name })}
              />
              <TextPair
                label={t("fact_value")}
                value={fact.value}
                onChange={(value) => put(at, { value })}
              />
              {error && <Wrong text={error} />}
            </div>
            <IconButton
              icon="trash"
              label={kit("remove", { what: fact.name.en || t("fact_name") })}
              onClick={() => onChange(facts.filter((_, i) => i !== at))}
            />
          </li>
        );
      })}
    </ul>
  );
}
