/** Puts the cursor into the search of the shop's head; false where the page has none. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("header [role=combobox]");
  box?.focus();
  return box !== null;
}

/** For a press on what leads to the search: the keyboard comes up with it; without a script the link leads there. */
export function typeInHeader(event: { preventDefault(): void }): void {
  if (focusSearch()) event.preventDefault();
}
