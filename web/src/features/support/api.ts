import { request } from "../../api/client";
import { personalList, personalQuery, publicQuery } from "../../api/query";
import type { components } from "../../api/schema";
import type { Scope } from "../../lib/scope";

type Schemas = components["schemas"];
export type TicketCard = Schemas["SupportCard"];
export type Ticket = Schemas["SupportView"];
export type TicketMessage = Schemas["SupportMessageView"];
export type Contact = Schemas["ContentContactView"];

export const categories = ["order", "payment", "delivery", "product", "account", "other"] as const;

const one = (id: string) => `/tickets/${encodeURIComponent(id)}`;

/** The shopper's tickets, the newest turn first. */
export const ticketsList = (scope: Scope, page = 1) =>
  personalList<TicketCard>(scope, "/tickets", {}, page, { needsLogin: true, staleTime: 0 });

export const ticketQuery = (scope: Scope, id: string) =>
  personalQuery<Ticket>(scope, one(id), { needsLogin: true, staleTime: 0 });

export const contactQuery = (scope: Scope) => publicQuery<Contact>(scope, "/contact");

export interface Opening {
  subject: string;
  category: string;
  order_id?: string;
  text: string;
  photos: string[];
}

export const openTicket = async (body: Opening) =>
  (await request<Ticket>("POST", "/tickets", { body, suppress: true })).data;

export const replyToTicket = async (id: string, text: string, photos: string[]) =>
  (
    await request<Ticket>("POST", `${one(id)}/replies`, {
      body: { text, photos },
      suppress: true,
    })
  ).data;

export const settleTicket = async (id: string, step: "close" | "reopen") =>
  (await request<Ticket>("POST", `${one(id)}/${step}`, { suppress: true })).data;

export const readTicket = (id: string) =>
  request<unknown>("POST", `${one(id)}/read`, { suppress: true });

export interface Letter {
  name: string;
  phone: string;
  email: string;
  subject: string;
  category: string;
  text: string;
}

/** A guest's message; the answer names its number. */
export const writeToShop = (body: Letter) =>
  request<{ number: string }>("POST", "/contact", { body, suppress: true });

/** The conversation of a guest's link. */
export const guestTicketQuery = (scope: Scope, key: string) => ({
  queryKey: ["/contact/ticket", key, scope.lang],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<Ticket>("GET", "/contact/ticket", { headers: { "ticket-key": key }, signal }))
      .data,
  enabled: scope.ready && key !== "",
  staleTime: 0,
});

export const replyAsGuest = async (key: string, text: string) =>
  (
    await request<Ticket>("POST", "/contact/ticket/replies", {
      body: { text },
      headers: { "ticket-key": key },
      suppress: true,
    })
  ).data;
