import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../../../../testing/shop";
import page from "./sign-in";

const { Component } = page;

test.each([
  ["en", "Forgot your password?", /under Staff/],
  ["ar", "نسيت كلمة المرور؟", /«فريق العمل»/],
] as const)("whoever forgot the password is told what to do: %s", (lang, asked, said) => {
  renderShop(<Component />, { at: "/sign-in", console: true, lang, scope: { session: "" } });
  fireEvent.click(screen.getByText(asked));
  expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getByText("wekala staff password you@example.com")).toBeTruthy();
});
