import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import { keysetList } from "../../../backoffice/keyset";
import type { Scope } from "../../../lib/scope";

export type ConsoleRating = components["schemas"]["RatingsConsoleView"];

/** What the console's list can be narrowed by; all of it stands in the address. */
export interface Filters {
  branch_id: string;
  stars: string;
  state: string;
  kind: string;
}

export const ratingsList = (scope: Scope, filters: Filters) =>
  keysetList(scope, "/console/ratings", { params: { ...filters }, staleTime: 0 });

export const answerRating = (id: string, answer: string) =>
  request("POST", "/console/ratings/{id}/answer", {
    path: { id },
    body: { answer },
    suppressToast: true,
  });

export const hideRating = (id: string, hide: boolean, reason: string) =>
  request("POST", hide ? "/console/ratings/{id}/hide" : "/console/ratings/{id}/show", {
    path: { id },
    body: { reason },
    suppressToast: true,
  });
