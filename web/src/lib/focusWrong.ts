/**
 * Moves the focus to the first invalid control of a form. It is centred, since not every browser keeps
 * a focused control clear of the header.
 */
export function focusWrong(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: "center" });
}
