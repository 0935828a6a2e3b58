import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Chip } from "../../../../ui/Chip";
import { Rating } from "../../../../ui/Rating";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Section } from "../../../../ui/Section";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { reviewsList, type Sort, type Subject, type Summary, votesQuery } from "../api";
import { shareOf } from "../model";
import { Review } from "./Review";

export interface ReviewsProps {
  subject: Subject;
  /** As in the page's URL, so that the answer the server rendered with is found in the cache. */
  id: string;
}

const sorts: readonly Sort[] = ["helpful", "newest", "photos"];

/** Customers' ratings in figures, then their reviews. */
export function Reviews({ subject, id }: ReviewsProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<Sort>("helpful");
  const [stars, setStars] = useState(0);
  const scope = useScope();
  const list = useInfiniteQuery({
    ...reviewsList(scope, subject, id, sort, stars),
    placeholderData: keepPreviousData,
  });
  const reviews = list.data?.pages.flatMap((page) => page.items) ?? [];
  const votes = useQuery(
    // The last hundred: the maximum of one request.
    votesQuery(scope, reviews.map((one) => one.id).slice(-100)),
  );
  const summary = list.data?.pages[0]?.extra.summary;
  return (
    <Section title={t("ratings:title")}>
      {list.isError && !list.data ? (
        <ReadFailure
          level={3}
          error={list.error}
          title={t("ratings:load_failed")}
          retryLabel={t("ratings:retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : !summary ? (
        <SkeletonGroup label={t("ratings:loading")}>
          <Skeleton shape="block" className="h-40" />
        </SkeletonGroup>
      ) : summary.count === 0 ? (
        <p className="text-muted">{t(`ratings:none_${subject}`)}</p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[18rem_1fr] md:gap-10">
          <Figures summary={summary} stars={stars} onStars={setStars} />
          <div className="min-w-0">
            {(reviews.length > 1 || stars > 0 || sort !== sorts[0]) && (
              <Select
                label={t("ratings:sort")}
                className="mb-2 max-w-60"
                value={sort}
                onValueChange={(next) => setSort(sorts.find((one) => one === next) ?? "helpful")}
                options={sorts.map((one) => ({ value: one, label: t(`ratings:sort_${one}`) }))}
              />
            )}
            <div aria-busy={list.isPlaceholderData}>
              {reviews.length === 0 ? (
                <p className="py-4 text-muted">
                  {t(stars > 0 ? "ratings:no_words" : "ratings:stars_only")}
                </p>
              ) : (
                reviews.map((one) => (
                  <Review
                    key={one.id}
                    review={one}
                    showBranch={subject === "products"}
                    voted={votes.data?.includes(one.id) ?? false}
                  />
                ))
              )}
            </div>
            {list.hasNextPage && (
              <Button
                wide
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t("ratings:more")}
              </Button>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}

interface FiguresProps {
  summary: Summary;
  stars: number;
  onStars: (stars: number) => void;
}

/** The average and the distribution of the stars; pressing a line filters the reviews by its stars. */
function Figures({ summary, stars, onStars }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3">
        <span className="text-4xl font-semibold tabular-nums">
          {format.number(summary.average, 1, 1)}
        </span>
        <span className="flex flex-col">
          <Rating
            value={summary.average}
            label={t("ratings:average", {
              value: format.number(summary.average, 1, 1),
              count: summary.count,
            })}
          />
          <span className="text-sm text-muted">{t("ratings:count", { count: summary.count })}</span>
        </span>
      </p>
      {/* With one or two reviews, the reviews themselves show it. */}
      <ul className="flex flex-col" hidden={summary.count < 3}>
        {summary.histogram.map((one) => (
          <li key={one.stars}>
            <button
              type="button"
              aria-pressed={stars === one.stars}
              aria-label={t("ratings:only", {
                stars: t("ratings:stars", { count: one.stars }),
                n: format.number(one.count),
              })}
              onClick={() => onStars(stars === one.stars ? 0 : one.stars)}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-sm hover:bg-tint aria-pressed:bg-go-soft"
            >
              <span className="w-4 tabular-nums">{format.number(one.stars)}</span>
              <svg
                aria-hidden="true"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                className="h-2 min-w-0 flex-1 rounded-full bg-tint rtl:-scale-x-100"
              >
                <rect
                  width={shareOf(summary, one.stars) * 100}
                  height="8"
                  className="fill-saffron"
                />
              </svg>
              <span className="w-8 text-end text-muted tabular-nums">
                {format.number(one.count)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {stars > 0 && (
        <Chip
          label={t("ratings:stars", { count: stars })}
          selected
          removable
          onPress={() => onStars(0)}
          className="self-start"
        />
      )}
      {summary.delivery && summary.delivery.count > 0 && (
        <p className="text-sm text-muted">
          {t("ratings:delivery_average", { value: format.number(summary.delivery.average, 1, 1) })}
        </p>
      )}
    </div>
  );
}
