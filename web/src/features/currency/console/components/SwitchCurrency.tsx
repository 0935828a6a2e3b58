import { useState } from "react";
import { useFailureText } from "../../../../api/failure";
import { useTranslation } from "../../../../lib/translation";
import { Notice } from "../../../../ui/Notice";
import { Switch } from "../../../../ui/Switch";
import { type ConsoleCurrency, switchCurrency } from "../api";

/** Offers a currency to shoppers, or takes it back. */
export function SwitchCurrency({
  currency,
  onSaved,
}: {
  currency: ConsoleCurrency;
  onSaved: () => void;
}) {
  const { t } = useTranslation("currency");
  const words = useFailureText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  async function turn(active: boolean) {
    setBusy(true);
    setProblem(undefined);
    try {
      await switchCurrency(currency, active);
      onSaved();
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
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
