import { publicList, publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";
import type { Query } from "../../../lib/url";
import { filtersOf } from "../../../shop/products/api";

/** The products that a search finds, filtered as in the URL. */
export const searchList = (scope: Scope, query: Query) =>
  publicList(scope, "/search", {
    params: {
      q: query.get("q"),
      service_id: query.get("service_id") || undefined,
      first_service_id: query.get("first_service_id") || undefined,
      branch_id: query.get("branch_id") || undefined,
      ...filtersOf(query),
    },
    from: query.int("page", 1),
  });

export const suggestionsQuery = (scope: Scope, text: string, first: string) =>
  publicQuery(scope, "/search/suggestions", {
    params: { q: text, first_service_id: first || undefined },
    staleTime: 60_000,
    enabled: text !== "",
  });
