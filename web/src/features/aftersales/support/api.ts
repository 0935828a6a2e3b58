import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalQuery, publicQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type TicketCard = Schemas["SupportCard"];
export type Ticket = Schemas["SupportView"];
export type TicketMessage = Schemas["SupportMessageView"];
export type Contact = Schemas["ContentContactView"];

export const categories = ["order", "payment", "delivery", "product", "account", "other"] as const;

export const ticketQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/tickets/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

export const contactQuery = (scope: Scope) => publicQuery(scope, "/contact");

/** Sends a reply, once for each key however often the request is sent. */
export const replyToTicket = async (id: string, text: string, photos: string[], key: string) =>
  (
    await request("POST", "/tickets/{id}/replies", {
      path: { id },
      body: { text, photos },
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;

const steps = { close: "/tickets/{id}/close", reopen: "/tickets/{id}/reopen" } as const;

export const settleTicket = async (id: string, step: keyof typeof steps) =>
  (await request("POST", steps[step], { path: { id }, suppressToast: true })).data;

export const readTicket = (id: string) =>
  request("POST", "/tickets/{id}/read", { path: { id }, suppressToast: true });

export type Letter = Body<"POST", "/contact">;

/** Sends a guest's message; the answer contains its number. */
export const writeToShop = (body: Letter) =>
  request("POST", "/contact", { body, suppressToast: true });

/** The conversation that a guest's link opens. */
export const guestTicketQuery = (scope: Scope, key: string) => ({
  queryKey: ["/contact/ticket", key, scope.lang],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request("GET", "/contact/ticket", { headers: { "ticket-key": key }, signal })).data,
  enabled: scope.ready && key !== "",
  staleTime: 0,
});

export const replyAsGuest = async (key: string, text: string) =>
  (
    await request("POST", "/contact/ticket/replies", {
      body: { text },
      headers: { "ticket-key": key },
      suppressToast: true,
    })
  ).data;
