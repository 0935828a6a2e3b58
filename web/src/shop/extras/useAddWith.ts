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

/** Adds a thing with its extras, or changes those of a line; what is refused stays to be shown. */
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
      // Where it was pressed is gone: the place was asked for in between.
      else if (isAway) tellCart({ text, tone: "trouble" });
      else setRefusal(text);
    } finally {
      setBusy(false);
    }
  }
  /** Takes what was just added off its line again. */
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
  /** `branch` is the one that was chosen: where none was, the place that is asked for finds the best. */
  async function add(body: AddToCart, branch?: string, isAway = false): Promise<void> {
    // Price, branch and minutes depend on it.
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
