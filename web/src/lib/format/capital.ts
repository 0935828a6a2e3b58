/** A text that begins a line: "tomorrow" as "Tomorrow". Arabic has no capitals. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
