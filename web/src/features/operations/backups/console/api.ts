import { request } from "../../../../api/client";
import type { Body, Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

export type Backups = Data<"GET", "/console/backups">;
export type Backup = Backups["backups"][number];

/** Never cached: a backup may be running. */
export const backupsQuery = (scope: Scope) =>
  personalQuery(scope, "/console/backups", { needsLogin: true, staleTime: 0 });

export const saveBackups = async (body: Body<"PUT", "/console/backups">) =>
  (await request("PUT", "/console/backups", { body, suppressToast: true })).data;

export const makeBackup = async () =>
  (await request("POST", "/console/backups", { suppressToast: true })).data;

/** A URL that the browser can download the file from, for two minutes. */
export const backupAddress = async (id: string) =>
  (await request("POST", "/console/backups/{id}/link", { path: { id }, suppressToast: true })).data
    .url;
