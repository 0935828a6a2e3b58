import { useQueryClient } from "@tanstack/react-query";
import type { CartSummary } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { keepCart, restoreCart } from "../../../../shop/cart/api";
import { shopToasts } from "../../../../shop/cart/notification";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";

/** A parked cart of another branch, and the button that restores it. */
export function ParkedCart({ cart, title }: { cart: CartSummary; title?: string }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const { busy, problem, run } = useAction();

  async function restore() {
    await run(async () => {
      keepCart(client, scope, (await restoreCart(cart.id)).cart);
      // The undo that a toast offers concerns the other cart.
      shopToasts.clear();
    });
  }

  return (
    <Notice
      icon="bag"
      title={title ?? t("basket:parked", { branch: cart.branch.name })}
      action={
        <Button size="sm" icon="refresh" loading={busy} onClick={() => void restore()}>
          {t("basket:swap_back")}
        </Button>
      }
    >
      {t("basket:parked_text", { count: cart.items_quantity, branch: cart.branch.name })}
      {problem && (
        <span role="alert" className="block text-trouble-text">
          {problem}
        </span>
      )}
    </Notice>
  );
}
