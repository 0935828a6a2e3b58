import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SumList } from "./SumList";

test("each line has its amount, the total last", () => {
  render(
    <SumList
      lines={[
        { id: "items", label: "Things", value: "EGP 200" },
        { id: "coupon", label: "Coupon", value: "EGP −20", note: "10 % of things", tone: "less" },
        { id: "total", label: "Total", value: "EGP 180", tone: "total" },
      ]}
    />,
  );
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
    "Things",
    "Coupon10 % of things",
    "Total",
  ]);
  expect(screen.getAllByRole("definition").at(-1)?.textContent).toBe("EGP 180");
});
