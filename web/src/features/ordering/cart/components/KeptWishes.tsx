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

/**
 * The interval between attempts while quantities are waiting to be sent: browsers do not always report
 * that the network is back.
 */
const again = 15_000;

/**
 * Sends products that were added to the cart offline, once there is a network. It renders nothing, but asks before it
 * replaces a cart of another branch, like any other addition.
 */
export function KeptWishes() {
  const client = useQueryClient();
  const scope = useScope();
  const { t } = useTranslation();

  useEffect(() => {
    // The cart's owner is not known yet, and parts of the page still have to hydrate the server's markup.
    if (!scope.ready) return;
    let running = false;
    /**
     * The quantity that the customer is being asked about, and its dialog; the other quantities wait
     * for the answer.
     */
    let asking: { wish: Wish; question: OpenDialog | null } | null = null;
    const read = (wish: Wish) => {
      const query = cartQuery(scope, wish.service);
      return query.enabled === false
        ? undefined
        : client.fetchQuery({ ...query, staleTime: 0, retry: false });
    };
    const ask = (wish: Wish) => {
      // Does not replace another open dialog: the next attempt asks.
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
      // The dialog closes before it calls `accept`.
      queueMicrotask(() => {
        if (asking === null) return;
        const { service, variant, branch } = asking.wish;
        asking = null;
        // If another dialog replaced the question, it was not answered and is asked again.
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
              // As with any addition, the shown quantity is reset while the question is open.
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
        // There is still no connection: the remaining wishes wait for the next attempt.
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
