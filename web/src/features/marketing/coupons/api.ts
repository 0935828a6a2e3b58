import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { Cart } from "../../../api/types";
import type { Scope } from "../../../lib/scope";

/** The coupons that the customer may use now, each evaluated with their current cart of a service. */
export function couponsQuery(scope: Scope, cart: Cart) {
  const { queryKey } = personalQuery(scope, "/coupons");
  // Each coupon's discount depends on the cart's content.
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
