import { localNames, readLocal, writeLocal } from "../../../lib/local";

/** An order that was placed without an account, and the token that opens it. */
export interface KeptOrder {
  id: string;
  token: string;
  /** When it was placed, in milliseconds. */
  at: number;
}

/** The server gives access to an order for some weeks; older ones are dropped. */
const most = 5;

/** The orders that this browser placed without an account, the newest first. */
export function keptOrders(): KeptOrder[] {
  try {
    const value: unknown = JSON.parse(readLocal(localNames.callOrders) ?? "[]");
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    // The stored value is not ours: treated as absent.
    return [];
  }
}

function isKept(value: unknown): value is KeptOrder {
  if (typeof value !== "object" || value === null) return false;
  const { id, token, at } = value as Partial<KeptOrder>;
  return typeof id === "string" && typeof token === "string" && typeof at === "number";
}

export function keepOrder(order: KeptOrder): void {
  const others = keptOrders().filter(({ id }) => id !== order.id);
  writeLocal(localNames.callOrders, JSON.stringify([order, ...others].slice(0, most)));
}

/** The token of an order that this browser placed; "" for any other. */
export const tokenOf = (id: string): string =>
  keptOrders().find((one) => one.id === id)?.token ?? "";
