/** Uploads a raw file. Uses XMLHttpRequest, because fetch does not report the upload's progress. */

import { withQuery } from "../lib/url";
import { type Answer, ask } from "./client";
import type { Data, UploadPath } from "./operations";

export interface UploadOptions {
  /** The file's name. */
  name?: string;
  /** Between 0 and 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  suppressToast?: boolean;
}

/** Throws the same errors as request; when aborted, an AbortError. */
export function upload<P extends UploadPath>(
  path: P,
  file: Blob,
  { name, onProgress, signal, suppressToast }: UploadOptions = {},
): Promise<Answer<Data<"POST", P>>> {
  return ask<Data<"POST", P>>("POST", path, withQuery(path, { name }), {
    headers: { "Content-Type": file.type },
    suppressToast,
    signal,
    carry: (url, { headers }) => sendFile(url, headers, file, onProgress, signal),
  });
}

/** Statuses whose answers have no body: a Response rejects even an empty one. */
const bodiless = new Set([204, 205, 304]);

function sendFile(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("POST", url);
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
    if (onProgress) {
      sent.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
    }
    sent.onload = () => {
      const wait = sent.getResponseHeader("Retry-After");
      resolve(
        new Response(bodiless.has(sent.status) ? null : sent.responseText, {
          status: sent.status,
          ...(wait === null ? {} : { headers: { "Retry-After": wait } }),
        }),
      );
    };
    sent.onerror = () => reject(new TypeError("No answer to the upload."));
    sent.onabort = () => reject(new DOMException("The upload was taken back.", "AbortError"));
    signal?.addEventListener("abort", () => sent.abort());
    sent.send(file);
  });
}
