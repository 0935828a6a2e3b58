import { request } from "../../../../api/client";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

type Schemas = components["schemas"];
export type DeskCard = Schemas["SupportStaffCard"];
export type Desk = Schemas["SupportStaffTicket"];

/** The queue in a state; `extra.states` has the number of tickets in each. */
export const queueList = (scope: Scope, state: string) =>
  keysetList(scope, "/console/tickets", { params: { state }, staleTime: 0 });

export const deskQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/tickets/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

export const answerTicket = async (id: string, text: string, note: boolean) =>
  (
    await request("POST", "/console/tickets/{id}/replies", {
      path: { id },
      body: { text, note },
      suppressToast: true,
    })
  ).data;

const steps = {
  close: "/console/tickets/{id}/close",
  reopen: "/console/tickets/{id}/reopen",
} as const;

export const settleDesk = async (id: string, step: keyof typeof steps) =>
  (await request("POST", steps[step], { path: { id }, suppressToast: true })).data;
