import { clientConfig, isSuccess, requestHeaders } from "./client";
import { ApiError, type FailureBody, NoResponseError } from "./errors";

/** Fetches a file below the API's base and hands it to the browser's downloads. */
export async function download(path: string, name: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(clientConfig().base + path, { headers: requestHeaders() });
  } catch {
    throw new NoResponseError(true);
  }
  if (!isSuccess(response.status)) {
    const body = (await response.json().catch(() => undefined)) as FailureBody | undefined;
    throw new ApiError({ status: response.status, body, suppressed: true, retryAfter: undefined });
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
