import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { components } from "../api/schema";
import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import type { IconName } from "../ui/Icon";
import type { Part } from "./keyset";
import { RecordList } from "./RecordList";
import { useBranchFilter } from "./useBranchFilter";

type QueueState = components["schemas"]["HttpapiQueueState"];
interface Extra {
  states: QueueState[];
}

export interface QueueProps<T> {
  /** Namespace of its texts: title, branch, all_branches, states, waiting, empty, empty_text. */
  texts: string;
  icon: IconName;
  list: UseInfiniteQueryResult<InfiniteData<Part<T, Extra>>, Error>;
  to: (item: T) => string;
  draw: (item: T) => ReactNode;
}

/** The parameters in a queue's address, and its interval for refetching. */
export function useQueue() {
  const { query } = usePage();
  return {
    state: query.get("state"),
    branch: query.get("branch_id"),
    refresh: { refetchInterval: 30_000 },
  };
}

/** A staff queue in parts, filtered by the state and branch in the address. */
export function Queue<T extends { id: string }>({ texts, icon, list, to, draw }: QueueProps<T>) {
  const { t } = useTranslation(texts);
  const filters = useBranchFilter(t("branch"), t("all_branches"));
  const states = list.data?.pages[0]?.extra.states ?? [];
  return (
    <RecordList<T>
      title={t("title")}
      list={list}
      to={to}
      draw={draw}
      filters={filters}
      views={
        states.length > 0
          ? {
              name: "state",
              label: t("states"),
              options: [
                { value: "", label: t("waiting") },
                ...states.map(({ state, label, count }) => ({ value: state, label, count })),
              ],
            }
          : undefined
      }
      empty={{ icon, title: t("empty"), text: t("empty_text") }}
    />
  );
}
