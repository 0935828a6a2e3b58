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

test("the number of an order stays in one piece, what may be long does not", () => {
  render(
    <p dir="rtl">
      <Ltr>W-YA7J-2B7B</Ltr> · <Ltr>T-VM2G-566X</Ltr> · <Ltr>laila-hassan@wekala.example</Ltr>
    </p>,
  );
  for (const number of ["W-YA7J-2B7B", "T-VM2G-566X"]) {
    expect(screen.getByText(number).className).toBe("whitespace-nowrap");
  }
  expect(screen.getByText("laila-hassan@wekala.example").hasAttribute("class")).toBe(false);
});
