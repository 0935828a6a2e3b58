import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Spinner } from "./Spinner";

test("a ring for the eye only; whoever shows it says what is going on", () => {
  const { container } = render(<Spinner />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});
