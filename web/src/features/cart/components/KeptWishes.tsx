import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { errorText, NoResponseError } from "../../../api/errors";
import { reachable } from "../../../lib/reach";
import { useScope } from "../../../lib/scope";
import { cartQuery, keepCart } from "../api";
import { tellCart } from "../notification";
import { setWanted } from "../pending";
import { dropWish, fulfil, wishes } from "../wishes";

/** While something waits to be sent and the browser does not say when the network is back. */
const again = 15_000;

/** Sends what was put into the cart without a network, once there is one. Shows nothing itself. */
export function KeptWishes() {
  const client = useQueryClient();
  const scope = useScope();
  const { t } = useTranslation();

  useEffect(() => {
    let running = false;
    const send = async () => {
      if (running || !navigator.onLine) return;
      running = true;
      let sent = 0;
      try {
        for (const wish of wishes()) {
          const query = cartQuery(scope, wish.service);
          const cart =
            query.enabled === false
              ? undefined
              : await client.fetchQuery({ ...query, staleTime: 0, retry: false });
          try {
            const done = await fulfil(wish, cart);
            if (done) keepCart(client, scope, done.cart);
            setWanted(wish.variant, null);
            sent++;
          } catch (error) {
            if (error instanceof NoResponseError) throw error;
            setWanted(wish.variant, {
              qty: -1,
              refusal: errorText(error, t, { inPlace: true }) ?? "",
            });
            tellCart({ text: t("cart:kept_refused", { name: wish.name }), tone: "trouble" });
          }
          dropWish(wish.variant);
        }
        if (sent > 0) tellCart({ text: t("cart:kept_sent"), tone: "success" });
      } catch {
        // Still nobody there: what is left waits for the next time.
      } finally {
        running = false;
      }
    };
    for (const wish of wishes()) setWanted(wish.variant, { qty: wish.qty, refusal: null });
    void send();
    const timer = setInterval(() => {
      if (wishes().length > 0) void send();
    }, again);
    window.addEventListener("online", send);
    const stop = reachable.subscribe(() => {
      if (reachable.get()) void send();
    });
    return () => {
      stop();
      clearInterval(timer);
      window.removeEventListener("online", send);
    };
  }, [client, scope, t]);

  return null;
}
