import { personalQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The customer's delivery addresses, the default first. */
export const addressesQuery = (scope: Scope) =>
  personalQuery(scope, "/addresses", { needsLogin: true });
