import { request } from "../../../api/client";
import type { Data } from "../../../api/operations";
import { personalQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";
import { leaveStaffSession } from "../../../lib/staffSession";

export type Staff = Data<"GET", "/console/me">;
export type StaffRole = Staff["role"];
/** What somebody may do: the `x-capability` of operations. */
export type Capability = Staff["capabilities"][number];

/** Who is signed in to the console, and for which branches they work. */
export const meQuery = (scope: Scope) =>
  personalQuery(scope, "/console/me", { needsLogin: true, staleTime: 300_000 });

export const staffSignIn = async (email: string, password: string) =>
  (
    await request("POST", "/console/login", {
      body: { email, password },
      suppressToast: true,
    })
  ).data;

/** Ends the session at the server, and here whatever the server says. */
export async function staffSignOut(): Promise<void> {
  const asked = request("POST", "/console/logout", { suppressToast: true });
  leaveStaffSession();
  await asked.catch(() => {
    // Unreachable or already over: the token is forgotten here and runs out there.
  });
}
