/** Sends a file as it is. XMLHttpRequest, because fetch does not tell how far it has got. */

import { type Answer, clientConfig, requestHeaders, settle } from "./client";
import { NoResponseError } from "./errors";

export interface UploadOptions {
  /** Between 0 and 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  suppress?: boolean;
}

/** Throws what request throws; when aborted, an AbortError. */
export function upload<T>(
  path: string,
  file: Blob,
  { onProgress, signal, suppress }: UploadOptions = {},
): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("POST", clientConfig().base + path);
    for (const [name, value] of Object.entries(requestHeaders())) {
      sent.setRequestHeader(name, value);
    }
    sent.setRequestHeader("Content-Type", file.type);
    if (onProgress) {
      sent.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
    }
    sent.onload = () => {
      try {
        const wait = sent.getResponseHeader("Retry-After");
        resolve(settle<T>(sent.status, sent.responseText, wait, suppress));
      } catch (error) {
        reject(error);
      }
    };
    sent.onerror = () => reject(new NoResponseError(suppress));
    sent.onabort = () => reject(new DOMException("The upload was taken back.", "AbortError"));
    signal?.addEventListener("abort", () => sent.abort());
    sent.send(file);
  });
}
