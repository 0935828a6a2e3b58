import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useScope } from "../../../../lib/scope";
import { boardQuery, isBoardKey } from "./api";
import { useLive } from "./useLive";
import { moveKey } from "./useMove";

/** Milliseconds to collect changes before the board is requested again. */
const gather = 200;
/** The intervals of refreshes without events: short while the stream is interrupted, long otherwise. */
const whileLost = 15_000;
const whileOpen = 120_000;

/** The board of a branch ("" for all), kept up to date while it is shown. */
export function useBoard(branch: string) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = boardQuery(useScope(), branch);
  const cursor = useQuery({ ...query, notifyOnChangeProps: ["data"] }).data?.cursor;
  const line = useLive({
    branch,
    cursor,
    onNews: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // A move under way requests the board itself when it is done.
        if (client.isMutating({ mutationKey: moveKey }) > 0) return;
        void client.invalidateQueries({ predicate: ({ queryKey }) => isBoardKey(queryKey) });
      }, gather);
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const board = useQuery({
    ...query,
    refetchInterval: line === "open" ? whileOpen : whileLost,
  });
  return { board, line };
}
