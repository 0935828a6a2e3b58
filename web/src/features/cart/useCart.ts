import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { errorText, isCartConflict } from "../../api/errors";
import type { Cart } from "../../api/types";
import { openDialog } from "../../lib/dialogs";
import { useScope } from "../../lib/scope";
import { useStore } from "../../lib/useStore";
import { addToCart, cartQuery, cartsQuery, updateCart } from "./api";
import { cartNotification } from "./notification";
import { type Pending, pendingStore, want } from "./pending";

const none: Pending = {};

/** The cart of a service, as the server last said. */
export function useCart(service: string) {
  return useQuery(cartQuery(useScope(), service));
}

/** What is being added: enough to find it again and to say its name. */
export interface Line {
  service: string;
  variant: string;
  name: string;
  /** Named where the shopper chose a branch; a mixed list leaves it to the server. */
  branch?: string | undefined;
}

/** How many of a variant are in the cart, and how to change that. */
export function useQuantity(line: Line) {
  const scope = useScope();
  const client = useQueryClient();
  const { t } = useTranslation();
  const cart = useCart(line.service).data;
  const wanted = useStore(pendingStore, none)[line.variant];
  const item = cart?.items.find((one) => one.order.variant.id === line.variant);
  const qty = wanted && wanted.qty >= 0 ? wanted.qty : (item?.qty ?? 0);

  const keep = useCallback(
    (next: Cart) => {
      client.setQueryData(cartQuery(scope, line.service).queryKey, next);
      void client.invalidateQueries({ queryKey: cartsQuery(scope).queryKey });
    },
    [client, scope, line.service],
  );

  const set = useCallback(
    (next: number, options: { replace?: boolean; quiet?: boolean } = {}) => {
      const send = async (amount: number): Promise<string | null> => {
        const now = client.getQueryData(cartQuery(scope, line.service).queryKey);
        const there = now?.items.find((one) => one.order.variant.id === line.variant);
        try {
          if (there) {
            keep(await updateCart({ service_id: line.service, item_id: there.id, qty: amount }));
          } else if (amount > 0) {
            keep(
              await addToCart({
                service_id: line.service,
                product: line.variant,
                qty: amount,
                branch_id: line.branch,
                ...(options.replace ? { replace_cart: true } : {}),
              }),
            );
            if (!options.quiet) {
              cartNotification.set({
                show: true,
                product: line.name,
                qty: amount,
                undo: () => set(0, { quiet: true }),
              });
            }
          }
          return null;
        } catch (error) {
          if (isCartConflict(error)) {
            openDialog("emptyCart", { accept: () => set(amount, { replace: true }) });
            return "";
          }
          return errorText(error, t, { inPlace: true }) ?? "";
        }
      };
      void want(line.variant, next, send);
    },
    [client, scope, line.service, line.variant, line.branch, line.name, keep, t],
  );

  return { qty, set, refusal: wanted?.refusal || null, item };
}
