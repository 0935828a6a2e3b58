import { request } from "../../../api/client";
import { personalList } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type ConsoleRating = components["schemas"]["RatingsConsoleView"];

/** What the console's list can be narrowed by; all of it stands in the address. */
export interface Filters {
  branch_id: string;
  stars: string;
  state: string;
  kind: string;
}

export const ratingsList = (scope: Scope, filters: Filters, page = 1) =>
  personalList<ConsoleRating>(scope, "/console/ratings", { ...filters }, page, {
    needsLogin: true,
    staleTime: 0,
  });

const one = (id: string) => `/console/ratings/${encodeURIComponent(id)}`;

export const answerRating = (id: string, answer: string) =>
  request("POST", `${one(id)}/answer`, { body: { answer }, suppress: true });

export const hideRating = (id: string, hide: boolean, reason: string) =>
  request("POST", `${one(id)}/${hide ? "hide" : "show"}`, { body: { reason }, suppress: true });
