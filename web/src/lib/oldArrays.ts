/**
 * Array methods that browsers have from Chrome 110, Safari 16 and Firefox 115 on, added for the older
 * browsers of docs/browsers.md. The entry files of the shop and the console import this first.
 */

interface Copying {
  toReversed(this: unknown[]): unknown[];
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number): unknown[];
  toSpliced(this: unknown[], ...at: [number, number, ...unknown[]]): unknown[];
  with(this: unknown[], at: number, value: unknown): unknown[];
}

export const copying: Copying = {
  toReversed() {
    return [...this].reverse();
  },
  toSorted(compare) {
    return [...this].sort(compare);
  },
  toSpliced(...at) {
    const copy = [...this];
    copy.splice(...at);
    return copy;
  },
  with(at, value) {
    const copy = [...this];
    const place = at < 0 ? copy.length + at : at;
    if (place < 0 || place >= copy.length) throw new RangeError("Invalid index");
    copy[place] = value;
    return copy;
  },
};

for (const [name, value] of Object.entries(copying)) {
  if (name in Array.prototype) continue;
  Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
}
