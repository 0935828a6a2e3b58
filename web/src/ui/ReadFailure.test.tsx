import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError, NoResponseError } from "../api/errors";
import { renderShop } from "../testing/shop";
import { ReadFailure } from "./ReadFailure";

const connection = "Check your connection, then try again.";
const ours = "It's on our side, not your connection. Try again in a moment.";
const busy = "We're very busy right now. Wait a moment, then try again.";

test.each([
  ["no network", null, connection],
  ["no answer", new NoResponseError(), connection],
  ["a server in trouble", new ApiError({ status: 500 }), ours],
  ["too many requests", new ApiError({ status: 429 }), busy],
  ["a server that starts", new ApiError({ status: 503 }), busy],
  ["a refusal", new ApiError({ status: 400, body: { message: "Not paid yet." } }), ""],
  ["our own mistake", new TypeError("x is undefined"), ours],
])("%s says what to do", (_, error, hint) => {
  const { container } = renderShop(<ReadFailure error={error} title="It failed" />);
  expect(screen.getByRole("alert")).toBeTruthy();
  for (const one of [connection, ours, busy]) {
    expect(container.textContent?.includes(one)).toBe(one === hint);
  }
});

test("advice that stands in the failure's own words is not given twice", () => {
  const { container } = renderShop(<ReadFailure error={new NoResponseError()} title="—" />, {
    lang: "ar",
  });
  expect(container.textContent?.match(/تحقّق من اتصالك/g)).toHaveLength(1);
});
