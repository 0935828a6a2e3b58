/**
 * Focuses a date or time that is half filled in, which the browser reports as an empty value, and
 * reports whether there is one. The blur before it shows the field's error.
 */
export function focusHalfFilled(form: HTMLElement | null): boolean {
  const half = [...(form?.querySelectorAll("input") ?? [])].find(
    ({ validity }) => validity?.badInput,
  );
  half?.blur();
  half?.focus();
  return half !== undefined;
}
