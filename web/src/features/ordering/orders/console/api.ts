import { request } from "../../../../api/client";
import { download } from "../../../../api/download";
import { addressOf, type Body, type ListParams } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

type Schemas = components["schemas"];
/** A move that the signed-in staff member may make now, and the input it requires. */
export type Move = Schemas["OrdersBoardTransition"];
export type BoardOrder = Schemas["OrdersBoardOrder"];
export type BoardColumn = Schemas["OrdersBoardColumn"];
export type Board = Schemas["OrdersBoard"];
/** A branch that takes no orders now. */
export type ClosedBranch = Schemas["OrdersClosedBranch"];
export type OrderEvent = Schemas["OrdersStaffEvent"];
/** An order in full, for staff. */
export type ConsoleOrder = Schemas["OrdersStaffView"];
/** The delivery address of an order, as it was when the order was placed. */
export type DeliveryAddress = ConsoleOrder["address"];

/** The board of one branch, or of all branches that the staff member works for. */
export const boardQuery = (scope: Scope, branch: string) =>
  personalQuery(scope, "/console/orders", { params: { branch_id: branch }, needsLogin: true });

export const orderQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/orders/{id}", { path: { id }, needsLogin: true });

/** Whether a query key belongs to a board, of any branch. */
export function isBoardKey(key: readonly unknown[]): boolean {
  return key[0] === "/console/orders" || String(key[0]).startsWith("/console/orders?");
}

export type MoveBody = Body<"POST", "/console/orders/{id}/move">;

/** Refused with move_refused, reason_required, pin_wrong, pin_locked, or 409 moved_on. */
export const moveOrder = async (id: string, body: MoveBody) =>
  (await request("POST", "/console/orders/{id}/move", { path: { id }, body, suppressToast: true }))
    .data;

/** Confirms an order with the code from the phone call. Refused with code_wrong, or 409 codes_spent or not_awaited. */
export const confirmCall = (id: string, code: string) =>
  request("POST", "/console/orders/{id}/call", {
    path: { id },
    body: { code },
    suppressToast: true,
  });

export const eventsPath = (branch: string) =>
  addressOf("/console/orders/events", { query: { branch_id: branch } });

/** An order in the list of all orders, and the filters of that list. */
export type ListedOrder = Schemas["OrdersListedOrder"];
export type Narrowed = Omit<ListParams<"/console/orders/all">, "after">;

export const allOrdersList = (scope: Scope, params: Narrowed) =>
  keysetList(scope, "/console/orders/all", { params });

export const orderChoicesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/orders/choices", { needsLogin: true, staleTime: 300_000 });

/** Downloads the whole filtered list as a file; the download is recorded in the activity log. */
export const downloadOrders = (params: Narrowed) =>
  download(
    addressOf<"/console/orders/file", "POST">("/console/orders/file", { query: params }),
    "orders.csv",
    "POST",
  );

export type Taking = Schemas["PaymentsTaking"];
/** Cash that a courier or a member of staff has to hand over to a branch. */
export type OpenCash = Schemas["OrdersOpenCash"];
export type Handover = Schemas["OrdersHandover"];

export const takingsQuery = (scope: Scope, day: string, branch: string) =>
  personalQuery(scope, "/console/takings", {
    params: { day, branch_id: branch },
    needsLogin: true,
  });

export const openCashQuery = (scope: Scope, branch: string) =>
  personalQuery(scope, "/console/cash", { params: { branch_id: branch }, needsLogin: true });

export const handoversList = (scope: Scope, branch: string) =>
  keysetList(scope, "/console/cash/handovers", { params: { branch_id: branch } });

/** Refused with cash_reason_required, or 409 cash_moved. */
export const takeCash = async (body: Body<"POST", "/console/cash/handovers">) =>
  (await request("POST", "/console/cash/handovers", { body, suppressToast: true })).data;
