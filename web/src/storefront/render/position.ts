/**
 * Where in the tree the drawing is. The browser gives a `useId` its name by its place among lists and
 * among components that took one, so the server has to count the same places.
 *
 * A place is a list's length and the index in it. Both are only noted while the page is drawn; the
 * name is made of them where somebody asks for one, which few components do.
 */

/** Length and index, from the root on. */
export const places: number[] = [];

/** How much of `places` counts now. */
export const position = { depth: 0 };

/** Digits of the names' base are five bits. */
const base = 32;
const bitsOfDigit = 5;
/** What a number of the browser's holds beside the bit that marks its length. */
const mostBits = 30;

const bitsOf = (count: number): number => 32 - Math.clz32(count);

/** The name of the nth id that a component takes at the present place. */
export function positionId(nth: number): string {
  let value = 0;
  let bits = 0;
  let digits = "";
  for (let at = 0; at < position.depth; at += 2) {
    const length = bitsOf(places[at] ?? 0);
    const index = (places[at + 1] ?? 0) + 1;
    if (bits + length > mostBits) {
      // Whole digits of the places further up are written down, to make room.
      const written = bits - (bits % bitsOfDigit);
      digits = (value & ((1 << written) - 1)).toString(base) + digits;
      value >>= written;
      bits -= written;
    }
    value |= index << bits;
    bits += length;
  }
  const later = nth > 0 ? `H${nth.toString(base)}` : "";
  return `_R_${value.toString(base)}${digits}${later}_`;
}
