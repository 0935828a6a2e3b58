import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Price, type PriceParts } from "./Price";

const now: PriceParts = {
  whole: "120",
  fraction: ".50",
  currency: "EGP",
  currencyFirst: true,
  text: "EGP 120.50",
};
const before: PriceParts = { ...now, whole: "150", fraction: "", text: "EGP 150" };

test("it is read as one amount, and the former price is called so", () => {
  render(
    <p>
      <Price price={now} old={before} oldLabel="was" prefix="from" />
    </p>,
  );
  const heard = [...screen.getByRole("paragraph").querySelectorAll(".sr-only")];
  expect(heard.map((part) => part.textContent)).toEqual(["from EGP 120.50", "was EGP 150"]);
});

test("figures run left to right, the currency after them in Arabic", () => {
  const { container } = render(
    <div dir="rtl">
      <Price
        price={{
          whole: "١٬٢٣٤",
          fraction: "٫٥٠",
          currency: "ج.م.",
          currencyFirst: false,
          text: "١٬٢٣٤٫٥٠ ج.م.",
        }}
      />
    </div>,
  );
  const seen = container.querySelector("[aria-hidden=true]");
  expect(seen?.textContent).toBe("١٬٢٣٤٫٥٠ج.م.");
  expect(seen?.querySelector("[dir=ltr]")?.textContent).toBe("١٬٢٣٤٫٥٠");
});
