import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { itemsOf } from "../api/query";
import type { components } from "../api/schema";
import { useNavigate } from "../lib/history";
import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { EmptyState } from "../ui/EmptyState";
import type { IconName } from "../ui/Icon";
import { LoadedList } from "../ui/LoadedList";
import { TabLinks } from "../ui/TabLinks";
import { BranchSelect } from "./BranchSelect";
import type { Part } from "./keyset";
import { NextPart } from "./NextPart";

type QueueState = components["schemas"]["HttpapiQueueState"];
interface Extra {
  states: QueueState[];
}

export interface QueueProps<T> {
  /** Namespace of its texts: title, branch, all_branches, states, waiting, empty, empty_text, not_yours. */
  texts: string;
  icon: IconName;
  list: UseInfiniteQueryResult<InfiniteData<Part<T, Extra>>, Error>;
  row: (item: T) => ReactNode;
}

/** What a queue's address asks for, and how often it looks for what is new. */
export function useQueue() {
  const { query } = usePage();
  return {
    state: query.get("state"),
    branch: query.get("branch_id"),
    refresh: { refetchInterval: 30_000 },
  };
}

/**
 * What waits for staff, part by part, by the state and branch in the address.
 */
export function Queue<T extends { id: string }>({ texts, icon, list, row }: QueueProps<T>) {
  const { t } = useTranslation(texts);
  const { query, path } = usePage();
  const { number } = useFormat();
  const navigate = useNavigate();
  const { state, branch } = useQueue();
  const to = (changes: Parameters<typeof query.with>[0]) => `${path}${query.with(changes)}`;
  const states = list.data?.pages[0]?.extra.states ?? [];
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <h1 className="flex min-h-12 flex-1 items-center text-2xl font-bold">{t("title")}</h1>
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={branch}
          onChange={(id) => navigate(to({ branch_id: id }), { replace: true })}
          quiet
        />
      </div>
      {states.length > 0 && (
        <TabLinks
          label={t("states")}
          items={[
            { label: t("waiting"), to: to({ state: "" }), current: state === "" },
            ...states.map((one) => ({
              label: one.label,
              to: to({ state: one.state }),
              current: state === one.state,
              count: number(one.count),
            })),
          ]}
        />
      )}
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts={texts}
        instead={{
          403: (words) => <EmptyState icon="lock" title={t("not_yours")} text={words} />,
        }}
        skeleton={["h-24", "h-24", "h-24"]}
        empty={<EmptyState icon={icon} title={t("empty")} text={t("empty_text")} />}
        row={row}
      />
      <NextPart list={list} />
    </div>
  );
}
