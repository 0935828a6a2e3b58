import type { Product } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { most } from "../../../../shop/cart/AddToCart";
import { Button } from "../../../../ui/Button";
import { Stepper } from "../../../../ui/Stepper";

/** The quantity and the add button in one row, for the dialog's footer and a dish's page. */
export function AddRow({
  product,
  left,
  name,
  count,
  onCount,
  label,
  busy,
  onAdd,
}: {
  product: Product;
  /** The stock left of the variant; null where stock is not counted. */
  left: number | null;
  name: string;
  count: number;
  onCount: (count: number) => void;
  label: string;
  busy: boolean;
  onAdd: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const max = most(product.max_qty, left);
  return (
    <div className="flex w-full items-center gap-3">
      <Stepper
        value={count}
        onChange={onCount}
        keepsMin
        min={product.min_qty}
        step={product.step_qty}
        max={max}
        size="md"
        format={(value) => format.amount(value, product.unit_grams)}
        atMax={t(product.unit_grams > 0 ? "cart:at_most_weight" : "cart:at_most", {
          count: max,
          weight: format.amount(max, product.unit_grams),
        })}
        labels={{
          add: t("cart:add"),
          addThing: t("cart:add_thing", { name }),
          quantity: t("cart:quantity_of", { name }),
          more: t("cart:one_more", { name }),
          less: t("cart:one_less", { name }),
          remove: t("cart:one_less", { name }),
        }}
      />
      <Button variant="primary" className="min-w-0 flex-1" loading={busy} onClick={onAdd}>
        <Isolate>{label}</Isolate>
      </Button>
    </div>
  );
}
