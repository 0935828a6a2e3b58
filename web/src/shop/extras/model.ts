import type { Data } from "../../api/operations";

export type Offered = Data<"GET", "/products/{id}/extras">;
export type Group = Offered["groups"][number];
export type Extra = Group["extras"][number];

/** The quantity of each chosen extra, by id. */
export type Chosen = Readonly<Record<string, number>>;

export interface Pick {
  id: string;
  qty: number;
}

/** Returns the default choice, without extras that are sold out. */
export function presets(groups: readonly Group[]): Chosen {
  const chosen: Record<string, number> = {};
  for (const group of groups) {
    let left = group.most;
    for (const extra of group.extras) {
      const qty = Math.min(extra.preset, left);
      if (qty > 0 && extra.available) {
        chosen[extra.id] = qty;
        left -= qty;
      }
    }
  }
  return chosen;
}

/** Returns the extras of a cart line that are still offered. */
export function chosenOf(groups: readonly Group[], picks: readonly Pick[]): Chosen {
  const chosen: Record<string, number> = {};
  for (const { id, qty } of picks) {
    const extra = groups.flatMap((group) => group.extras).find((one) => one.id === id);
    if (extra?.available) chosen[id] = Math.min(qty, extra.most);
  }
  return chosen;
}

export const unitsOf = (group: Group, chosen: Chosen): number =>
  group.extras.reduce((sum, extra) => sum + (chosen[extra.id] ?? 0), 0);

/** Exactly one of the group must be chosen. */
export const isOneOf = (group: Group): boolean => group.least === 1 && group.most === 1;

/** The number of units of an extra that can be chosen, given the rest of its group's choice. */
export function roomFor(group: Group, extra: Extra, chosen: Chosen): number {
  if (!extra.available) return 0;
  const others = unitsOf(group, chosen) - (chosen[extra.id] ?? 0);
  // In a group of one, a new choice replaces the old one.
  return Math.min(extra.most, group.most === 1 ? 1 : group.most - others);
}

/** The choice after setting one extra to a quantity. */
export function set(group: Group, extra: Extra, chosen: Chosen, qty: number): Chosen {
  const next: Record<string, number> = { ...chosen };
  if (group.most === 1 && qty > 0) for (const one of group.extras) delete next[one.id];
  const most = roomFor(group, extra, next);
  if (qty > 0 && most > 0) next[extra.id] = Math.min(qty, most);
  else delete next[extra.id];
  return next;
}

/** The first group in which too few are chosen. */
export const missing = (groups: readonly Group[], chosen: Chosen): Group | undefined =>
  groups.find((group) => unitsOf(group, chosen) < group.least);

/**
 * The price that the chosen extras add to one unit; for display only, because the server computes
 * the price that counts.
 */
export const added = (groups: readonly Group[], chosen: Chosen): number =>
  groups
    .flatMap((group) => group.extras)
    .reduce((sum, extra) => sum + Math.round(extra.price * 100) * (chosen[extra.id] ?? 0), 0) / 100;

export const picksOf = (chosen: Chosen): Pick[] =>
  Object.entries(chosen)
    .filter(([, qty]) => qty > 0)
    .map(([id, qty]) => ({ id, qty }));
