import { request } from "../../../../api/client";
import type { Body, Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

export type Storage = Data<"GET", "/console/storage">;
export type StorageBody = Body<"PUT", "/console/storage">;

/** Never cached: files may still be moving. */
export const storageQuery = (scope: Scope) =>
  personalQuery(scope, "/console/storage", { needsLogin: true, staleTime: 0 });

export const saveStorage = async (body: StorageBody) =>
  (await request("PUT", "/console/storage", { body, suppressToast: true })).data;

export const tryStorage = async (place: "uploads" | "backups") =>
  (await request("POST", "/console/storage/try", { body: { place }, suppressToast: true })).data;
