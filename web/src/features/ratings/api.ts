import { request } from "../../api/client";
import { personalQuery, publicList } from "../../api/query";
import type { components } from "../../api/schema";
import type { Scope } from "../../lib/scope";

type Schemas = components["schemas"];
export type Review = Schemas["RatingsReviewView"];
export type Summary = Schemas["RatingsSummaryView"];
export type OrderRating = Schemas["RatingsOrderView"];
export type Given = Schemas["RatingsGiven"];
export type RateBody = Schemas["RateInputBody"];

export type Subject = "products" | "branches";
export type Sort = "newest" | "helpful" | "photos";

/** What shoppers say of a product or a branch, by id or slug; the summary stands beside the pages. */
export const reviewsList = (
  scope: Scope,
  subject: Subject,
  id: string,
  sort: Sort = "newest",
  stars = 0,
) =>
  publicList<Review>(scope, `/${subject}/${encodeURIComponent(id)}/reviews`, {
    sort: sort === "newest" ? null : sort,
    stars: stars || null,
  });

export const orderRatingQuery = (scope: Scope, id: string) =>
  personalQuery<OrderRating>(scope, `/orders/${encodeURIComponent(id)}/rating`, {
    needsLogin: true,
    staleTime: 0,
  });

export const rateOrder = async (id: string, body: RateBody) =>
  (
    await request<OrderRating>("POST", `/orders/${encodeURIComponent(id)}/rating`, {
      body,
      suppress: true,
    })
  ).data;

export const voteReview = async (id: string, helpful: boolean) =>
  (
    await request<{ helpful: number }>("POST", `/reviews/${encodeURIComponent(id)}/helpful`, {
      body: { helpful },
      suppress: true,
    })
  ).data.helpful;

/** Which of these reviews somebody found helpful; guests found none. */
export const votesQuery = (scope: Scope, reviews: readonly string[]) =>
  personalQuery<string[]>(scope, `/user/review-votes?reviews=${reviews.join(",")}`, {
    needsLogin: true,
    enabled: reviews.length > 0,
  });
