/** Orders and boards for the tests of this folder. */

import type { OrderStatus } from "../../../../api/types";
import type { Board, BoardOrder } from "./api";

const statuses: readonly OrderStatus[] = [
  "pending",
  "processing",
  "shipped",
  "out_for_delivery",
  "delivered",
  "in_return",
  "return_received",
  "returned",
  "on_hold",
  "rejected",
  "cancelled",
];

export function anOrder(id: string, changes: Partial<BoardOrder> = {}): BoardOrder {
  return {
    id,
    number: `W-${id}`,
    status: "pending",
    fulfilment: "delivery",
    branch: { id: "brn_1", slug: "maadi", name: "Maadi" },
    customer: { name: "Mona", phone_masked: "010 **** 5678" },
    items_quantity: 3,
    goods: [{ name: "Rice", qty: 2, unit_grams: 0, note: "" }],
    goods_more: 0,
    area: "Degla",
    note: "",
    total: 120.5,
    currency: "EGP",
    payment_method: "cod",
    payment_state: "due",
    created_at: "2026-11-20T09:55:00Z",
    promised_at: "2026-11-20T10:40:00Z",
    accept_by: null,
    late: false,
    event_seq: 1,
    moves: [],
    call: null,
    ...changes,
  };
}

/** A board with every column; each order gets the status of its column. */
export function aBoard(orders: Partial<Record<OrderStatus, BoardOrder[]>>): Board {
  return {
    cursor: "1000",
    closed: [],
    shop: "open",
    columns: statuses.map((status) => ({
      status,
      label: status,
      orders: (orders[status] ?? []).map((order) => ({ ...order, status })),
      more: false,
    })),
  };
}
