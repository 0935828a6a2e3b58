import { exchange } from "./client";
import { NoDataError } from "./errors";
import type { Method } from "./operations";

/** Fetches a file below the API's base and hands it to the browser's downloads. */
export async function download(path: string, name: string, method: Method = "GET"): Promise<void> {
  const options = { method, suppressToast: true };
  const file = await exchange(path, (response) => response.blob(), options);
  // No file of ours is a page: a hotel's sign-in page came in its place.
  if (file.type.startsWith("text/html")) throw new NoDataError();
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
