import { screen } from "@testing-library/react";
import { startTransition, useState } from "react";
import { expect, test, vi } from "vitest";
import type { PageDefinition } from "../lib/page";
import { renderShop } from "../testing/shop";
import { PageView } from "./PageView";
import { loadedPage, loadPage } from "./pages";

vi.mock("./pages", async (original) => ({
  ...(await original<typeof import("./pages")>()),
  loadPage: vi.fn(),
  loadedPage: vi.fn(),
}));

function Shop() {
  const [gone, setGone] = useState(false);
  if (gone) return <PageView missing={null} origin="http://shop.test" />;
  return (
    <button type="button" onClick={() => startTransition(() => setGone(true))}>
      Go
    </button>
  );
}

// It lasts a microtask: the page arrives after React has begun to wait for it and before it gave
// up its place, so that it takes up the render where it was.
test("a page that arrives just when it is waited for is drawn without a complaint", async () => {
  const page = { head: () => ({ title: "" }), Component: () => <h1>Bread</h1> };
  let promise: Promise<PageDefinition> | undefined;
  vi.mocked(loadPage).mockImplementation(() => {
    promise ??= Promise.resolve(page as unknown as PageDefinition).then((one) => {
      vi.mocked(loadedPage).mockReturnValue(one);
      return one;
    });
    return promise;
  });
  const reported = vi.fn();
  window.addEventListener("error", reported);
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});

  renderShop(<Shop />, { at: "/cart" });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  screen.getByRole("button").click();

  expect(await screen.findByRole("heading", { name: "Bread" })).toBeDefined();
  expect(complained).not.toHaveBeenCalled();
  expect(reported).not.toHaveBeenCalled();
});
