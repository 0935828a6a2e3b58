/** What the server takes, and what a picture's name says. */

export const accepted = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;
const most = 15 * 1024 * 1024;

/** Why a file cannot be sent at all, as a text's key. */
export function refusal(file: Blob): "wrong_kind" | "too_large" | null {
  if (!accepted.some((kind) => kind === file.type)) return "wrong_kind";
  return file.size > most ? "too_large" : null;
}

const made = /^([0-9a-f]{32}-(\d+)x\d+)\.(jpg|png)$/;

/** Where a picture is shown from, at least 256 pixels wide where there is so much of it. */
export function thumbnail(name: string): string {
  const [, stem, width, kind] = made.exec(name) ?? [];
  if (stem === undefined) return `/media/${encodeURIComponent(name)}.webp`;
  return Number(width) > 256 ? `/media/${stem}.256.${kind}` : `/media/${name}`;
}

/** Whether it was uploaded here, and so has texts. */
export const isUpload = (name: string) => made.test(name);

/** A list with one of its entries at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  const one = list[from];
  if (one === undefined) return [...list];
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}
