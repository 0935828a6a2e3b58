import type { KeyboardEvent } from "react";

/**
 * For a field within a form that is not submitted with it: Enter performs `act`, or nothing. Only the form's button
 * saves the form.
 */
export const onEnter = (act?: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act?.();
};
