import type { QueryClient } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import { download } from "../../../../api/download";
import type { Body, Data, Item } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { type UploadOptions, upload } from "../../../../api/upload";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";
import { withQuery } from "../../../../lib/url";

export type Run = Data<"GET", "/console/imports/{id}">;
export type RunRow = Item<"/console/imports">;
export type ResultRow = Item<"/console/imports/{id}/rows">;
export type Step = "check" | "start" | "stop" | "undo" | "redo";
export type Phase = "check" | "run" | "undo" | "redo";

export const runsList = (scope: Scope) => keysetList(scope, "/console/imports", {});

export const runQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/imports/{id}", { path: { id }, needsLogin: true });

/** A preview of undoing or redoing the import now. Never cached. */
export const undoPlanQuery = (scope: Scope, id: string) => ({
  ...personalQuery(scope, "/console/imports/{id}/undo", { path: { id }, needsLogin: true }),
  staleTime: 0,
  gcTime: 0,
});

export const importChoicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/imports/choices", { needsLogin: true });

export const resultsList = (scope: Scope, id: string, phase: Phase, outcome: string) =>
  keysetList(scope, "/console/imports/{id}/rows", { path: { id }, params: { phase, outcome } });

export const sendFile = async (file: Blob, options: Omit<UploadOptions, "suppressToast">) =>
  (await upload("/console/imports", file, { ...options, suppressToast: true })).data;

export const setRun = async (id: string, body: Body<"PUT", "/console/imports/{id}">) =>
  (await request("PUT", "/console/imports/{id}", { path: { id }, body, suppressToast: true })).data;

const quiet = { suppressToast: true } as const;

export async function takeStep(step: Step, id: string, version: number) {
  const options = { path: { id }, body: { version }, ...quiet };
  switch (step) {
    case "check":
      return (await request("POST", "/console/imports/{id}/check", options)).data;
    case "start":
      return (await request("POST", "/console/imports/{id}/start", options)).data;
    case "stop":
      return (await request("POST", "/console/imports/{id}/stop", options)).data;
    case "undo":
      return (await request("POST", "/console/imports/{id}/undo", options)).data;
    case "redo":
      return (await request("POST", "/console/imports/{id}/redo", options)).data;
  }
}

/** The catalogue, or only prices and stock, as a file. */
export const exportFile = (what: "products" | "prices", kind: "csv" | "xlsx", branch: string) =>
  download(withQuery("/console/export", { what, kind, branch_id: branch }), `${what}.${kind}`);

/** The images that a file names and the shop lacks, as a list in a file. */
export const picturesFile = (id: string) =>
  download(`/console/imports/${encodeURIComponent(id)}/pictures`, "pictures.csv");

/** Invalidates everything that was read about imports. */
export const refresh = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => String(path).startsWith("/console/imports"),
  });
