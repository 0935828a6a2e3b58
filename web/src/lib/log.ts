/** The only access to the browser's console: a line for debugging, never for the customer. */
export function warn(text: string, cause?: unknown): void {
  if (cause === undefined) console.warn(text);
  else console.warn(text, cause);
}
