/** Who works here: asked for by every screen of the console that depends on it. */

import type { Data } from "../api/operations";
import { personalQuery } from "../api/query";
import type { Scope } from "../lib/scope";

export type Staff = Data<"GET", "/console/me">;
export type StaffRole = Staff["role"];
/** What somebody may do: the `x-capability` of operations. */
export type Capability = Staff["capabilities"][number];

/** Who is signed in to the console, and for which branches they work. */
export const meQuery = (scope: Scope) =>
  personalQuery(scope, "/console/me", { needsLogin: true, staleTime: 300_000 });
