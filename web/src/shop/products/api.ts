import type { ListParams } from "../../api/operations";
import { publicQuery, serviceList } from "../../api/query";
import type { Scope } from "../../lib/scope";
import type { Query } from "../../lib/url";

/** The filters of a product list, all of which are in the address. */
export type ProductFilters = ListParams<"/products">;

/** The filters in an address. */
export function filtersOf(query: Query): ProductFilters {
  const text = (name: string) => query.get(name) || undefined;
  return {
    store_id: text("store_id"),
    category_id: text("category_id"),
    block_id: text("block_id"),
    sort: text("sort"),
    price_min: text("price_min"),
    price_max: text("price_max"),
    in_stock: query.get("in_stock") === "true" || undefined,
    offer: query.get("offer") === "true" || undefined,
  };
}

export const productsList = (scope: Scope, filters: ProductFilters, page = 1) =>
  serviceList(scope, "/products", filters, page);

export const productQuery = (scope: Scope, id: string, branch = "") =>
  publicQuery(scope, "/products/{id}", {
    path: { id },
    params: { branch_id: branch },
    subject: true,
  });

export const categoriesQuery = (scope: Scope, service: string) =>
  publicQuery(scope, "/categories", { params: { service_id: service } });

export const categoryQuery = (scope: Scope, id: string) =>
  publicQuery(scope, "/categories/{id}", { path: { id }, subject: true });
