import { request } from "../../../api/client";
import { personalList, personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type DeskCard = Schemas["SupportDeskCard"];
export type Desk = Schemas["SupportDesk"];

const base = "/console/tickets";
const one = (id: string) => `${base}/${encodeURIComponent(id)}`;

/** The queue in a state; `extra.counts` says how many wait in each. */
export const queueList = (scope: Scope, state: string, page = 1) =>
  personalList<DeskCard>(scope, base, { state }, page, { needsLogin: true, staleTime: 0 });

export const deskQuery = (scope: Scope, id: string) =>
  personalQuery<Desk>(scope, one(id), { needsLogin: true, staleTime: 0 });

export const answerTicket = async (id: string, text: string, note: boolean) =>
  (await request<Desk>("POST", `${one(id)}/replies`, { body: { text, note }, suppress: true }))
    .data;

export const settleDesk = async (id: string, step: "close" | "reopen") =>
  (await request<Desk>("POST", `${one(id)}/${step}`, { suppress: true })).data;
