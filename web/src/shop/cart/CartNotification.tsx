import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "../../lib/history";
import { localNames, readLocal } from "../../lib/local";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useStore } from "../../lib/useStore";
import { ToastRegion } from "../../ui/ToastRegion";
import { useClosed } from "../useClosed";
import { claimAfterSignIn } from "./claim";
import { cartPath, hidesNavigation } from "./model";
import { cartNotification, hideNotification, shopToasts, tellCart } from "./notification";

/** How long the cart's bar shows the product that was added. */
const inBar = 4_000;

const barInSight = () => (document.querySelector(".cart-bar")?.getClientRects().length ?? 0) > 0;

/** "Added to your cart" with an undo, over every page, and the cart's other toasts. */
export function CartNotification() {
  const { t } = useTranslation();
  const told = useStore(cartNotification);
  const { pathname } = useLocation();
  useForgottenClaim();

  const closedOf = useClosed();
  const closed = told.branch && closedOf(told.branch);

  // The cart page itself shows the added product.
  useEffect(() => {
    if (hidesNavigation(pathname) && cartNotification.get().show) shopToasts.clear();
  }, [pathname]);

  useEffect(() => {
    if (!told.show) return;
    // A visible cart bar shows the added product itself, and its stepper can undo the addition. The
    // toast is needed for a closed branch's next opening time.
    if (!closed && barInSight()) {
      shopToasts.clear();
      const timer = setTimeout(hideNotification, inBar);
      return () => clearTimeout(timer);
    }
    tellCart({
      text: t("cart:added", { count: told.qty, name: told.product }),
      note: closed,
      tone: "success",
      icon: "cart",
      duration: 5_000,
      action: { label: t("cart:undo"), onPress: told.undo },
      link: { label: t("cart:view"), to: cartPath(told.branch?.service.id ?? "") },
    });
    // Hidden together with its toast, whether it was dismissed, undone or timed out.
    return shopToasts.subscribe(() => {
      if (shopToasts.get().length === 0) hideNotification();
    });
  }, [told, closed, t]);

  return (
    <ToastRegion
      toasts={shopToasts}
      label={t("cart:messages")}
      closeLabel={t("cart:close_message")}
      stacked
    />
  );
}

/**
 * Claims a guest's cart that could not be claimed at sign-in, for example because there was no network.
 */
function useForgottenClaim(): void {
  const scope = useScope();
  const client = useQueryClient();
  useEffect(() => {
    if (scope.session === "" || readLocal(localNames.cartToken) === null) return;
    void claimAfterSignIn(client, scope);
  }, [scope, client]);
}
