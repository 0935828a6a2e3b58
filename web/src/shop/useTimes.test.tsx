import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { noon, renderShop } from "../testing/shop";
import { useTimes } from "./useTimes";

const hour = 3_600_000;

function Times({ moments }: { moments: (number | null)[] }) {
  return <p>{useTimes(moments).map((time) => `[${time ?? "-"}]`)}</p>;
}

test("a day is said once, where it begins", () => {
  const yesterday = noon - 24 * hour;
  renderShop(<Times moments={[yesterday, yesterday + hour, noon, null]} />);
  expect(screen.getByText(/^\[/).textContent?.replaceAll("\u00a0", " ")).toBe(
    "[yesterday, 12:00 PM][1:00 PM][12:00 PM][-]",
  );
});
