/**
 * Focuses a date or time field that is incomplete, which the browser reports as an empty value. Returns
 * whether there is one. The preceding blur shows the field's error.
 */
export function focusHalfFilled(form: HTMLElement | null): boolean {
  const half = [...(form?.querySelectorAll("input") ?? [])].find(
    ({ validity }) => validity?.badInput,
  );
  half?.blur();
  half?.focus();
  return half !== undefined;
}
