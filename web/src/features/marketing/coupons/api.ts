import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { Cart } from "../../../api/types";
import type { Scope } from "../../../lib/scope";

/** The coupons somebody may use now, tried on their cart of a service as it is. */
export function couponsQuery(scope: Scope, cart: Cart) {
  const { queryKey } = personalQuery(scope, "/coupons");
  // What each would take off hangs on what is in the cart.
  const version = [cart.id, cart.price, cart.items_quantity, cart.delivery_price, cart.coupon_id];
  return queryOptions({
    queryKey: [...queryKey, version.join(" ")],
    queryFn: async ({ signal }) =>
      (
        await request("GET", "/coupons", {
          query: { service_id: cart.service_id },
          signal,
        })
      ).data,
    enabled: scope.ready,
  });
}
