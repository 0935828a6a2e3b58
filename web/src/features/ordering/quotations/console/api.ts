import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

type Schemas = components["schemas"];
export type QueueItem = Schemas["QuotationsQueueItem"];
export type ConsoleQuotation = Schemas["QuotationsDetail"];
export type ShelfItem = Schemas["QuotationsShelfItem"];

/** Quotations in one state, or with "" all open ones; the longest waiting first. */
export const queueList = (scope: Scope, state: string, branch: string) =>
  keysetList(scope, "/console/quotations", { params: { state, branch_id: branch }, staleTime: 0 });

export const quotationQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/quotations/{id}", { path: { id }, needsLogin: true });

export type PriceBody = Body<"POST", "/console/quotations/{id}/price">;

/** Refused with 409 moved_on if somebody else was faster, and with 422 for invalid input. */
export const priceQuotation = async (id: string, body: PriceBody) =>
  (
    await request("POST", "/console/quotations/{id}/price", {
      path: { id },
      body,
      suppressToast: true,
    })
  ).data;

/** Approves or rejects a waiting offer; 409 if it was decided or replaced meanwhile. */
export const decideOffer = async (
  id: string,
  body: Body<"POST", "/console/quotations/{id}/decide">,
) =>
  (
    await request("POST", "/console/quotations/{id}/decide", {
      path: { id },
      body,
      suppressToast: true,
    })
  ).data;

export const turnDown = async (
  id: string,
  body: Body<"POST", "/console/quotations/{id}/decline">,
) =>
  (
    await request("POST", "/console/quotations/{id}/decline", {
      path: { id },
      body,
      suppressToast: true,
    })
  ).data;
