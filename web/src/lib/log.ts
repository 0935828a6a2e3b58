/** The one way to the console: a line for whoever looks into a problem, never for the customer. */
export function warn(text: string, cause?: unknown): void {
  if (cause === undefined) console.warn(text);
  else console.warn(text, cause);
}
