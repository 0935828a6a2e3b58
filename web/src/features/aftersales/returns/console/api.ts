import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

type Schemas = components["schemas"];
export type QueueItem = Schemas["ReturnsQueueItem"];
export type StaffReturn = Schemas["ReturnsDetail"];
export type StaffTransition = Schemas["ReturnsStaffTransition"];
export type StaffUnit = Schemas["ReturnsStaffUnit"];
export type Outcome = "restock" | "scrap" | "refuse";

/** Returns in one state, or with "" all that require an action; the oldest first. */
export const queueList = (scope: Scope, state: string, branch: string) =>
  keysetList(scope, "/console/returns", { params: { state, branch_id: branch }, staleTime: 0 });

export const staffReturnQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/returns/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

/** Refused with cannot_move, move_not_yours, reason_required, second_person, or 409 moved_on. */
export const moveReturn = async (id: string, body: Body<"POST", "/console/returns/{id}/move">) =>
  (await request("POST", "/console/returns/{id}/move", { path: { id }, body, suppressToast: true }))
    .data;

export type Verdict = Schemas["ReturnsVerdictBody"];

export const inspectReturn = async (
  id: string,
  body: Body<"POST", "/console/returns/{id}/inspect">,
) =>
  (
    await request("POST", "/console/returns/{id}/inspect", {
      path: { id },
      body,
      suppressToast: true,
    })
  ).data;
