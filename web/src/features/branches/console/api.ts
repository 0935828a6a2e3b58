import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type BranchSettings = components["schemas"]["BranchesSettingsView"];
export type SettingsBody = components["schemas"]["BranchesSettingsBody"];

export const settingsQuery = (scope: Scope, branch: string) =>
  personalQuery(scope, "/console/branches/{id}/settings", {
    path: { id: branch },
    needsLogin: true,
    staleTime: 0,
  });

/** Refused with settings_moved_on where somebody else changed them meanwhile. */
export const saveSettings = async (branch: string, body: SettingsBody) =>
  (
    await request("PUT", "/console/branches/{id}/settings", {
      path: { id: branch },
      body,
      suppressToast: true,
    })
  ).data;
