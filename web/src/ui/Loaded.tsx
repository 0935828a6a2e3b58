import { isValidElement, type ReactElement, type ReactNode } from "react";
import { statusOf, useFailureText } from "../api/failure";
import { useTranslation } from "../lib/translation";
import { ReadFailure } from "./ReadFailure";
import { Skeleton } from "./Skeleton";
import { SkeletonGroup } from "./SkeletonGroup";

/** The parts of a query that are used here; results of useQuery and useInfiniteQuery have them. */
export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  fetchStatus: string;
  refetch: () => unknown;
}

export interface FrameProps {
  /** The namespace of its texts "loading", "failed" and "retry". */
  texts: string;
  /** Shown in place of "loading". */
  loading?: string;
  /** Shown in place of "failed". */
  failed?: string;
  /** Advice on a failure, below its message. */
  hint?: string;
  /** Shown in place of the hint, and of waiting further, while there is no network. */
  offline?: string;
  /** The content for a failure with this status; it receives the failure's message. */
  instead?: Readonly<Record<number, (words: string | undefined) => ReactNode>>;
  /** The heading level of a failure. */
  level?: 1 | 2 | 3;
  /** The loading state: the heights of blocks below each other, or a skeleton. */
  skeleton: readonly string[] | ReactElement;
  /** The layout of those blocks, when they are not stacked closely. */
  layout?: string;
}

export interface LoadedProps<T> extends FrameProps {
  query: Asked<T>;
  children: (data: T) => ReactNode;
}

/**
 * The data of a query: a skeleton before it is loaded, a retry button after a failure. Loaded data
 * stays when a later refetch fails. `<Loaded query={useQuery(ratesQuery(scope))} texts="currency"
 * skeleton={["h-40"]}>` takes a function that renders the data.
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

/** Combines two queries: loaded when both are, failed when one is. */
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
