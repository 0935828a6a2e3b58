import { publicQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

/** A page of the shop's own words: privacy, terms. */
export type InformationPage = components["schemas"]["ContentPageView"];

export const informationQuery = (scope: Scope, name: string) =>
  publicQuery(scope, "/pages/{name}", { path: { name }, subject: true });

/** The pages that exist from the first day, in the order they are offered. */
export const informationNames = [
  "about",
  "faq",
  "shipping",
  "returns",
  "privacy",
  "terms",
] as const;
