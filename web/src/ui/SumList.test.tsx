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

test("a label and its amount share one line of their own", () => {
  render(
    <SumList
      lines={[
        { id: "items", label: "Things", value: "EGP 364.25 EGP 340.25" },
        { id: "wallet", label: "Paid from your wallet", value: "EGP −90" },
      ]}
    />,
  );
  const [first, second] = screen.getAllByRole("term");
  expect(first?.parentElement).not.toBe(second?.parentElement);
  expect(second?.parentElement?.textContent).toBe("Paid from your walletEGP −90");
});
