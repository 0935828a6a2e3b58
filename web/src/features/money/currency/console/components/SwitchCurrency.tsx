import { useAction } from "../../../../../api/useAction";
import { useTranslation } from "../../../../../lib/translation";
import { Notice } from "../../../../../ui/Notice";
import { Switch } from "../../../../../ui/Switch";
import { type ConsoleCurrency, switchCurrency } from "../api";

/** Offers a currency to customers, or withdraws it. */
export function SwitchCurrency({
  currency,
  onSaved,
}: {
  currency: ConsoleCurrency;
  onSaved: () => void;
}) {
  const { t } = useTranslation("currency");
  const { busy, problem, run } = useAction();

  async function turn(active: boolean) {
    await run(
      async () => {
        await switchCurrency(currency, active);
        onSaved();
      },
      { failed: onSaved },
    );
  }
  return (
    <>
      <Switch
        label={t("offered", { code: currency.code })}
        checked={currency.active}
        disabled={busy}
        onCheckedChange={(active) => void turn(active)}
      />
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </>
  );
}
