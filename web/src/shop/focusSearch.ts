/** Moves the focus to the search field in the shop's header; returns false on pages without one. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("header [role=combobox]");
  box?.focus();
  return box !== null;
}

/**
 * Handles a click on a link to the search: focuses the header's field, which opens the keyboard.
 * Without JavaScript the link opens the search page.
 */
export function typeInHeader(event: { preventDefault(): void }): void {
  if (focusSearch()) event.preventDefault();
}
