import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type Compared = Schemas["ProductsComparedProduct"];
export type Name = Schemas["ProductsComparisonName"];

const about = ({ lang, district, currency, session }: Scope) =>
  ({ lang, district, currency, session }) as const;

/** The chosen products side by side, in their order. */
export const comparisonQuery = (scope: Scope, products: readonly string[]) =>
  queryOptions({
    queryKey: ["/products/comparison", products, about(scope)] as const,
    queryFn: async ({ signal }) =>
      (
        await request("POST", "/products/comparison", {
          body: { products: [...products] },
          signal,
          suppressToast: true,
        })
      ).data,
    enabled: products.length > 0,
    // When a product is added or removed, the others stay visible meanwhile.
    placeholderData: keepPreviousData,
  });

/** The products that can be compared with a product, given by its slug; filtered by name. */
export const namesQuery = (scope: Scope, base: string, search: string) =>
  queryOptions({
    queryKey: ["/products/comparison/names", base, search, about(scope)] as const,
    queryFn: async ({ signal }) =>
      (
        await request("GET", "/products/comparison/names", {
          query: { search, base_product: base },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
