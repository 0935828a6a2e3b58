import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Select } from "../../../../ui/Select";
import { choose, currenciesQuery, rateOf } from "../api";

/**
 * Chooses the currency in which amounts are shown next to the shop's own currency. The choice takes
 * effect immediately.
 */
export function CurrencyChoice({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation("currency");
  const scope = useScope();
  const { data, isError } = useQuery({ ...currenciesQuery(scope), enabled: scope.ready });
  // Its space is reserved, so that nothing moves when the currencies have loaded.
  if (!data && !isError) {
    const own = t("own");
    return (
      <Select
        label={t("label")}
        hint={t("hint", { currency: own })}
        value=""
        onValueChange={() => undefined}
        disabled
        options={[{ value: "", label: t("only", { currency: own }) }]}
      />
    );
  }
  if (!data || data.length < 2) return null;
  const [own, ...others] = data;
  const chosen = rateOf(data, scope.currency)?.code ?? "";
  return (
    <Select
      label={t("label")}
      hint={t("hint", { currency: own?.name ?? "" })}
      name="currency"
      value={chosen}
      onValueChange={(code) => {
        choose(code);
        onChosen?.();
      }}
      options={[
        { value: "", label: t("only", { currency: own?.name ?? "" }) },
        ...others.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
      ]}
    />
  );
}
