import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { currencyLabel } from "../../../../lib/format/money";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { cx } from "../../../../ui/cx";
import { MenuButton } from "../../../../ui/MenuButton";
import { choose, currenciesQuery } from "../api";

/** The shop's own currency, unless the customer chose another. */
const own = "EGP";

/**
 * Opens the choice of a second currency in which amounts are shown, from any page of the shop. The list
 * of currencies loads when the pointer or the focus approaches.
 */
export function CurrencyButton({ className }: { className?: string }) {
  const { t } = useTranslation("currency");
  const scope = useScope();
  const [near, setNear] = useState(false);
  const { data } = useQuery({ ...currenciesQuery(scope), enabled: scope.ready && near });
  const chosen = (scope.ready && scope.currency.toUpperCase()) || own;
  const items = data?.map(({ code, name, shop }) => ({
    id: code,
    label: shop ? t("only", { currency: name }) : `${name} (${code})`,
  }));
  return (
    <fieldset aria-label={t("label")} className={cx("min-w-20", className)}>
      <MenuButton
        variant="plain"
        size="sm"
        label={currencyLabel(chosen, scope.lang)}
        items={items ?? [{ id: own, label: t("only", { currency: t("own") }) }]}
        onAction={(code) => choose(code === own ? "" : code)}
        onNear={() => setNear(true)}
      />
    </fieldset>
  );
}
