import { request } from "../../../../api/client";
import type { Body, Data, Item } from "../../../../api/operations";
import { personalList, personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";
import { keepStaffDevice, staffDeviceHeader } from "../../../../lib/staffSession";

const login = { needsLogin: true, staleTime: 0 } as const;

export type Colleague = Item<"/console/staff">;
export type ColleagueDetail = Data<"GET", "/console/staff/{id}">;
export type Invitation = Item<"/console/invitations">;
export type PersonBody = Body<"POST", "/console/invitations">;
export type LogLine = Item<"/console/audit">;

export const staffList = (scope: Scope, params: { q: string; role: string; state: string }) =>
  personalList(scope, "/console/staff", { params, ...login });
export const colleagueQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/staff/{id}", { path: { id }, ...login });
export const invitationsList = (scope: Scope) => personalList(scope, "/console/invitations", login);

/** Whether a change to a member of staff invalidates the data at this path. */
export const ofPeople = (path: unknown) => /^\/console\/(staff|invitations)\b/.test(String(path));

export const saveColleague = async (id: string, body: Body<"PUT", "/console/staff/{id}">) =>
  (await request("PUT", "/console/staff/{id}", { path: { id }, body, suppressToast: true })).data;

export const inviteSomebody = async (body: PersonBody) =>
  (await request("POST", "/console/invitations", { body, suppressToast: true })).data;

const act = { suppressToast: true } as const;
export const lockOut = (id: string, reason: string) =>
  request("POST", "/console/staff/{id}/lock", { path: { id }, body: { reason }, ...act });
export const letIn = (id: string) =>
  request("POST", "/console/staff/{id}/unlock", { path: { id }, body: {}, ...act });
export const newPassword = async (id: string) =>
  (await request("POST", "/console/staff/{id}/password", { path: { id }, ...act })).data;
export const endSessions = (id: string) =>
  request("POST", "/console/staff/{id}/end-sessions", { path: { id }, ...act });
export const endSession = (id: string) =>
  request("DELETE", "/console/staff-sessions/{id}", { path: { id }, ...act });
export const resetSecondFactor = (id: string) =>
  request("POST", "/console/staff/{id}/reset-second-factor", { path: { id }, ...act });

/** The invited person and the role that a link's invitation is for. */
export const lookAtInvitation = async (secret: string, signal: AbortSignal) =>
  (await request("POST", "/console/join/look", { body: { secret }, signal, ...act })).data;

/** Accepts an invitation, and signs in. */
export async function join(secret: string, password: string) {
  const { data } = await request("POST", "/console/join", {
    body: { secret, password },
    headers: staffDeviceHeader(),
    ...act,
  });
  keepStaffDevice(data.device_secret);
  return data;
}

export const logList = (
  scope: Scope,
  params: { staff: string; action: string; object: string; from: string; until: string },
) => keysetList(scope, "/console/audit", { params });
export const logChoicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/audit/choices", { needsLogin: true });
