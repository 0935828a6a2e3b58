import type { Cart } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { GoalBar } from "../../ui/GoalBar";

/**
 * Progress towards the branch's minimum order, with suggested products. Renders nothing if the branch
 * has no minimum.
 */
export function MinimumOrder({
  cart,
}: {
  cart: Pick<Cart, "minimum_order" | "missing_to_minimum" | "currency">;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (cart.minimum_order <= 0) return null;
  const missing = cart.missing_to_minimum;
  return (
    <GoalBar
      label={t("cart:minimum")}
      text={
        missing > 0
          ? t("cart:missing", { amount: format.money(missing, cart.currency) })
          : t("cart:minimum_reached")
      }
      value={cart.minimum_order - missing}
      goal={cart.minimum_order}
    />
  );
}
