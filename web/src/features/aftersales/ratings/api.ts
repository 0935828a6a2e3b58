import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { personalQuery, publicList } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type Review = Schemas["RatingsReviewView"];
export type Summary = Schemas["RatingsSummaryView"];
export type OrderRating = Schemas["RatingsOrderView"];
export type Given = Schemas["RatingsGiven"];

const reviewsOf = {
  products: "/products/{id}/reviews",
  branches: "/branches/{id}/reviews",
} as const;

export type Subject = keyof typeof reviewsOf;
export type RateBody = Body<"POST", "/orders/{id}/rating">;
export type Sort = "newest" | "helpful" | "photos";

/** The reviews of a product or a branch, by id or slug; the summary is in the pages' `extra`. */
export const reviewsList = (
  scope: Scope,
  subject: Subject,
  id: string,
  sort: Sort = "helpful",
  stars = 0,
) =>
  publicList(scope, reviewsOf[subject], {
    path: { id },
    params: { sort: sort === "helpful" ? null : sort, stars: stars || null },
  });

export const orderRatingQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/orders/{id}/rating", {
    path: { id },
    needsLogin: true,
    staleTime: 0,
  });

export const rateOrder = async (id: string, body: RateBody) =>
  (
    await request("POST", "/orders/{id}/rating", {
      path: { id },
      body,
      suppressToast: true,
    })
  ).data;

export const voteReview = async (id: string, helpful: boolean) =>
  (
    await request("POST", "/reviews/{id}/helpful", {
      path: { id },
      body: { helpful },
      suppressToast: true,
    })
  ).data.helpful;

/** The reviews that the customer marked as helpful; none for guests. */
export const votesQuery = (scope: Scope, reviews: readonly string[]) =>
  personalQuery(scope, "/user/review-votes", {
    params: { reviews: reviews.join(",") },
    needsLogin: true,
    enabled: reviews.length > 0,
  });
