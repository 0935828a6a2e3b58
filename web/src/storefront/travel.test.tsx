import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { BrowserHistory, type Navigate, useNavigate } from "../lib/history";
import { aScope } from "../testing/shop";
import { useTravel } from "./travel";

const scope = aScope();
let navigate: Navigate;

function Traveller() {
  useTravel(scope);
  navigate = useNavigate();
  return <main id="content" tabIndex={-1} />;
}

/** A window that scrolls when it is asked to, and fires the scroll event synchronously. */
function scroller() {
  const to = vi.fn((_x: number, y: number) => {
    Object.defineProperty(window, "scrollY", { value: y, configurable: true });
    window.dispatchEvent(new Event("scroll"));
  });
  vi.stubGlobal("scrollTo", to);
  return to;
}

async function arrives(go: () => void) {
  await act(async () => {
    const arrived = new Promise((done) =>
      window.addEventListener("popstate", done, { once: true }),
    );
    go();
    await arrived;
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

test("the way back leads to the place on the page that was left, a link on the page to its own", async () => {
  const to = scroller();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserHistory base="">
        <Traveller />
      </BrowserHistory>
    </QueryClientProvider>,
  );
  act(() => to(0, 700));
  act(() => navigate("/products/mango"));
  expect(window.scrollY).toBe(0);
  act(() => to(0, 300));
  to.mockClear();
  await arrives(() => {
    window.location.hash = "#content";
  });
  expect(to).not.toHaveBeenCalled();
  await arrives(() => window.history.go(-1));
  expect(window.scrollY).toBe(300);
  await arrives(() => window.history.go(-1));
  expect(window.scrollY).toBe(700);
});
