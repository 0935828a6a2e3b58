import { useTranslation } from "../../../../lib/translation";
import type { IconName } from "../../../../ui/Icon";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Section } from "../../../../ui/Section";
import { TextInput } from "../../../../ui/TextInput";
import type { Returnable } from "../api";
import { type Draft, wayOf } from "../model";

const icons: Record<string, IconName> = {
  card: "card",
  wallet: "wallet",
  bank: "building",
  points: "star",
};

export interface RefundChoiceProps {
  offer: Returnable;
  draft: Draft;
  change: (next: (now: Draft) => Draft) => void;
  problems: { iban?: string; holder?: string };
}

/** The refund method. */
export function RefundChoice({ offer, draft, change, problems }: RefundChoiceProps) {
  const { t } = useTranslation();
  const way = wayOf(offer, draft);
  return (
    <Section id="return-refund" title={t("returns:title_refund")} level={3}>
      <RadioGroup
        label={t("returns:title_refund")}
        labelHidden
        value={way}
        onValueChange={(refundTo) => change((now) => ({ ...now, refundTo }))}
        options={offer.methods.map(({ id, label, note }) => ({
          value: id,
          label,
          hint: note,
          icon: icons[id] ?? "wallet",
        }))}
      />
      {way === "bank" && (
        <div className="flex max-w-md flex-col gap-4">
          <TextInput
            label={t("returns:iban")}
            hint={t("returns:iban_hint")}
            value={draft.iban}
            onValueChange={(iban) => change((now) => ({ ...now, iban }))}
            error={problems.iban && t(problems.iban)}
            required
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
          <TextInput
            label={t("returns:holder")}
            value={draft.holder}
            onValueChange={(holder) => change((now) => ({ ...now, holder }))}
            error={problems.holder && t(problems.holder)}
            required
            autoComplete="name"
            maxLength={100}
          />
          <p className="text-sm text-muted">{t("returns:bank_kept")}</p>
        </div>
      )}
    </Section>
  );
}
