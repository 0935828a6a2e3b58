import type { QueryClient } from "@tanstack/react-query";
import { request } from "../api/client";
import { NoResponseError } from "../api/errors";
import type { Data, PathOf } from "../api/operations";
import type { BulkResult } from "./BulkBar";

type BulkPath = Extract<PathOf<"POST">, `/console/${string}/bulk`>;
type Answer = Data<"GET", "/console/bulk/{id}">;

/** The server's maximum number of rows per request. */
const mostRows = 500;
/** Milliseconds between two requests for the state of a job. */
const pause = 1000;
/** The number of consecutive unanswered requests after which waiting ends. */
const mostLost = 30;

/**
 * Runs an action on a list's selected rows with an operation that is httpapi.Bulk on the server,
 * then refetches the list. Many rows are processed by a job; this waits for its end.
 */
export function bulkRun(client: QueryClient, path: BulkPath, action: string) {
  return async (rows: readonly { id: string }[]): Promise<BulkResult> => {
    const total = { done: 0, refused: [] as Answer["refused"] };
    try {
      for (let at = 0; at < rows.length; at += mostRows) {
        const ids = rows.slice(at, at + mostRows).map(({ id }) => id);
        const { done, refused } = await ended(
          (await request("POST", path, { body: { action, ids }, suppressToast: true })).data,
        );
        total.done += done;
        total.refused.push(...refused);
      }
    } finally {
      const list = path.slice(0, -"/bulk".length);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(list),
      });
    }
    return total;
  };
}

async function ended(answer: Answer): Promise<Answer> {
  let now = answer;
  let lost = 0;
  while (now.run !== "") {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const path = { id: now.run };
    try {
      now = (await request("GET", "/console/bulk/{id}", { path, suppressToast: true })).data;
      lost = 0;
    } catch (error) {
      // The job continues even if the network is gone here.
      if (!(error instanceof NoResponseError) || ++lost === mostLost) throw error;
    }
  }
  return now;
}
