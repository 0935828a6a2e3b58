/** The signed-in staff member, read by every screen of the console that depends on it. */

import type { Data } from "../api/operations";
import { personalQuery } from "../api/query";
import type { Scope } from "../lib/scope";

export type Staff = Data<"GET", "/console/me">;
export type StaffRole = Staff["role"];
/** A permission: the `x-capability` of operations. */
export type Capability = Staff["capabilities"][number];

/** The staff member signed in to the console, with their branches. */
export const meQuery = (scope: Scope) =>
  personalQuery(scope, "/console/me", { needsLogin: true, staleTime: 300_000 });
