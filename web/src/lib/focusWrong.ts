/**
 * Moves the focus to the first invalid control of a form. The control is centred, since not every
 * browser scrolls a focused control out from under the header.
 */
export function focusWrong(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: "center" });
}
