import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { OrderItem, OrderStatus, Ref, Step } from "../../../api/types";
import type { Scope } from "../../../lib/scope";

/** A move that whoever asks may make now, and what they must say with it. */
export interface Move {
  to: OrderStatus;
  /** What making it is called: "Accept". */
  label: string;
  needs_reason: boolean;
  needs_pin: boolean;
}

export interface BoardOrder {
  id: string;
  number: string;
  status: OrderStatus;
  fulfilment: "delivery" | "pickup";
  branch: Ref;
  customer: { name: string; phone_masked: string };
  items_quantity: number;
  total: number;
  currency: string;
  payment_method: "cod" | "card";
  payment_state: string;
  created_at: string;
  promised_at: string;
  accept_by: string | null;
  late: boolean;
  /** The last event of the order; a move says which one it has seen. */
  event_seq: number;
  moves: Move[];
}

export interface BoardColumn {
  status: OrderStatus;
  label: string;
  orders: BoardOrder[];
}

export interface Board {
  columns: BoardColumn[];
  /** Where the live stream goes on. */
  cursor: string;
}

export interface OrderEvent {
  seq: number;
  from: OrderStatus | null;
  to: OrderStatus;
  label: string;
  reason: string;
  at: string;
  actor: { kind: "shopper" | "staff" | "system"; id: string; name: string; label: string };
}

/** Where an order goes, as it was when it was placed. */
export interface DeliveryAddress {
  type: string;
  name: string;
  contact_name: string;
  phone: string;
  region: Ref;
  district: Ref;
  city: string;
  address: string;
  building_number: string;
  floor: string;
  apartment_number: string;
  landmark: string;
  postal_code: string;
  lat: number;
  lng: number;
}

/** An order in full, for staff. */
export interface ConsoleOrder {
  id: string;
  number: string;
  status: OrderStatus;
  status_label: string;
  fulfilment: "delivery" | "pickup";
  service: Ref & { promise: "minutes" | "days" };
  store: Ref;
  branch: Ref & { phone: string };
  customer: { name: string; phone: string };
  items: OrderItem[];
  items_quantity: number;
  steps: Step[];
  total: number;
  paid: number;
  due: number;
  currency: string;
  payment_method: "cod" | "card";
  payment_state: string;
  payment_label: string;
  payment_state_label: string;
  address: DeliveryAddress;
  note: string;
  change_for: number | null;
  created_at: string;
  promised_at: string;
  accept_by: string | null;
  late: boolean;
  /** Deliveries that failed. */
  attempts: number;
  scheduled: { from: string; to: string } | null;
  courier: { name: string; phone: string } | null;
  events: OrderEvent[];
  event_seq: number;
  moves: Move[];
}

const base = "/console/orders";
const one = (id: string) => `${base}/${encodeURIComponent(id)}`;

/** The board of one branch, or of all that whoever asks works for. */
export const boardQuery = (scope: Scope, branch: string) =>
  personalQuery<Board>(scope, base, { params: { branch_id: branch }, needsLogin: true });

export const orderQuery = (scope: Scope, id: string) =>
  personalQuery<ConsoleOrder>(scope, one(id), { needsLogin: true });

/** Whether a cached answer is a board, of whichever branch. */
export function isBoardKey(key: readonly unknown[]): boolean {
  return key[0] === base || String(key[0]).startsWith(`${base}?`);
}

export interface MoveBody {
  to: OrderStatus;
  reason?: string;
  pin?: string;
  expected_seq: number;
}

/** Refused with move_refused, reason_required, pin_wrong, pin_locked, or 409 moved_on. */
export const moveOrder = async (id: string, body: MoveBody) =>
  (await request<ConsoleOrder>("POST", `${one(id)}/move`, { body, suppress: true })).data;

export const eventsPath = `${base}/events`;
