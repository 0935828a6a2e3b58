import { request } from "../../../../api/client";
import type { Body, Data, Item, ListParams } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type Menu = Data<"GET", "/console/menus/{id}">;
export type MenuRow = Item<"/console/menus">;
export type MenuBody = Body<"POST", "/console/menus">;
export type Shift = Menu["hours"][number];

const quiet = { suppressToast: true } as const;

export const listPath = /^\/console\/menus$/;

export const menusList = (scope: Scope, params: ListParams<"/console/menus">) =>
  keysetList(scope, "/console/menus", { params });

export const menuQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/menus/{id}", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

export const choicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/catalogue/choices", { needsLogin: true });

export const categoriesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/categories", { needsLogin: true });

export const createMenu = async (body: MenuBody, key: string) =>
  (
    await request("POST", "/console/menus", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveMenu = async (id: string, body: Body<"PUT", "/console/menus/{id}">) =>
  (await request("PUT", "/console/menus/{id}", { path: { id }, body, ...quiet })).data;

export const archiveMenu = async (id: string, archived: boolean) =>
  (
    await request(
      "POST",
      archived ? "/console/menus/{id}/archive" : "/console/menus/{id}/restore",
      { path: { id }, ...quiet },
    )
  ).data;
