import { request } from "../../../../api/client";
import type { Body, Data, ListParams } from "../../../../api/operations";
import { personalQuery, publicQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type BranchSettings = components["schemas"]["BranchesSettingsView"];
export type SettingsBody = components["schemas"]["BranchesSettingsBody"];

export const settingsQuery = (scope: Scope, branch: string) =>
  personalQuery(scope, "/console/branches/{id}/settings", {
    path: { id: branch },
    needsLogin: true,
    staleTime: 0,
  });

/** Refused with moved_on and the current settings if somebody else changed them meanwhile. */
export const saveSettings = async (branch: string, body: SettingsBody) =>
  (
    await request("PUT", "/console/branches/{id}/settings", {
      path: { id: branch },
      body,
      suppressToast: true,
    })
  ).data;

export type Service = Data<"GET", "/console/services/{id}">;
export type Store = Data<"GET", "/console/stores/{id}">;
export type Branch = Data<"GET", "/console/branches/{id}">;
export type Hours = Data<"GET", "/console/branches/{id}/hours">;
export type Zones = Data<"GET", "/console/branches/{id}/zones">;
export type NamedDays = Data<"GET", "/console/hours/{id}">;

/** The paths of the lists, and of the person's own branches, which are requested again after a change. */
export const listPaths = /^\/console\/(services|stores|branches|hours|me)(\?|$)/;

const fresh = { needsLogin: true, staleTime: 0 } as const;
const quiet = { suppressToast: true } as const;

export const servicesList = (scope: Scope, params: ListParams<"/console/services">) =>
  keysetList(scope, "/console/services", { params });

export const serviceQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/services/{id}", { path: { id }, ...fresh, enabled: id !== "" });

export type ServiceBody = Body<"PUT", "/console/services/{id}">;

export const createService = async (body: ServiceBody, key: string) =>
  (
    await request("POST", "/console/services", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveService = async (id: string, body: ServiceBody) =>
  (await request("PUT", "/console/services/{id}", { path: { id }, body, ...quiet })).data;

export const storesList = (scope: Scope, params: ListParams<"/console/stores">) =>
  keysetList(scope, "/console/stores", { params });

export const storeQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/stores/{id}", { path: { id }, ...fresh, enabled: id !== "" });

export type StoreBody = Body<"PUT", "/console/stores/{id}">;

export const createStore = async (body: StoreBody, key: string) =>
  (
    await request("POST", "/console/stores", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveStore = async (id: string, body: StoreBody) =>
  (await request("PUT", "/console/stores/{id}", { path: { id }, body, ...quiet })).data;

export const branchesList = (scope: Scope, params: ListParams<"/console/branches">) =>
  keysetList(scope, "/console/branches", { params });

export const branchQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/branches/{id}", { path: { id }, ...fresh, enabled: id !== "" });

export type BranchBody = Body<"PUT", "/console/branches/{id}">;

export type NewBranchBody = Body<"POST", "/console/branches">;

export const createBranch = async (body: NewBranchBody, key: string) =>
  (
    await request("POST", "/console/branches", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

export const saveBranch = async (id: string, body: BranchBody) =>
  (await request("PUT", "/console/branches/{id}", { path: { id }, body, ...quiet })).data;

/** The shop's name, which is the default for the first store. */
export const shopNamesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/shop", { needsLogin: true });

export const createFirst = async (body: Body<"POST", "/console/first-branch">, key: string) =>
  (
    await request("POST", "/console/first-branch", {
      body,
      headers: { "Idempotency-Key": key },
      ...quiet,
    })
  ).data;

/** Saves the customers' order of a whole list. */
export const putInOrder = (what: "services" | "stores" | "branches", ids: string[]) =>
  request("POST", `/console/${what}/order`, { body: { ids }, ...quiet });

type Closing = "services" | "stores" | "branches" | "hours";

/** Archives a record, or restores it. */
export async function setArchived(what: Closing, id: string, archived: boolean): Promise<void> {
  const options = { path: { id }, ...quiet };
  await (archived
    ? request("POST", `/console/${what}/{id}/archive`, options)
    : request("POST", `/console/${what}/{id}/restore`, options));
}

/** Every district with its outline, to choose from. */
export const districtsQuery = (scope: Scope) =>
  publicQuery({ ...scope, district: "" }, "/districts", { staleTime: 300_000 });

export const hoursQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/branches/{id}/hours", { path: { id }, ...fresh });

export const saveHours = async (id: string, body: Body<"PUT", "/console/branches/{id}/hours">) =>
  (await request("PUT", "/console/branches/{id}/hours", { path: { id }, body, ...quiet })).data;

export const zonesQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/branches/{id}/zones", { path: { id }, ...fresh });

export const saveZones = async (id: string, body: Body<"PUT", "/console/branches/{id}/zones">) =>
  (await request("PUT", "/console/branches/{id}/zones", { path: { id }, body, ...quiet })).data;

export const pauseBranch = async (id: string, body: Body<"POST", "/console/branches/{id}/pause">) =>
  (await request("POST", "/console/branches/{id}/pause", { path: { id }, body, ...quiet })).data;

export const resumeBranch = async (id: string) =>
  (await request("POST", "/console/branches/{id}/resume", { path: { id }, ...quiet })).data;

export const namedDaysList = (scope: Scope, params: ListParams<"/console/hours">) =>
  keysetList(scope, "/console/hours", { params });

export const namedDaysQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/hours/{id}", { path: { id }, ...fresh, enabled: id !== "" });

export const createNamedDays = async (body: Body<"POST", "/console/hours">, key: string) =>
  (await request("POST", "/console/hours", { body, headers: { "Idempotency-Key": key }, ...quiet }))
    .data;

export const saveNamedDays = async (id: string, body: Body<"PUT", "/console/hours/{id}">) =>
  (await request("PUT", "/console/hours/{id}", { path: { id }, body, ...quiet })).data;

export const moveNamedDays = async (id: string, days: 1 | -1, version: number) =>
  (
    await request("POST", "/console/hours/{id}/move", {
      path: { id },
      body: { days, version },
      ...quiet,
    })
  ).data;

export type Tried = Data<"GET", "/console/delivery">;

/** The branches that deliver to a place at a given time; requested once there is a place. */
export const triedQuery = (
  scope: Scope,
  params: { district?: string; lat?: number; lng?: number; at?: string },
) =>
  personalQuery(scope, "/console/delivery", {
    params,
    ...fresh,
    enabled: params.district !== undefined || params.lat !== undefined,
  });
