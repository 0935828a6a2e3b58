import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../../testing/shop";
import { NotHere } from "./NotHere";

const grid = <p>What is not delivered</p>;
const more = <p>And so on</p>;
const folded = () => screen.getByRole("group");

test("is folded under one line that says how many they are", () => {
  renderShop(<NotHere here={1} away={16} total={17} grid={grid} more={false} />, {
    at: "/search-results?q=koshary",
  });
  expect(screen.getByRole("heading").textContent).toBe("No delivery to your area (16)");
  expect(folded().hasAttribute("open")).toBe(false);
  expect(folded().contains(screen.getByText("What is not delivered"))).toBe(true);
  expect(screen.queryByRole("button", { name: "Change area" })).toBeNull();
  fireEvent.click(screen.getByText(/No delivery/));
  expect(screen.getByText("What is not delivered")).toBeTruthy();
});

test("where nothing is delivered, that and the way to another area come first", () => {
  renderShop(<NotHere here={0} away={24} total={60} grid={grid} more={more} />, {
    at: "/categories/fruit",
  });
  expect(screen.getByRole("button", { name: "Change area" })).toBeTruthy();
  expect(screen.getByText("No delivery to your area").textContent).toContain("(60)");
  expect(folded().contains(screen.getByText("And so on"))).toBe(true);
});

test("by relevance the list goes on before it, and nobody knows yet how many they are", () => {
  renderShop(<NotHere here={4} away={20} total={60} grid={grid} more={more} />, {
    at: "/search-results?q=koshary",
  });
  expect(screen.getByRole("heading").textContent?.trim()).toBe("No delivery to your area");
  expect(folded().contains(screen.getByText("And so on"))).toBe(false);
});

test("where the search says how many are delivered, the rest is counted from the first page on", () => {
  renderShop(<NotHere here={4} away={20} total={60} delivered={9} grid={grid} more={more} />, {
    at: "/search-results?q=koshary",
  });
  expect(screen.getByRole("heading").textContent).toBe("No delivery to your area (51)");
});
