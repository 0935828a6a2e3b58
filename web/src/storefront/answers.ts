import type { QueryClient } from "@tanstack/react-query";
import { createQueryClient } from "../api/queryClient";
import { nameOfKey } from "./serverQueries";
import { type Answered, fillCache } from "./state";

/** The answers that a page is rendered with on the server, stored by their keys. */
export function answersOf(data: readonly Answered[]): QueryClient {
  const client = createQueryClient();
  const { queries, ...rest } = client.getDefaultOptions();
  client.setDefaultOptions({ ...rest, queries: { ...queries, queryKeyHashFn: nameOfKey } });
  fillCache(client, data);
  return client;
}
