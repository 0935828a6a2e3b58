/** Puts the cursor into the search of the shop's head; false where the page has none. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("header [role=combobox]");
  box?.focus();
  return box !== null;
}
