import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorText, isCartConflict, NoResponseError } from "../../../../api/errors";
import { reachable } from "../../../../api/online";
import { dialogStore, type OpenDialog, openDialog } from "../../../../lib/dialogs";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { cartQuery, keepCart, shopIn } from "../../../../shop/cart/api";
import { tellCart } from "../../../../shop/cart/notification";
import { setWanted } from "../../../../shop/cart/pending";
import { dropWish, fulfil, type Wish, wishes } from "../../../../shop/cart/wishes";

/** While something waits to be sent and the browser does not say when the network is back. */
const again = 15_000;

/**
 * Sends what was put into the cart without a network, once there is one. Shows nothing itself, but
 * asks about a cart of another branch as any add does.
 */
export function KeptWishes() {
  const client = useQueryClient();
  const scope = useScope();
  const { t } = useTranslation();

  useEffect(() => {
    // Whose cart it is, is not known yet, and parts of the page still have to repeat what the server drew.
    if (!scope.ready) return;
    let running = false;
    /** The wish that is asked about, and its question; the others wait for the answer. */
    let asking: { wish: Wish; question: OpenDialog | null } | null = null;
    const read = (wish: Wish) => {
      const query = cartQuery(scope, wish.service);
      return query.enabled === false
        ? undefined
        : client.fetchQuery({ ...query, staleTime: 0, retry: false });
    };
    const ask = (wish: Wish) => {
      // Another dialog is not pushed aside for it: the next time will do.
      if (dialogStore.get() !== null) return;
      openDialog("emptyCart", {
        accept: () => {
          asking = null;
          void send(wish);
        },
      });
      asking = { wish, question: dialogStore.get() };
    };
    const answered = () => {
      const open = dialogStore.get();
      if (asking === null || open === asking.question) return;
      // The dialog closes before it says yes.
      queueMicrotask(() => {
        if (asking === null) return;
        const { service, variant, branch } = asking.wish;
        asking = null;
        // Pushed aside by another dialog it is no answer, and asked again.
        if (open !== null) return;
        for (const one of wishes()) {
          const same = branch !== undefined && one.service === service && one.branch === branch;
          if (same || one.variant === variant) dropWish(one.variant);
        }
        void send();
      });
    };
    const send = async (replacing?: Wish) => {
      if (running || asking) return;
      running = true;
      let sent = 0;
      let conflict: Wish | null = null;
      try {
        for (const wish of wishes()) {
          const replace = wish.variant === replacing?.variant;
          const cart = await read(wish);
          try {
            const done = await fulfil(wish, cart, replace);
            if (done) {
              keepCart(client, scope, done.cart);
              if (wish.qty > 0) shopIn(done.cart);
            }
            setWanted(wish.variant, null);
            sent++;
          } catch (error) {
            if (error instanceof NoResponseError) throw error;
            if (isCartConflict(error)) {
              // As with any add, the number goes back while it is asked.
              setWanted(wish.variant, null);
              conflict ??= wish;
              continue;
            }
            setWanted(wish.variant, {
              qty: -1,
              refusal: errorText(error, t, { inPlace: true }) ?? "",
            });
            tellCart({ text: t("cart:kept_refused", { name: wish.name }), tone: "trouble" });
          }
          dropWish(wish.variant);
        }
        if (sent > 0) tellCart({ text: t("cart:kept_sent"), tone: "success" });
        if (conflict) ask(conflict);
      } catch {
        // Still nobody there: what is left waits for the next time.
      } finally {
        running = false;
      }
    };
    for (const wish of wishes()) setWanted(wish.variant, { qty: wish.qty, refusal: null });
    void send();
    const timer = setInterval(() => {
      if (wishes().length > 0 && reachable.get()) void send();
    }, again);
    const online = () => void send();
    window.addEventListener("online", online);
    const stop = reachable.subscribe(() => {
      if (reachable.get()) void send();
    });
    const stopAsking = dialogStore.subscribe(answered);
    return () => {
      stop();
      stopAsking();
      clearInterval(timer);
      window.removeEventListener("online", online);
    };
  }, [client, scope, t]);

  return null;
}
