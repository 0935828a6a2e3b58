import { isValidElement, type ReactElement, type ReactNode } from "react";
import { statusOf, useFailureText } from "../api/failure";
import { useTranslation } from "../lib/translation";
import { ReadFailure } from "./ReadFailure";
import { Skeleton } from "./Skeleton";
import { SkeletonGroup } from "./SkeletonGroup";

/** What is drawn of a query; the results of useQuery and useInfiniteQuery are such. */
export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  fetchStatus: string;
  refetch: () => unknown;
}

export interface FrameProps {
  /** Whose words: a namespace with "loading", "failed" and "retry". */
  texts: string;
  /** Said in place of "loading". */
  loading?: string;
  /** Said in place of "failed". */
  failed?: string;
  /** What to do about a failure, below its own words. */
  hint?: string;
  /** Said in place of the hint, instead of going on waiting, while there is no network. */
  offline?: string;
  /** What stands there for a failure of this status; it gets the failure's own words. */
  instead?: Readonly<Record<number, (words: string | undefined) => ReactNode>>;
  /** Where the heading of a failure stands in the page. */
  level?: 1 | 2 | 3;
  /** What stands there meanwhile: the heights of blocks below each other, or a skeleton. */
  skeleton: readonly string[] | ReactElement;
  /** How those blocks stand, when not closely below each other. */
  layout?: string;
}

export interface LoadedProps<T> extends FrameProps {
  query: Asked<T>;
  children: (data: T) => ReactNode;
}

/**
 * What a query answers, once it did: a skeleton before, and trying again where it failed. What is
 * there stays there when a later look fails.
 *
 *   <Loaded query={useQuery(ratesQuery(scope))} texts="currency" skeleton={["h-40"]}>
 *     {(rates) => …}
 *   </Loaded>
 */
export function Loaded<T>({ query, children, ...frame }: LoadedProps<T>) {
  return query.data === undefined ? <Missing query={query} {...frame} /> : children(query.data);
}

function Missing({
  query,
  texts,
  loading,
  failed,
  hint,
  offline,
  instead,
  level = 2,
  skeleton,
  layout = "flex flex-col gap-3",
}: FrameProps & { query: Asked<unknown> }) {
  const { t } = useTranslation(texts);
  const words = useFailureText();
  const paused = offline !== undefined && !query.isError && query.fetchStatus === "paused";
  if (query.isError || paused) {
    const other = instead?.[statusOf(query.error)];
    if (other) return other(words(query.error));
    return (
      <ReadFailure
        level={level}
        error={paused ? null : query.error}
        title={failed ?? t("failed")}
        hint={paused ? offline : hint}
        retryLabel={t("retry")}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (isValidElement(skeleton)) return skeleton;
  return (
    <SkeletonGroup label={loading ?? t("loading")} className={layout}>
      {skeleton.map((height, place) => {
        const key = `${place}`;
        return <Skeleton key={key} shape="block" className={height} />;
      })}
    </SkeletonGroup>
  );
}

/** Two queries as one: there when both are, failed when one is. */
export function together<A, B>(one: Asked<A>, other: Asked<B>): Asked<readonly [A, B]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    isError: one.isError || other.isError,
    isFetching: one.isFetching || other.isFetching,
    fetchStatus: one.fetchStatus === "paused" ? one.fetchStatus : other.fetchStatus,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
