/** The photo formats that the server accepts, and how a photo is made smaller before the upload. */

export const accepted = ["image/jpeg", "image/png", "image/webp"] as const;
const most = 10 * 1024 * 1024;

/** The longest side the server keeps: sending more pixels would be wasted. */
const side = 1600;
const light = 1024 * 1024;

/** The size in which a picture is sent, with a longest side of at most 1600 pixels. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, side / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

/** The reason why a file cannot be sent at all, as a text's key. */
export function refusal(file: Blob): "wrong_kind" | "too_large" | null {
  if (!accepted.some((kind) => kind === file.type)) return "wrong_kind";
  return file.size > most ? "too_large" : null;
}

/**
 * A smaller, upright JPEG of a large photo: a phone's five megabytes become a few hundred
 * kilobytes. A file that this browser cannot decode is sent unchanged and left to the server.
 */
export async function lighter(file: Blob): Promise<Blob> {
  if (typeof createImageBitmap !== "function") return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const size = fitted(bitmap.width, bitmap.height);
    const fits = size.width === bitmap.width && accepted.some((kind) => kind === file.type);
    if (fits && file.size <= light) {
      bitmap.close();
      return file;
    }
    const canvas = document.createElement("canvas");
    canvas.width = size.width;
    canvas.height = size.height;
    const paper = canvas.getContext("2d");
    if (!paper) return file;
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, size.width, size.height);
    paper.drawImage(bitmap, 0, 0, size.width, size.height);
    bitmap.close();
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return made ?? file;
  } catch {
    return file;
  }
}
