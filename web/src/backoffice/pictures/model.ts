/** The picture formats that the server accepts, and the information in a picture's name. */

export const accepted = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;
const most = 15 * 1024 * 1024;

/** The reason why a file cannot be sent at all, as a text's key. */
export function refusal(file: Blob): "wrong_kind" | "too_large" | null {
  if (!accepted.some((kind) => kind === file.type)) return "wrong_kind";
  return file.size > most ? "too_large" : null;
}

const made = /^([0-9a-f]{32}-(\d+)x\d+)\.(jpg|png)$/;

/** The address of a thumbnail, at least 256 pixels wide where the picture is that large. */
export function thumbnail(name: string): string {
  const [, stem, width, kind] = made.exec(name) ?? [];
  if (stem === undefined) return `/media/${encodeURIComponent(name)}.webp`;
  return Number(width) > 256 ? `/media/${stem}.256.${kind}` : `/media/${name}`;
}

/** Whether it was uploaded here, and therefore has texts. */
export const isUpload = (name: string) => made.test(name);

/** The list with one of its entries moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  const one = list[from];
  if (one === undefined) return [...list];
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}
