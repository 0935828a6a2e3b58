import { request } from "../../../../api/client";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type ConsoleRating = components["schemas"]["RatingsConsoleView"];

/** The filters of the console's list; the URL contains all of them. */
export interface Filters {
  branch_id: string;
  stars: string;
  state: string;
  kind: string;
}

export const ratingsList = (scope: Scope, filters: Filters) =>
  keysetList(scope, "/console/ratings", { params: { ...filters }, staleTime: 0 });

/** Sends the version that was read: refused with moved_on if the rating has changed since. */
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
