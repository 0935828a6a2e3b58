import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderShop } from "../testing/shop";
import { type Growing, More } from "./More";

const list = (changes: Partial<Growing> = {}): Growing => ({
  data: { pages: [{ meta: { current_page: 2 } }] },
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: vi.fn(),
  ...changes,
});
const at = "/account/my-orders?tab=open&page=2";

test("the next part has an address that keeps the rest of the page's", () => {
  const more = list();
  renderShop(<More list={more} texts="orders" />, { at });
  const link = screen.getByRole("link");
  expect(link.getAttribute("href")).toBe("/account/my-orders?tab=open&page=3");
  fireEvent.click(link);
  expect(more.fetchNextPage).toHaveBeenCalledOnce();
});

test("on its way, it says so", () => {
  renderShop(<More list={list({ isFetchingNextPage: true })} texts="orders" />, { at });
  expect(screen.getByRole("status").textContent).toBe("Loading your orders");
  expect(screen.getByRole("link").getAttribute("aria-busy")).toBe("true");
});

test("what failed is asked for again by a press alone", () => {
  const near = vi.fn();
  vi.stubGlobal("IntersectionObserver", near);
  renderShop(<More list={list({ isFetchNextPageError: true })} texts="orders" />, { at });
  expect(near).not.toHaveBeenCalled();
  expect(screen.getByRole("link")).toBeTruthy();
  vi.unstubAllGlobals();
});

test("nothing at the end of the list, nor before there is one", () => {
  renderShop(<More list={list({ hasNextPage: false })} texts="orders" />, { at });
  renderShop(<More list={list({ data: undefined })} texts="orders" />, { at });
  expect(screen.queryByRole("link")).toBeNull();
});
