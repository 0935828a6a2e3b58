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

/** How long the cart's bar says what was added. */
const inBar = 4_000;

const barInSight = () => (document.querySelector(".cart-bar")?.getClientRects().length ?? 0) > 0;

/** "Added to your cart" with its undo, over every page, and whatever else the cart tells in passing. */
export function CartNotification() {
  const { t } = useTranslation();
  const told = useStore(cartNotification);
  const { pathname } = useLocation();
  useForgottenClaim();

  const closedOf = useClosed();
  const closed = told.branch && closedOf(told.branch);

  // The cart itself shows what was added.
  useEffect(() => {
    if (hidesNavigation(pathname) && cartNotification.get().show) shopToasts.clear();
  }, [pathname]);

  useEffect(() => {
    if (!told.show) return;
    // The bar in sight says it itself, and the stepper takes it back; when a closed branch brings it is said here.
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
    // Gone with its toast, whether put away, undone or grown old.
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

/** A guest's cart that did not come along at the sign-in (no network, say) is fetched now. */
function useForgottenClaim(): void {
  const scope = useScope();
  const client = useQueryClient();
  useEffect(() => {
    if (scope.session === "" || readLocal(localNames.cartToken) === null) return;
    void claimAfterSignIn(client, scope);
  }, [scope, client]);
}
