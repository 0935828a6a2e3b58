import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Skeleton } from "./Skeleton";
import { SkeletonGroup } from "./SkeletonGroup";

test("shapes for the eye, one sentence for the ear", () => {
  const { container } = render(
    <SkeletonGroup label="Loading the shops">
      <Skeleton shape="tile" />
      <Skeleton className="w-3/4" />
    </SkeletonGroup>,
  );
  expect(screen.getByRole("status").textContent).toBe("Loading the shops");
  expect(container.querySelectorAll("[aria-hidden=true]")).toHaveLength(2);
});
