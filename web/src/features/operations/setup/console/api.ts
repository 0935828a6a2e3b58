import { request } from "../../../../api/client";
import type { Body, Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";
import { keepStaffDevice, staffDeviceHeader } from "../../../../lib/staffSession";

export type SetUp = Data<"GET", "/console/setup">;
export type Step = SetUp["steps"][number];
export type Shop = Data<"GET", "/console/shop">;
export type Opening = Data<"GET", "/console/opening">;
export type OwnerBody = Omit<Body<"POST", "/setup/owner">, "link" | "lang">;

/** Checks whether the link that the program printed can still create an owner. */
export const checkLink = (link: string) =>
  request("POST", "/setup/link", { body: { link }, suppressToast: true });

/** Creates the first owner and signs them in. */
export async function becomeOwner(link: string, lang: "ar" | "en", owner: OwnerBody) {
  const { data } = await request("POST", "/setup/owner", {
    body: { ...owner, link, lang },
    headers: staffDeviceHeader(),
    suppressToast: true,
  });
  keepStaffDevice(data.device_secret);
  return data;
}

const login = { needsLogin: true } as const;

/** The steps that are missing until customers can order. Never cached. */
export const setUpQuery = (scope: Scope) =>
  personalQuery(scope, "/console/setup", { ...login, staleTime: 0 });

export const shopQuery = (scope: Scope) => personalQuery(scope, "/console/shop", login);

export const saveShop = async (body: Body<"PUT", "/console/shop">) =>
  (await request("PUT", "/console/shop", { body, suppressToast: true })).data;

export const openingQuery = (scope: Scope) => personalQuery(scope, "/console/opening", login);

export const saveOpening = async (body: Body<"PUT", "/console/opening">) =>
  (await request("PUT", "/console/opening", { body, suppressToast: true })).data;

/** Pending sign-in codes of the invited people. Every request is recorded in the audit log. */
export const readCodes = async () =>
  (await request("POST", "/console/opening/codes", { suppressToast: true })).data;

export const samplesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/imports/samples", { ...login, staleTime: 0 });

export const addSamples = (branch: string) =>
  request("POST", "/console/imports/samples", { body: { branch_id: branch }, suppressToast: true });

/** Removes the samples by undoing the import that created them. */
export const removeSamples = (id: string, version: number) =>
  request("POST", "/console/imports/{id}/undo", {
    path: { id },
    body: { version },
    suppressToast: true,
  });
