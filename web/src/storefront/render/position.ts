/**
 * The current position in the tree. The browser derives a `useId` name from its position among lists and among
 * components that took an id, so the server has to count the same positions.
 *
 * A place is a list's length and the index in it. Both are only recorded during rendering; the name is computed when a
 * component requests an id, which few do.
 */

/** Length and index, from the root on. */
export const places: number[] = [];

/** The part of `places` that is currently valid. */
export const position = { depth: 0 };

/** Digits of the names' base are five bits. */
const base = 32;
const bitsOfDigit = 5;
/** The bits of a number in the browser, apart from the bit that marks its length. */
const mostBits = 30;

const bitsOf = (count: number): number => 32 - Math.clz32(count);

/** The name of the nth id that a component takes at the current position. */
export function positionId(nth: number): string {
  let value = 0;
  let bits = 0;
  let digits = "";
  for (let at = 0; at < position.depth; at += 2) {
    const length = bitsOf(places[at] ?? 0);
    const index = (places[at + 1] ?? 0) + 1;
    if (bits + length > mostBits) {
      // Whole digits of the outer places are written out, to make room.
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
