import { publicList, publicQuery } from "../../api/query";
import type { BranchCard, ProductCard, SearchFacets, Suggestion } from "../../api/types";
import type { Scope } from "../../lib/scope";
import type { Query } from "../../lib/url";
import { filtersOf } from "../catalog/api";

/** The products a search finds, narrowed by what the address says. */
export const searchList = (scope: Scope, query: Query) =>
  publicList<ProductCard>(
    scope,
    "/search",
    {
      q: query.get("q"),
      service_id: query.get("service_id") || undefined,
      branch_id: query.get("branch_id") || undefined,
      ...filtersOf(query),
    },
    query.int("page", 1),
  );

/** What a search answers beside its products. */
export interface SearchExtra {
  facets?: SearchFacets;
  /** What was searched for instead, where the words as typed found nothing. */
  corrected?: string | null;
  /** Branches of that name. */
  branches?: BranchCard[];
}

export const suggestionsQuery = (scope: Scope, text: string) =>
  publicQuery<Suggestion[]>(scope, "/search/suggestions", {
    params: { q: text },
    staleTime: 60_000,
    enabled: text !== "",
  });
