import { mapLink } from "../../../../lib/mapLink";
import { useTranslation } from "../../../../lib/translation";
import { Isolate, Words } from "../../../../lib/words";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import type { Draft, FilledQuote } from "../model";

export interface HandoverProps {
  fulfilment: Draft["fulfilment"];
  onChange: (changes: Partial<Draft>) => void;
}

/** Delivery or pickup, if the branch offers pickup. */
export function HandoverChoice({ fulfilment, onChange }: HandoverProps) {
  const { t } = useTranslation();
  return (
    <RadioGroup
      label={t("checkout:handover")}
      labelHidden
      layout="pair"
      value={fulfilment}
      // Delivery and pickup have different slots.
      onValueChange={(value) =>
        onChange({ fulfilment: value === "pickup" ? "pickup" : "delivery", slot: "" })
      }
      options={[
        { value: "delivery", label: t("checkout:to_door"), icon: "moped" },
        { value: "pickup", label: t("checkout:collect"), icon: "store" },
      ]}
    />
  );
}

/** The address of the pickup counter. */
export function Counter({ quote, error }: { quote: FilledQuote; error?: string | undefined }) {
  const { t } = useTranslation();
  const { pickup } = quote;
  if (!pickup) {
    return (
      <Notice tone="trouble" live>
        {error ?? t("checkout:no_pickup")}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">
        <Isolate>{pickup.branch.name}</Isolate>
      </p>
      <p>
        <Words>{pickup.address}</Words>
      </p>
      <Link
        to={mapLink(pickup)}
        newTab
        className="inline-flex min-h-11 items-center gap-1.5 self-start"
      >
        {t("checkout:map")}
        <Icon name="external" size={18} />
      </Link>
      <p className="text-sm text-muted">{t("checkout:collect_text")}</p>
    </div>
  );
}
