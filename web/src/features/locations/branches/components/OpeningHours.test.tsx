import { expect, test } from "vitest";
import type { Branch } from "../../../../api/types";
import { aBranch } from "../../../../testing/cart";
import { renderShop } from "../../../../testing/shop";
import { OpeningHours } from "./OpeningHours";

test("the dates that differ stand under the week, with their hours and why", () => {
  const branch = {
    ...aBranch({}),
    hours: [{ day: 0, open: "09:00", close: "17:00" }],
    exceptions: [
      { day: "2026-12-25", hours: [], note: "Christmas" },
      { day: "2026-12-31", hours: [{ open: "09:00", close: "13:00" }], note: "" },
    ],
  } as unknown as Branch;
  const { container } = renderShop(<OpeningHours branch={branch} />);
  const [, dates] = container.querySelectorAll("dl");
  const lines = [...(dates?.children ?? [])].map((line) => line.textContent);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/25.*Christmas.*Closed/);
  expect(lines[1]).toMatch(/31.*9:00.*1:00/);
});

test("without such dates there is no list of them", () => {
  const branch = { ...aBranch({}), hours: [], exceptions: [] } as unknown as Branch;
  const { container } = renderShop(<OpeningHours branch={branch} />);
  expect(container.querySelectorAll("dl")).toHaveLength(1);
});
