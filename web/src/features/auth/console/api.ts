import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Ref } from "../../../api/types";
import type { Scope } from "../../../lib/scope";
import { leaveStaffSession } from "../../../lib/staffSession";

export type StaffRole =
  | "owner"
  | "editor"
  | "manager"
  | "picker"
  | "support"
  | "finance"
  | "courier";

/** What somebody may do: the `x-capability` of operations. */
export type Capability = components["schemas"]["StaffView"]["capabilities"][number];

export interface Staff {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  all_branches: boolean;
  branches: Ref[];
  capabilities: Capability[];
}

/** Who is signed in to the console, and for which branches they work. */
export const meQuery = (scope: Scope) =>
  personalQuery<Staff>(scope, "/console/me", { needsLogin: true, staleTime: 300_000 });

export const staffSignIn = async (email: string, password: string) =>
  (
    await request<{ token: string; staff: Staff }>("POST", "/console/login", {
      body: { email, password },
      suppress: true,
    })
  ).data;

/** Ends the session at the server, and here whatever the server says. */
export async function staffSignOut(): Promise<void> {
  const asked = request<unknown>("POST", "/console/logout", { suppress: true });
  leaveStaffSession();
  await asked.catch(() => {
    // Unreachable or already over: the token is forgotten here and runs out there.
  });
}
