import { publicQuery, serviceList } from "../../api/query";
import type { Category, CategoryPage, Product, ProductCard } from "../../api/types";
import type { Scope } from "../../lib/scope";
import type { Query } from "../../lib/url";

/** What a list of products can be narrowed by; all of it stands in the address. */
export interface ProductFilters {
  service_id?: string | undefined;
  branch_id?: string | undefined;
  store_id?: string | undefined;
  category_id?: string | undefined;
  block_id?: string | undefined;
  sort?: string | undefined;
  price_min?: string | undefined;
  price_max?: string | undefined;
  in_stock?: boolean | undefined;
  offer?: boolean | undefined;
}

/** The filters an address names. */
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
  serviceList<ProductCard>(scope, "/products", { ...filters }, page);

export const productQuery = (scope: Scope, id: string, branch = "") =>
  publicQuery<Product>(scope, `/products/${encodeURIComponent(id)}`, {
    params: { branch_id: branch },
    subject: true,
  });

export const categoriesQuery = (scope: Scope, service: string) =>
  publicQuery<Category[]>(scope, "/categories", { params: { service_id: service } });

export const categoryQuery = (scope: Scope, id: string) =>
  publicQuery<CategoryPage>(scope, `/categories/${encodeURIComponent(id)}`, { subject: true });
