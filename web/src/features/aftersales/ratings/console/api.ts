import { request } from "../../../../api/client";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

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

/** Of the rating that was read: refused with moved_on where it is another meanwhile. */
export const answerRating = ({ id, version }: ConsoleRating, answer: string) =>
  request("POST", "/console/ratings/{id}/answer", {
    path: { id },
    body: { answer, version },
    suppressToast: true,
  });

export const hideRating = ({ id, version }: ConsoleRating, hide: boolean, reason: string) =>
  request("POST", hide ? "/console/ratings/{id}/hide" : "/console/ratings/{id}/show", {
    path: { id },
    body: { reason, version },
    suppressToast: true,
  });
