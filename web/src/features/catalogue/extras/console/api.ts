import { request } from "../../../../api/client";
import type { Body, Data, Item, ListParams } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type Group = Data<"GET", "/console/extras/{id}">;
export type GroupRow = Item<"/console/extras">;
export type GroupBody = Body<"POST", "/console/extras">;

const quiet = { suppressToast: true } as const;

export const listPath = /^\/console\/(extras|products\/[^/]*\/extras)/;

export const groupsList = (scope: Scope, params: ListParams<"/console/extras">) =>
  keysetList(scope, "/console/extras", { params });

export const groupQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/extras/{id}", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

export const storesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/catalogue/choices", { needsLogin: true });

export const createGroup = async (body: GroupBody, key: string) =>
  (
    await request("POST", "/console/extras", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveGroup = async (id: string, body: Body<"PUT", "/console/extras/{id}">) =>
  (await request("PUT", "/console/extras/{id}", { path: { id }, body, ...quiet })).data;

/** Adds a group to products, after their other groups, or removes it from them. */
export const spreadGroup = async (
  id: string,
  body: Body<"POST", "/console/extras/{id}/products">,
) =>
  (await request("POST", "/console/extras/{id}/products", { path: { id }, body, ...quiet })).data;

export const archiveGroup = async (id: string, archived: boolean) =>
  (
    await request(
      "POST",
      archived ? "/console/extras/{id}/archive" : "/console/extras/{id}/restore",
      {
        path: { id },
        ...quiet,
      },
    )
  ).data;
