import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalList } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The customer's tickets, the newest turn first. */
export const ticketsList = (scope: Scope, page = 1) =>
  personalList(scope, "/tickets", { from: page, needsLogin: true, staleTime: 0 });

export const openTicket = async (body: Body<"POST", "/tickets">) =>
  (await request("POST", "/tickets", { body, suppressToast: true })).data;
