import type { Item } from "../api/operations";
import known from "./logFields.json";

export type LogLine = Item<"/console/audit">;

/** Makes lines of the audit log readable: their changes, field by field. */

export interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

/** The name of a field in the texts: BranchID, branch_id and branch are the same. */
export function fieldKey(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/(.)_id$/, "$1");
}

/** Whether a field is the program's bookkeeping, without interest for staff. */
export function isHidden(name: string): boolean {
  const snake = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return known.hidden.includes(snake);
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { list: value };

/** The fields that differ between the earlier and the later state. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  return Object.keys({ ...was, ...is })
    .filter((name) => !isHidden(name))
    .map((name) => ({ name, before: was[name], after: is[name] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
    .filter((one) => was[one.name] !== undefined || !isNothing(one.after));
}

/** Whether a value is empty: a field that was never filled in. */
export function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The format of a value in the log, by its field. */
export type Kind =
  | "money"
  | "pounds"
  | "percent"
  | "basis points"
  | "millionths"
  | "words"
  | "plain";

/** The kind of value in an action's field; the value of a coupon depends on the coupon's kind. */
export function kindOf(action: string, name: string, whole: unknown): Kind {
  const key = fieldKey(name);
  if ((known.pounds as Record<string, string[]>)[action]?.includes(key)) return "pounds";
  if (key === "value" && action.startsWith("coupon.")) {
    return (whole as { kind?: string } | null)?.kind === "percent" ? "basis points" : "money";
  }
  if (known.money.includes(key)) return "money";
  if (known.percent.includes(key)) return "percent";
  if (known.basis_points.includes(key)) return "basis points";
  if (known.millionths.includes(key)) return "millionths";
  return known.words.includes(key) ? "words" : "plain";
}
