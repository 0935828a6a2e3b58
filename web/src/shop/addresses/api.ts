import { personalQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** Where somebody has things delivered, the default first. */
export const addressesQuery = (scope: Scope) =>
  personalQuery(scope, "/addresses", { needsLogin: true });
