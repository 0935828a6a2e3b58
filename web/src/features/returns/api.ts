import { request } from "../../api/client";
import { personalList, personalQuery } from "../../api/query";
import type { components } from "../../api/schema";
import type { Scope } from "../../lib/scope";

type Schemas = components["schemas"];
export type Return = Schemas["ReturnsView"];
export type ReturnState = Return["state"];
export type ReturnItem = Schemas["ReturnsItemView"];
export type ReturnCard = Schemas["ReturnsCard"];
export type Returnable = Schemas["ReturnsReturnable"];
export type ReturnableItem = Schemas["ReturnsReturnableItem"];
export type Reason = Schemas["ReturnsReasonView"];
export type Preview = Schemas["ReturnsPreview"];
export type Step = Schemas["ReturnsStep"];
export type Part = Schemas["ReturnsPart"];

export interface ItemBody {
  line_id: string;
  qty: number;
  reason_id: string;
  comment?: string;
  photos?: string[];
}

export interface AskBody {
  order_id: string;
  items: ItemBody[];
  refund_to?: string;
  bank?: { iban: string; holder: string };
  address_id?: string;
  slot_id: string;
  expected_refund: number;
}

const order = (id: string) => `/orders/${encodeURIComponent(id)}`;
const one = (id: string) => `/returns/${encodeURIComponent(id)}`;

/** What of an order may come back, and all that asking for it needs. */
export const returnableQuery = (scope: Scope, id: string) =>
  personalQuery<Returnable>(scope, `${order(id)}/returnable`, { needsLogin: true, staleTime: 0 });

/** What a return would pay; asked again whenever what comes back changes. */
export const previewQuery = (scope: Scope, id: string, items: ItemBody[], refundTo: string) => ({
  queryKey: [
    `${order(id)}/return/preview`,
    scope.lang,
    scope.session,
    refundTo,
    JSON.stringify(items),
  ],
  queryFn: async () =>
    (
      await request<Preview>("POST", `${order(id)}/return/preview`, {
        body: { items, ...(refundTo === "" ? {} : { refund_to: refundTo }) },
        suppress: true,
      })
    ).data,
  staleTime: 60_000,
  retry: false,
});

export const askReturn = async (body: AskBody, key: string) =>
  (
    await request<Return>("POST", "/returns", {
      body,
      headers: { "Idempotency-Key": key },
      suppress: true,
    })
  ).data;

/** The shopper's returns, newest first. */
export const returnsList = (scope: Scope, page = 1) =>
  personalList<ReturnCard>(scope, "/returns", {}, page, { needsLogin: true, staleTime: 0 });

export const returnQuery = (scope: Scope, id: string) =>
  personalQuery<Return>(scope, one(id), { needsLogin: true, staleTime: 0 });

export const withdrawReturn = async (id: string) =>
  (await request<Return>("POST", `${one(id)}/cancel`, { body: {}, suppress: true })).data;
