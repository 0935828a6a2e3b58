import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { NotFound } from "./NotFound";

test("a page that is not there has a search that needs no script, and ways on", () => {
  renderShop(<NotFound origin="https://shop.test" />, { lang: "ar", at: "/nothing" });
  const words = screen.getByRole<HTMLInputElement>("searchbox");
  expect(words.name).toBe("q");
  expect(words.form?.getAttribute("action")).toBe("/ar/search-results");
  expect(screen.getAllByRole("link").length).toBeGreaterThanOrEqual(2);
});
