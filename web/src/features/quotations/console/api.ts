import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type QueueColumn = Schemas["QuotationsColumn"];
export type QueueItem = Schemas["QuotationsQueueItem"];
export type ConsoleQuotation = Schemas["QuotationsDetail"];
export type ShelfItem = Schemas["QuotationsShelfItem"];

const base = "/console/quotations";
const one = (id: string) => `${base}/${encodeURIComponent(id)}`;

/** The quotations of one branch, or of all that whoever asks works for, by state. */
export const queueQuery = (scope: Scope, branch: string) =>
  personalQuery<QueueColumn[]>(scope, base, {
    params: { branch_id: branch || null },
    needsLogin: true,
    staleTime: 0,
  });

export const quotationQuery = (scope: Scope, id: string) =>
  personalQuery<ConsoleQuotation>(scope, one(id), { needsLogin: true });

export interface PriceBody {
  lines: { id: string; unit_price: number }[];
  delivery_price: number;
  valid_days: number;
  note?: string;
  expected_seq: number;
}

/** Refused with 409 moved_on when somebody was faster, 422 for what is typed wrongly. */
export const priceQuotation = async (id: string, body: PriceBody) =>
  (await request<ConsoleQuotation>("POST", `${one(id)}/price`, { body, suppress: true })).data;

export const turnDown = async (id: string, body: { note: string; expected_seq: number }) =>
  (await request<ConsoleQuotation>("POST", `${one(id)}/decline`, { body, suppress: true })).data;
