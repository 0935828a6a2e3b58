/**
 * Whether a date or time in a form is half filled in, which the browser reports as an empty value. Its
 * field gets the focus after a blur, which shows its error.
 */
export function isHalfFilled(form: HTMLElement | null): boolean {
  const half = [...(form?.querySelectorAll("input") ?? [])].find(
    ({ validity }) => validity?.badInput,
  );
  half?.blur();
  half?.focus();
  return half !== undefined;
}
