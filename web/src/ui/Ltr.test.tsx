import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Ltr } from "./Ltr";

test("a phone number keeps its order inside Arabic", () => {
  render(
    <p dir="rtl">
      اتصل على <Ltr>+20 100 123 4567</Ltr>
    </p>,
  );
  const number = screen.getByText("+20 100 123 4567");
  expect(number.tagName).toBe("BDI");
  expect(number.getAttribute("dir")).toBe("ltr");
});
