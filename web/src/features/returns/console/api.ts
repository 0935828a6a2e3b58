import { request } from "../../../api/client";
import { personalList, personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type QueueItem = Schemas["ReturnsQueueItem"];
export type QueueState = Schemas["ReturnsQueueState"];
export type StaffReturn = Schemas["ReturnsDetail"];
export type StaffMove = Schemas["ReturnsStaffMove"];
export type StaffUnit = Schemas["ReturnsStaffUnit"];
export type Outcome = "restock" | "scrap" | "refuse";

const base = "/console/returns";
const one = (id: string) => `${base}/${encodeURIComponent(id)}`;

/** Returns in one state, or with "" all that wait for somebody; the oldest first. */
export const queueList = (scope: Scope, state: string, branch: string, page = 1) =>
  personalList<QueueItem>(scope, base, { state, branch_id: branch }, page, {
    needsLogin: true,
    staleTime: 0,
  });

export const staffReturnQuery = (scope: Scope, id: string) =>
  personalQuery<StaffReturn>(scope, one(id), { needsLogin: true, staleTime: 0 });

/** Refused with cannot_move, move_not_yours, reason_required, second_person, or 409 moved_on. */
export const moveReturn = async (
  id: string,
  body: { to: string; reason?: string; expected_seq: number },
) => (await request<StaffReturn>("POST", `${one(id)}/move`, { body, suppress: true })).data;

export interface Verdict {
  line_id: string;
  unit: number;
  outcome: Outcome;
  why?: string;
}

export const inspectReturn = async (id: string, body: { units: Verdict[]; expected_seq: number }) =>
  (await request<StaffReturn>("POST", `${one(id)}/inspect`, { body, suppress: true })).data;
