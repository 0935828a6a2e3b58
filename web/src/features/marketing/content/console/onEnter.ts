import type { KeyboardEvent } from "react";

/**
 * For a field within a form that is not sent with it: Enter does this, or nothing. The form is saved
 * by its button.
 */
export const onEnter = (act?: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act?.();
};
