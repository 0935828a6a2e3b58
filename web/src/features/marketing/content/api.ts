import { publicQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

/** An information page, such as privacy or terms. */
export type InformationPage = components["schemas"]["ContentPageView"];

export const informationQuery = (scope: Scope, name: string) =>
  publicQuery(scope, "/pages/{name}", { path: { name }, subject: true });

/** The pages that always exist, in the order they are offered. */
export const informationNames = [
  "about",
  "faq",
  "shipping",
  "returns",
  "privacy",
  "terms",
] as const;
