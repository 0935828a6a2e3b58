/** Capitalises a text that begins a line: "tomorrow" becomes "Tomorrow". Arabic has no capitals. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
