import { useEffect } from "react";
import type { Wallet } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { readAmount } from "../../../../lib/format/amount";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Chip } from "../../../../ui/Chip";
import { Failure } from "../../../../ui/Failure";
import { TextInput } from "../../../../ui/TextInput";
import { topUp } from "../api";
import { presetsOf, wrongAmount } from "../presets";

/** The amount to top up by card, preset to the pressed one; the payment itself is on another page. */
export default function TopUpForm({ wallet, begun }: { wallet: Wallet; begun: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const keys = useTryKey();
  const { least, most } = wallet.top_up;
  const range = {
    least: format.money(least, wallet.currency),
    most: format.money(most, wallet.currency),
  };
  const form = useFields({ amount: begun > 0 ? String(begun) : "" }, (typed) => {
    const wrong = wrongAmount(typed.amount, least, most);
    return { amount: wrong === null ? undefined : t(`wallet:${wrong}`, range) };
  });
  const amount = readAmount(form.values.amount) ?? 0;
  const pay = async () => location.assign(await topUp(amount, keys.of(amount)));
  // The form replaces the button that opened it: the focus moves to the first field.
  useEffect(() => form.ref.current?.querySelector("input")?.focus(), [form.ref]);
  return (
    <Card as="section" className="animate-fade-in">
      <form
        ref={form.ref}
        onSubmit={form.submit(pay, { leaves: true, failed: keys.answered })}
        noValidate
        className="flex flex-col gap-4"
      >
        <h2 className="text-lg font-semibold">{t("wallet:top_up")}</h2>
        <Failure of={form.elsewhere} />
        <div className="grid grid-cols-2 gap-2 *:justify-center">
          {presetsOf(wallet).map((one) => (
            <Chip
              key={one}
              label={format.money(one, wallet.currency)}
              selected={amount === one}
              onPress={() => form.set({ amount: String(one) })}
            />
          ))}
        </div>
        <TextInput
          {...form.field("amount")}
          label={t("wallet:amount")}
          hint={t("wallet:amount_hint", range)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
        />
        <Button
          type="submit"
          variant="primary"
          wide
          icon="card"
          loading={form.busy}
          loadingLabel={t("wallet:paying")}
        >
          {t("wallet:pay")}
        </Button>
      </form>
    </Card>
  );
}
