import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalList } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The customer's tickets, the newest turn first. */
export const ticketsList = (scope: Scope, page = 1) =>
  personalList(scope, "/tickets", { from: page, needsLogin: true, staleTime: 0 });

/** Opens a ticket. Sending the same key again opens no second one. */
export const openTicket = async (body: Body<"POST", "/tickets">, key: string) =>
  (
    await request("POST", "/tickets", {
      body,
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;
