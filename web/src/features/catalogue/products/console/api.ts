import type { QueryClient } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import type { Body, Data, Item, ListParams } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type Category = Data<"GET", "/console/categories/{id}">;
export type Product = Data<"GET", "/console/products/{id}">;
export type ProductRow = Item<"/console/products">;
export type SheetRow = Item<"/console/branches/{id}/sheet">;
export type PriceWait = Item<"/console/price-waits">;
export type NameWait = Item<"/console/name-waits">;
export type ProductBody = Body<"POST", "/console/products">;
export type SavedBody = Omit<Body<"PUT", "/console/products/{id}">, "version">;
export type Variant = Product["variants"][number];
export type Option = Product["options"][number];
export type Saved = Data<"PUT", "/console/branches/{id}/prices">;
export type PriceRow = Body<"PUT", "/console/branches/{id}/prices">["rows"][number];
export type SheetFilter = Pick<
  Body<"POST", "/console/imports/formula">,
  "q" | "category_id" | "product_id" | "show"
>;
export type CostRow = Body<"PUT", "/console/branches/{id}/costs">["rows"][number];
export type StockRow = Body<"PUT", "/console/branches/{id}/stock">["rows"][number];

const quiet = { suppressToast: true } as const;

export const choicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/catalogue/choices", { needsLogin: true });

export const categoriesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/categories", { needsLogin: true });

export const categoryQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/categories/{id}", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

export const productsList = (scope: Scope, params: ListParams<"/console/products">) =>
  keysetList(scope, "/console/products", { params });

export const productQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/products/{id}", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

export const sheetList = (
  scope: Scope,
  id: string,
  params: ListParams<"/console/branches/{id}/sheet">,
) =>
  keysetList(scope, "/console/branches/{id}/sheet", { path: { id }, params, enabled: id !== "" });

export const movesList = (scope: Scope, id: string, variant: string) =>
  keysetList(scope, "/console/branches/{id}/stock-moves", {
    path: { id },
    params: { variant_id: variant },
  });

/** Invalidates the lists that a change affects. */
export function forget(
  client: QueryClient,
  part: "catalogue" | "categories" | "products" | "branches" | "price-waits" | "name-waits",
) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`/console/${part}`),
  });
}

export const createCategory = async (body: Body<"POST", "/console/categories">, key: string) =>
  (
    await request("POST", "/console/categories", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveCategory = async (id: string, body: Body<"PUT", "/console/categories/{id}">) =>
  (await request("PUT", "/console/categories/{id}", { path: { id }, body, ...quiet })).data;

export const moveCategory = async (id: string, parent_id: string, before_id: string) =>
  (
    await request("POST", "/console/categories/{id}/move", {
      path: { id },
      body: { parent_id, before_id },
      ...quiet,
    })
  ).data;

export const archiveCategory = async (id: string, archived: boolean) =>
  (
    await request(
      "POST",
      archived ? "/console/categories/{id}/archive" : "/console/categories/{id}/restore",
      { path: { id }, ...quiet },
    )
  ).data;

export const createProduct = async (body: ProductBody, key: string) =>
  (
    await request("POST", "/console/products", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveProduct = async (id: string, body: Body<"PUT", "/console/products/{id}">) =>
  (await request("PUT", "/console/products/{id}", { path: { id }, body, ...quiet })).data;

export const publishProduct = async (id: string, published: boolean) =>
  (
    await request("POST", "/console/products/{id}/publish", {
      path: { id },
      body: { published },
      ...quiet,
    })
  ).data;

export const archiveProduct = async (id: string, archived: boolean) =>
  (
    await request(
      "POST",
      archived ? "/console/products/{id}/archive" : "/console/products/{id}/restore",
      { path: { id }, ...quiet },
    )
  ).data;

export const duplicateProduct = async (product_id: string, key: string) =>
  (
    await request("POST", "/console/products/duplicate", {
      body: { product_id, prices: true },
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

/** `below`: accept prices below cost without a question. */
export const setPrices = async (id: string, rows: PriceRow[], below = false) =>
  (
    await request("PUT", "/console/branches/{id}/prices", {
      path: { id },
      body: { rows, ...(below ? { below_cost: true } : {}) },
      ...quiet,
    })
  ).data;

export const setCosts = async (id: string, rows: CostRow[]) =>
  (await request("PUT", "/console/branches/{id}/costs", { path: { id }, body: { rows }, ...quiet }))
    .data;

export const tryFormula = async (body: Body<"POST", "/console/imports/formula">) =>
  (await request("POST", "/console/imports/formula", { body, ...quiet })).data;

export const withdrawPrice = async (id: string, variant_id: string) =>
  (
    await request("POST", "/console/branches/{id}/prices/withdraw", {
      path: { id },
      body: { variant_id },
      ...quiet,
    })
  ).data;

export const waitsList = (scope: Scope) => keysetList(scope, "/console/price-waits", {});

/** Extras with prices that await approval. */
export const extraWaitsQuery = (scope: Scope) =>
  personalQuery(scope, "/console/extra-waits", { needsLogin: true });

/** Approves or rejects a pending price, in the version that was read. */
export const decidePrice = async (id: string, version: number, approve: boolean) =>
  await request("POST", "/console/price-waits/{id}/decide", {
    path: { id },
    body: { version, approve },
    ...quiet,
  });

export const nameWaitsList = (scope: Scope) => keysetList(scope, "/console/name-waits", {});

/** Approves or rejects a pending change, in the version that was read. */
export const decideName = async (id: string, version: number, approve: boolean) =>
  await request("POST", "/console/name-waits/{id}/decide", {
    path: { id },
    body: { version, approve },
    ...quiet,
  });

export const setStock = async (id: string, source: string, rows: StockRow[]) =>
  (
    await request("PUT", "/console/branches/{id}/stock", {
      path: { id },
      body: { source, rows },
      ...quiet,
    })
  ).data;

export const sellOut = async (id: string, variants: string[], sold_out: boolean) =>
  (
    await request("PUT", "/console/branches/{id}/sold-out", {
      path: { id },
      body: { variants, sold_out },
      ...quiet,
    })
  ).data;

/** `below`: copy prices below the cost at this branch without a question. */
export const copyPrices = async (id: string, from: string, missing: boolean, below: boolean) =>
  await request("POST", "/console/branches/{id}/prices/copy", {
    path: { id },
    body: { from, missing, ...(below ? { below_cost: true } : {}) },
    ...quiet,
  });
