import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aBranch } from "../../testing/cart";
import { renderShop } from "../../testing/shop";
import { BranchRating } from "./BranchRating";

test("a branch that nobody has rated yet is new, without a figure", () => {
  renderShop(<BranchRating branch={aBranch({ rating: { average: 0, count: 0 } })} count />);
  expect(screen.getByText("New")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("one that was rated shows the figure, and how many gave it", () => {
  renderShop(<BranchRating branch={aBranch({ rating: { average: 4.5, count: 12 } })} count />);
  expect(screen.getByText("4.5")).toBeTruthy();
  expect(screen.getByText("(12)")).toBeTruthy();
  expect(screen.queryByText("New")).toBeNull();
});
