import { publicQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** What is chosen along with a product at a branch, asked anew whenever somebody is to choose. */
export const extrasQuery = (scope: Scope, product: string, branch: string) =>
  publicQuery(scope, "/products/{id}/extras", {
    path: { id: product },
    params: { branch_id: branch },
    staleTime: 0,
    enabled: product !== "",
  });
