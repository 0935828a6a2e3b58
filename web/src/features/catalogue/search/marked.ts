export interface Part {
  /** The start of the part, in UTF-16 units. */
  at: number;
  text: string;
  marked: boolean;
}

/** Splits a text into matching and other parts, by spans of start and length. Spans outside the text are ignored. */
export function marked(text: string, spans: readonly (readonly number[])[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [start = 0, length = 0] of spans.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const end = Math.min(start + length, text.length);
    if (start < at || end <= start) continue;
    if (start > at) parts.push({ at, text: text.slice(at, start), marked: false });
    parts.push({ at: start, text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), marked: false });
  return parts;
}
