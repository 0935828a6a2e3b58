import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalList, personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

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

export type ItemBody = Schemas["ReturnsItemBody"];

export type AskBody = Body<"POST", "/returns">;

/** The returnable items of an order, and everything that requesting a return needs. */
export const returnableQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/orders/{id}/returnable", { path: { id }, needsLogin: true, staleTime: 0 });

/** The refund of a return; requested again whenever the items change. */
export const previewQuery = (scope: Scope, id: string, items: ItemBody[], refundTo: string) => ({
  queryKey: [
    "/orders/return/preview",
    id,
    scope.lang,
    scope.session,
    refundTo,
    JSON.stringify(items),
  ],
  queryFn: async () =>
    (
      await request("POST", "/orders/{id}/return/preview", {
        path: { id },
        body: { items, ...(refundTo === "" ? {} : { refund_to: refundTo }) },
        suppressToast: true,
      })
    ).data,
  staleTime: 60_000,
  retry: false,
});

export const askReturn = async (body: AskBody, key: string) =>
  (
    await request("POST", "/returns", {
      body,
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;

/** The customer's returns, newest first. */
export const returnsList = (scope: Scope, page = 1) =>
  personalList(scope, "/returns", { from: page, needsLogin: true, staleTime: 0 });

export const returnQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/returns/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

export const withdrawReturn = async (id: string) =>
  (await request("POST", "/returns/{id}/cancel", { path: { id }, body: {}, suppressToast: true }))
    .data;
