/**
 * Which lines of an order have been picked, ticked off in the aisle. Kept by this browser for as
 * long as its tab lives, so that a locked phone or a reload loses nothing.
 */

const name = (order: string) => `wekala_console_picked_${order}`;

export function readPicked(order: string): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(name(order)) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  } catch {
    // Refused or unreadable storage: nothing is ticked yet.
    return new Set();
  }
}

export function writePicked(order: string, picked: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(name(order), JSON.stringify([...picked]));
  } catch {
    // Refused storage: the ticks live no longer than this page.
  }
}
