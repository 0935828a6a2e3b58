import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Timeline } from "./Timeline";

test("it says what is done, where things are, and what comes", () => {
  render(
    <Timeline
      label="The way of the order"
      stateLabels={{ done: "done", current: "now", todo: "to come", failed: "failed" }}
      steps={[
        { id: "placed", title: "Placed", time: "10:02", state: "done" },
        { id: "packed", title: "Being packed", state: "current", note: "About 10 minutes" },
        { id: "door", title: "At the door", time: "10:45", state: "todo" },
      ]}
    />,
  );
  const [placed, packed, door] = within(
    screen.getByRole("list", { name: "The way of the order" }),
  ).getAllByRole("listitem");
  expect(placed?.textContent).toContain("Placed (done)10:02");
  expect(packed?.getAttribute("aria-current")).toBe("step");
  expect(door?.textContent).toContain("(to come)");
});
