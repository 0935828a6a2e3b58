import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CartSummary } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import { Isolate } from "../../../../lib/words";
import { cartsQuery, keepCart, restoreCart } from "../../../../shop/cart/api";
import { claimStore, decideClaim } from "../../../../shop/cart/claim";
import { Dialog } from "../../../../ui/Dialog";
import { Icon } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { Spinner } from "../../../../ui/Spinner";

/**
 * Shown when a guest with a cart signs in and the account has a cart of another branch. It asks which
 * cart to continue with; both are kept.
 */
export default function WhichCartDialog({ close }: { close: () => void }) {
  const conflict = useStore(claimStore)?.conflict;
  return conflict ? <Which conflict={conflict} close={close} /> : null;
}

function Which({ conflict, close }: { conflict: CartSummary; close: () => void }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const carts = useQuery(cartsQuery(scope)).data;
  const own = carts?.find((one) => !one.parked && one.service.id === conflict.service.id);
  const { busy, problem, run } = useAction();

  function settle() {
    decideClaim();
    close();
  }
  const takeGuests = () =>
    run(async () => {
      keepCart(client, scope, (await restoreCart(conflict.id)).cart);
      settle();
    });
  return (
    <Dialog
      open
      onClose={settle}
      title={t("basket:which_cart")}
      closeLabel={t("places:close")}
      size="sm"
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted text-pretty">{t("basket:which_cart_text")}</p>
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
        <Choice cart={conflict} isNew busy={busy} onPress={() => void takeGuests()} />
        {own && <Choice cart={own} disabled={busy} onPress={settle} />}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  cart: CartSummary;
  /** The cart was filled before the sign-in. */
  isNew?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

function Choice({ cart, isNew = false, busy = false, disabled = false, onPress }: ChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <button
      type="button"
      disabled={busy || disabled}
      onClick={onPress}
      className="flex min-h-16 w-full items-center gap-3 rounded-control border border-control px-4 py-3 text-start hover:bg-tint disabled:opacity-60"
    >
      <Icon name="bag" size={24} className="shrink-0 text-go-text" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-muted">
          {t(isNew ? "basket:which_new" : "basket:which_old")}
        </span>
        <span className="block font-semibold">
          <Isolate>{cart.branch.name}</Isolate>
        </span>
        <span className="block text-sm text-muted">
          {t("cart:units", { count: cart.items_quantity })} ·{" "}
          {format.money(cart.total, cart.currency)}
        </span>
      </span>
      {busy ? <Spinner /> : <Icon name="chevron-end" className="text-muted" />}
    </button>
  );
}
