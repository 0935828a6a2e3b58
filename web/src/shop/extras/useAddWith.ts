import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText, isCartConflict } from "../../api/errors";
import { hasPlace } from "../../lib/cookies";
import { openDialog } from "../../lib/dialogs";
import { isAnywhere, useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { type AddToCart, addToCart, type Changed, keepCart, shopIn, updateCart } from "../cart/api";
import { cartNotification, tellCart } from "../cart/notification";
import type { Pick } from "./model";

const picksKey = (picks: readonly { id: string; qty: number | string }[]) =>
  picks
    .map(({ id, qty }) => `${id} ${qty}`)
    .toSorted()
    .join();

/** Adds a product with its extras, or changes the extras of a line. An error stays visible. */
export function useAddWith(name: string, done: () => void) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function run(
    send: () => Promise<Changed>,
    told: (changed: Changed) => void,
    conflict?: () => void,
    isAway = false,
  ) {
    setBusy(true);
    setRefusal(null);
    try {
      const changed = await send();
      keepCart(client, scope, changed.cart);
      done();
      told(changed);
    } catch (error) {
      const text = errorText(error, t, { inPlace: true }) ?? "";
      if (conflict && isCartConflict(error)) conflict();
      // The button that was pressed is gone, because the customer was asked for a location in between.
      else if (isAway) tellCart({ text, tone: "trouble" });
      else setRefusal(text);
    } finally {
      setBusy(false);
    }
  }
  /** Removes the quantity that was just added from its line. */
  function takeBack(cart: Changed["cart"], body: AddToCart) {
    const wanted = picksKey(body.extras ?? []);
    const line = cart.items.find(
      ({ order }) => order.variant.id === body.product && picksKey(order.extras) === wanted,
    );
    if (!line) return;
    const qty = line.qty - Number(body.qty);
    void updateCart({ service_id: body.service_id, item_id: line.id, qty: Math.max(0, qty) }).then(
      (changed) => keepCart(client, scope, changed.cart),
      (error: unknown) => tellCart({ text: errorText(error, t, { inPlace: true }) ?? "" }),
    );
  }
  /**
   * `branch` is the branch the customer chose. If there is none, the best branch for the requested
   * location is used.
   */
  async function add(body: AddToCart, branch?: string, isAway = false): Promise<void> {
    // The price, the branch and the delivery time depend on the location.
    if (isAnywhere(scope) && !hasPlace()) {
      openDialog("location", {
        goOn: () => void add({ ...body, branch_id: branch }, branch, true),
      });
      return;
    }
    await run(
      () => addToCart(body),
      ({ cart }) => {
        shopIn(cart);
        cartNotification.set({
          show: true,
          product: name,
          qty: Number(body.qty),
          branch: cart.branch,
          undo: () => takeBack(cart, body),
        });
      },
      () =>
        openDialog("emptyCart", {
          accept: () => void add({ ...body, replace_cart: true }, branch, isAway),
        }),
      isAway,
    );
  }
  const change = (service: string, item: string, qty: number, extras: Pick[]) =>
    run(
      () => updateCart({ service_id: service, item_id: item, qty, extras }),
      ({ message }) => tellCart({ text: message, tone: "success" }),
    );
  return { add, change, busy, refusal };
}
