import { useId } from "react";
import type { Quote } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { FieldError } from "../../../../ui/Field";
import { Switch } from "../../../../ui/Switch";
import { TextInput } from "../../../../ui/TextInput";
import { type Draft, wrongTenders } from "../model";

export interface TendersProps {
  quote: Quote;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  error?: string | undefined;
}

/** The part of the total that the wallet and points pay: as much as possible, or an amount. */
export function Tenders({ quote, draft, onChange, error }: TendersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const errorId = useId();
  const { wallet, points } = quote;
  const wrong = error ? wrongTenders(draft) : {};
  const { currency } = quote.totals;
  return (
    <div className="flex flex-col gap-4">
      {wallet.balance > 0 && (
        <div className="flex flex-col gap-3">
          <Switch
            label={t("checkout:use_wallet")}
            hint={
              wallet.used > 0
                ? t("checkout:wallet_used", {
                    used: format.money(wallet.used, currency),
                    balance: format.money(wallet.balance, currency),
                  })
                : t("checkout:wallet_has", { balance: format.money(wallet.balance, currency) })
            }
            checked={draft.wallet !== ""}
            onCheckedChange={(on) => onChange({ wallet: on ? "max" : "" })}
          />
          {draft.wallet !== "" && (
            <TextInput
              label={t("checkout:wallet_part")}
              optionalLabel={t("checkout:optional")}
              hint={t("checkout:part_hint")}
              value={draft.wallet === "max" ? "" : draft.wallet}
              onValueChange={(text) => onChange({ wallet: text === "" ? "max" : text })}
              error={wrong.wallet && t(`checkout:${wrong.wallet}`)}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              className="max-w-sm"
            />
          )}
        </div>
      )}
      {points.points > 0 && (
        <div className="flex flex-col gap-3">
          <Switch
            label={t("checkout:use_points")}
            hint={
              points.used > 0
                ? t("checkout:points_used", {
                    count: points.used,
                    points: format.number(points.used),
                    worth: format.money(points.worth, currency),
                  })
                : t("checkout:points_have", {
                    count: points.points,
                    points: format.number(points.points),
                    worth: format.money(points.value, currency),
                  })
            }
            checked={draft.points !== ""}
            onCheckedChange={(on) => onChange({ points: on ? "max" : "" })}
          />
          {draft.points !== "" && (
            <TextInput
              label={t("checkout:points_part")}
              optionalLabel={t("checkout:optional")}
              hint={t("checkout:part_hint")}
              value={draft.points === "max" ? "" : draft.points}
              onValueChange={(text) => onChange({ points: text === "" ? "max" : text })}
              error={wrong.points && t(`checkout:${wrong.points}`)}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              className="max-w-sm"
            />
          )}
        </div>
      )}
      {error && !wrong.wallet && !wrong.points && <FieldError id={errorId} error={error} />}
    </div>
  );
}
