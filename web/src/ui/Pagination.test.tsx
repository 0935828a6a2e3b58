import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Pagination } from "./Pagination";
import { pageWindow } from "./pageWindow";

function pages(page: number, last: number) {
  return (
    <Pagination
      label="Pages"
      page={page}
      last={last}
      hrefOf={(one) => `?page=${one}`}
      previousLabel="Earlier"
      nextLabel="Later"
      pageLabel={(one) => `Page ${one}`}
    />
  );
}

test("every page is a link that can be shared", () => {
  render(pages(5, 9));
  expect(screen.getByRole("link", { name: "Page 5" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Later" }).getAttribute("href")).toBe("?page=6");
  expect(screen.getByRole("link", { name: "Earlier" }).getAttribute("rel")).toBe("prev");
});

test("one page needs no links", () => {
  const { container } = render(pages(1, 1));
  expect(container.textContent).toBe("");
});

test.each([
  [1, 2, [1, 2]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [9, 9, [1, null, 8, 9]],
])("page %i of %i shows %j", (page, last, shown) => {
  expect(pageWindow(page, last)).toEqual(shown);
});
