import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import type { Body, Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

export type WordingLine = Data<"GET", "/console/wording">[number];
export type Wording = Data<"GET", "/console/wording/{id}">;
export type WordingText = Wording["texts"][number];
export type WordingBody = Body<"PUT", "/console/wording/{id}">;
export type TypedText = WordingBody["texts"][number];

export const wordingsQuery = (scope: Scope) =>
  personalQuery(scope, "/console/wording", { needsLogin: true });

export const wordingQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/wording/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

export const saveWording = async (id: string, body: WordingBody) =>
  (await request("PUT", "/console/wording/{id}", { path: { id }, body, suppressToast: true })).data;

/** The rendered texts with difficult sample values; nothing is saved. */
export const lookQuery = (scope: Scope, id: string, texts: readonly TypedText[]) =>
  queryOptions({
    queryKey: ["/console/wording#look", scope.lang, scope.session, id, JSON.stringify(texts)],
    queryFn: async ({ signal }) =>
      (
        await request("POST", "/console/wording/{id}/preview", {
          path: { id },
          body: { texts: [...texts] },
          suppressToast: true,
          signal,
        })
      ).data.texts,
    enabled: scope.session !== "",
    retry: false,
  });
