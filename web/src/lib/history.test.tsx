import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import {
  BrowserHistory,
  type Location,
  MemoryHistory,
  type Navigate,
  Redirect,
  useLocation,
  useNavigate,
} from "./history";

let here: Location;
let navigate: Navigate;

function Probe() {
  here = useLocation();
  navigate = useNavigate();
  return null;
}

const where = () => here.pathname + here.search + here.hash;

/** Moves through the history as the browser's buttons do. */
async function travel(steps: number) {
  await act(async () => {
    const arrived = new Promise((done) =>
      window.addEventListener("popstate", done, { once: true }),
    );
    window.history.go(steps);
    await arrived;
  });
}

afterEach(() => window.history.replaceState(null, "", "/"));

test("paths are below the base, addresses with it", () => {
  window.history.replaceState(null, "", "/ar/cart?service_id=7#lines");
  render(
    <BrowserHistory base="/ar">
      <Probe />
    </BrowserHistory>,
  );
  expect(where()).toBe("/cart?service_id=7#lines");
  act(() => navigate("/search-results?q=%D9%84%D8%A8%D9%86"));
  expect(where()).toBe("/search-results?q=%D9%84%D8%A8%D9%86");
  expect(window.location.pathname).toBe("/ar/search-results");
  act(() => navigate("/"));
  expect(here.pathname).toBe("/");
  expect(window.location.pathname).toBe("/ar");
});

test("the way back leads to the entry it was, with what it was given", async () => {
  render(
    <BrowserHistory base="">
      <Probe />
    </BrowserHistory>,
  );
  const same = navigate;
  act(() => navigate("/a", { state: { keepScroll: true } }));
  const first = here;
  expect(first).toMatchObject({ how: "push", state: { keepScroll: true } });
  act(() => navigate("/b"));
  act(() => navigate("/c", { replace: true }));
  expect(here).toMatchObject({ how: "replace", state: null });
  expect(new Set([first.key, here.key, "first"]).size).toBe(3);
  await travel(-1);
  expect(here).toEqual({ ...first, how: "pop" });
  await travel(1);
  expect(where()).toBe("/c");
  expect(navigate).toBe(same);
});

test("a link to a place on the page is a step of its own, no way back", async () => {
  render(
    <BrowserHistory base="">
      <Probe />
    </BrowserHistory>,
  );
  act(() => navigate("/a"));
  const before = here;
  await act(async () => {
    const arrived = new Promise((done) =>
      window.addEventListener("popstate", done, { once: true }),
    );
    window.location.hash = "#content";
    await arrived;
  });
  expect(here).toMatchObject({ pathname: "/a", hash: "#content", how: "push" });
  expect(new Set(["first", before.key, here.key]).size).toBe(3);
  await travel(-1);
  expect(here).toEqual({ ...before, how: "pop" });
});

test("a redirect leaves no way back to where it stood", async () => {
  render(
    <BrowserHistory base="">
      <Probe />
    </BrowserHistory>,
  );
  act(() => navigate("/start"));
  const length = window.history.length;
  render(
    <BrowserHistory base="">
      <Redirect to="/sign-in?from=%2Fstart" />
    </BrowserHistory>,
  );
  expect(window.location.pathname).toBe("/sign-in");
  expect(window.history.length).toBe(length);
});

test("on the server and in tests the browser's address is left alone", () => {
  render(
    <MemoryHistory base="/en" at="/en/home?x=1">
      <Probe />
    </MemoryHistory>,
  );
  expect(where()).toBe("/home?x=1");
  act(() => navigate("/cart"));
  expect(where()).toBe("/cart");
  expect(window.location.pathname).toBe("/");
});

test("without a history above it says so", () => {
  expect(() => render(<Probe />)).toThrow(/BrowserHistory/);
  expect(screen.queryByText(/./)).toBeNull();
});
