import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useHeadAway } from "./useHeadAway";

function Page() {
  useHeadAway();
  return null;
}

function scrollTo(y: number) {
  Object.defineProperty(window, "scrollY", { value: y, configurable: true });
  fireEvent.scroll(window);
}
const away = () => document.documentElement.hasAttribute("data-head-away");

test("the head leaves as one reads on, and is back as soon as one turns back", () => {
  scrollTo(0);
  const { unmount } = render(<Page />);
  scrollTo(100);
  expect(away()).toBe(false);
  scrollTo(400);
  expect(away()).toBe(true);
  scrollTo(396); // a trembling finger
  expect(away()).toBe(true);
  scrollTo(380);
  expect(away()).toBe(false);
  scrollTo(900);
  expect(away()).toBe(true);
  scrollTo(20); // another page
  expect(away()).toBe(false);
  scrollTo(900);
  unmount();
  expect(away()).toBe(false);
  scrollTo(0);
});
