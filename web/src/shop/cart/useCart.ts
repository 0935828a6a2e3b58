import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorText, isCartConflict, NoResponseError } from "../../api/errors";
import type { CartItem } from "../../api/types";
import { hasPlace } from "../../lib/cookies";
import { openDialog } from "../../lib/dialogs";
import { isAnywhere, type Scope, useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { useStore } from "../../lib/useStore";
import { addToCart, cartQuery, deleteItem, keepCart, shopIn, updateCart } from "./api";
import { cartNotification, tellCart } from "./notification";
import { overlapping, pendingStore, waits, want } from "./pending";
import { dropWish, keepWish } from "./wishes";

/** The cart of a service, as last returned by the server. */
export function useCart(service: string) {
  return useQuery(cartQuery(useScope(), service));
}

/** The product to add: enough to identify it and to show its name. */
export interface Line {
  service: string;
  variant: string;
  name: string;
  /** Set if the customer chose a branch; in a mixed list the server chooses it. */
  branch?: string | undefined;
  /** The customer's note to the branch about it; restored by an undo. */
  note?: string | undefined;
  /** The grams of one unit, for products sold by weight. */
  grams?: number | undefined;
  /** An existing line: one variant may have several lines with different extras. */
  item?: string | undefined;
  /** The extras chosen with it; restored by an undo. */
  extras?: { id: string; qty: number }[] | undefined;
}

export interface SetOptions {
  /** The customer agreed to park the cart of another branch. */
  replace?: boolean;
  /** Shows no notification, because the change undoes one. */
  quiet?: boolean;
}

/** The quantity of a variant in the cart, and functions that change it. */
export function useQuantity(line: Line) {
  const scope = useScope();
  const client = useQueryClient();
  const { t } = useTranslation();
  const { service, variant, name, branch, note, extras, grams = 0 } = line;
  const { amount: written } = useFormat();
  const cart = useCart(service).data;
  // The pending quantity is keyed by variant, or by line where a variant may have several lines.
  const dressed = extras !== undefined && extras.length > 0;
  const noted = dressed && line.item ? line.item : variant;
  const wanted = useStore(pendingStore)[noted];
  const item = cart?.items.find((one) =>
    dressed ? one.id === line.item : one.order.variant.id === variant && bare(one),
  );
  const qty = wanted && wanted.qty >= 0 ? wanted.qty : (item?.qty ?? 0);

  const set = useCallback(
    (next: number, options: SetOptions = {}) => {
      const send = async (amount: number): Promise<string | null | typeof waits> => {
        const there = lineOf(client, scope, service, variant, dressed ? line.item : undefined);
        try {
          if (there) {
            const done =
              amount === 0
                ? await deleteItem(service, there.id)
                : await updateCart({ service_id: service, item_id: there.id, qty: amount });
            keepCart(client, scope, done.cart);
            dropWish(variant);
            if (options.quiet) return null;
            if (amount === 0) {
              tellCart({
                text: t("cart:removed", { name }),
                tone: "success",
                icon: "trash",
                action: {
                  label: t("cart:undo"),
                  onPress: () => set(there.qty, { quiet: true }),
                },
              });
            } else if (done.message) {
              tellCart({ text: done.message, tone: "success" });
            }
          } else if (amount > 0) {
            // The selling branch, its price and its delivery time depend on the customer's location.
            if (isAnywhere(scope) && !hasPlace()) {
              openDialog("location", { goOn: () => set(amount, options) });
              return "";
            }
            const done = await addToCart({
              service_id: service,
              product: variant,
              qty: amount,
              branch_id: branch,
              ...(note ? { note } : {}),
              ...(dressed ? { extras } : {}),
              ...(options.replace ? { replace_cart: true } : {}),
            });
            keepCart(client, scope, done.cart);
            shopIn(done.cart);
            if (!options.quiet) {
              cartNotification.set({
                show: true,
                product: grams > 0 ? `${name} (${written(amount, grams)})` : name,
                qty: grams > 0 ? 1 : amount,
                branch: done.cart.branch,
                undo: () => set(0, { quiet: true }),
              });
            }
          }
          dropWish(variant);
          return null;
        } catch (error) {
          if (error instanceof NoResponseError && !dressed) {
            keepWish({ service, variant, name, qty: amount, branch, note });
            tellCart({ text: `${errorText(error, t, { inPlace: true })} ${t("cart:kept")}` });
            return waits;
          }
          if (isCartConflict(error)) {
            openDialog("emptyCart", { accept: () => set(amount, { replace: true }) });
            return "";
          }
          return errorText(error, t, { inPlace: true }) ?? "";
        }
      };
      void want(noted, next, send).then(() => {
        // Answers of two concurrent changes may have arrived out of order.
        if (overlapping()) void client.invalidateQueries({ queryKey: cartKey(scope, service) });
      });
    },
    [
      client,
      scope,
      service,
      variant,
      branch,
      name,
      note,
      grams,
      written,
      t,
      dressed,
      noted,
      line.item,
      extras,
    ],
  );

  return { qty, set, refusal: wanted?.refusal || null, item };
}

const cartKey = (scope: Scope, service: string) => cartQuery(scope, service).queryKey;

/** A line without extras; a list counts only this line of a variant. */
const bare = (item: CartItem) => item.order.extras.length === 0;

function lineOf(
  client: QueryClient,
  scope: Scope,
  service: string,
  variant: string,
  item: string | undefined,
) {
  return client
    .getQueryData(cartKey(scope, service))
    ?.items.find((one) =>
      item === undefined ? one.order.variant.id === variant && bare(one) : one.id === item,
    );
}
