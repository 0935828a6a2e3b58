import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ButtonLink } from "./ButtonLink";
import { EmptyState } from "./EmptyState";

test("a picture, one sentence, one thing to do", () => {
  render(
    <EmptyState
      icon="cart"
      title="Nothing in it yet"
      action={
        <ButtonLink to="/home" variant="primary">
          Look around
        </ButtonLink>
      }
      level={1}
    />,
  );
  expect(screen.getByRole("heading", { level: 1, name: "Nothing in it yet" })).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(1);
});
