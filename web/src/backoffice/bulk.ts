import type { QueryClient } from "@tanstack/react-query";
import { request } from "../api/client";
import { NoResponseError } from "../api/errors";
import type { Data, PathOf } from "../api/operations";
import type { BulkResult } from "./BulkBar";

type BulkPath = Extract<PathOf<"POST">, `/console/${string}/bulk`>;
type Answer = Data<"GET", "/console/bulk/{id}">;

/** The server takes no more rows at once. */
const mostRows = 500;
/** Between two looks at a job that is under way. */
const pause = 1000;
/** So many looks in a row that got no answer end the waiting. */
const mostLost = 30;

/**
 * What a list does with its selected rows by an operation that is httpapi.Bulk on the server; the
 * list is then read again. Many rows are done by a job, whose end is waited for.
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
      // The job goes on without a network here.
      if (!(error instanceof NoResponseError) || ++lost === mostLost) throw error;
    }
  }
  return now;
}
