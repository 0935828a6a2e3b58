import { publicQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The extras of a product at a branch, refetched each time a customer is about to choose. */
export const extrasQuery = (scope: Scope, product: string, branch: string) =>
  publicQuery(scope, "/products/{id}/extras", {
    path: { id: product },
    params: { branch_id: branch },
    staleTime: 0,
    enabled: product !== "",
  });
