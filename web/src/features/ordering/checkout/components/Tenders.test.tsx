import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aQuote } from "../../../../testing/checkout";
import { renderShop } from "../../../../testing/shop";
import { emptyDraft } from "../model";
import { Tenders } from "./Tenders";

const quote = aQuote({
  wallet: { ...aQuote().wallet, balance: 50 },
  points: { ...aQuote().points, points: 200 },
});
const show = (wallet: string, points: string, error: string) =>
  renderShop(
    <Tenders
      quote={quote}
      draft={{ ...emptyDraft, wallet, points }}
      onChange={() => {}}
      error={error}
    />,
  );
const field = (label: RegExp) => screen.getByLabelText(label);

test("a wrong amount is marked and said at its own field", () => {
  show("20", "1.5", "Enter a whole number of points.");
  const points = field(/Points to use/);
  expect(points.getAttribute("aria-invalid")).toBe("true");
  const described = (points.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
    "Enter a whole number of points.",
  );
  expect(field(/Amount to use/).getAttribute("aria-invalid")).toBeNull();
  expect(screen.getAllByText("Enter a whole number of points.")).toHaveLength(1);
});

test("another refusal is of neither field", () => {
  show("20", "100", "Balance Not Sufficient");
  expect(screen.getByText("Balance Not Sufficient")).toBeTruthy();
  expect(field(/Points to use/).getAttribute("aria-invalid")).toBeNull();
});
