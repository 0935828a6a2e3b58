/** Lines of the audit log in a form that can be read: what changed, field by field. */

export interface Change {
  name: string;
  before: unknown;
  after: unknown;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { value };

/** The fields that differ between what something was like and what it is like. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  return Object.keys({ ...was, ...is })
    .map((name) => ({ name, before: was[name], after: is[name] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}
