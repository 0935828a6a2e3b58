import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError, NoResponseError } from "../api/errors";
import { renderShop } from "../testing/shop";
import { type Asked, Loaded, together } from "./Loaded";
import { Skeleton } from "./Skeleton";

function asked<T>(changes: Partial<Asked<T>> = {}): Asked<T> {
  return {
    data: undefined,
    error: null,
    isError: false,
    isFetching: false,
    fetchStatus: "idle",
    refetch: vi.fn(),
    ...changes,
  };
}
/** Returns the sentences shown for a failure. */
const said = () =>
  [...screen.getByRole("alert").querySelectorAll("p")].map((one) => one.textContent);
const failed = (error: Error) => asked<string>({ error, isError: true });

test("a skeleton in the shape of what is coming, and one sentence", () => {
  const { container } = renderShop(
    <Loaded query={asked<string>()} texts="orders" skeleton={["h-20", "h-20"]}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.getByRole("status").textContent).toBe("Loading your orders");
  expect(container.querySelectorAll(".h-20")).toHaveLength(2);
});

test("a skeleton of another shape", () => {
  const { container } = renderShop(
    <Loaded query={asked<string>()} texts="orders" skeleton={<Skeleton shape="circle" />}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.queryByRole("status")).toBeNull();
  expect(container.querySelectorAll("[aria-hidden=true]")).toHaveLength(1);
});

test("what failed says so in its own words and is tried again", () => {
  const query = failed(new ApiError({ status: 500, body: { message: "The shop is closed." } }));
  renderShop(
    <Loaded query={query} texts="orders" skeleton={[]}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.getByRole("alert").textContent).toContain("The shop is closed.");
  expect(
    screen.getByRole("heading", { level: 2, name: "We couldn't load your orders" }),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(query.refetch).toHaveBeenCalledOnce();
});

test("a toastSuppressed failure is said all the same: this is its place", () => {
  renderShop(
    <Loaded query={failed(new NoResponseError(true))} texts="orders" skeleton={[]}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.getByText("No response received from server.")).toBeTruthy();
});

test("what to do about it stands below why, never instead", () => {
  const query = failed(new ApiError({ status: 500, body: { message: "The shop is closed." } }));
  const page = (hint?: string) => (
    <Loaded
      query={query}
      texts="orders"
      failed="Oh"
      {...(hint ? { hint } : {})}
      level={1}
      skeleton={[]}
    >
      {(word) => word}
    </Loaded>
  );
  const { unmount } = renderShop(page("Breathe."));
  expect(screen.getByRole("heading", { level: 1, name: "Oh" })).toBeTruthy();
  expect(said()).toEqual(["The shop is closed.", "Breathe."]);
  unmount();
  renderShop(page());
  expect(said()).toEqual([
    "The shop is closed.",
    "It's on our side, not your connection. Try again in a moment.",
  ]);
});

test("a status may have its own place", () => {
  const page = (status: number) => (
    <Loaded
      query={failed(new ApiError({ status, body: { message: "Not your branch." } }))}
      texts="orders"
      instead={{ 400: (words) => <p>Here: {words}</p> }}
      skeleton={[]}
    >
      {(word) => word}
    </Loaded>
  );
  const { unmount } = renderShop(page(400));
  expect(screen.getByText("Here: Not your branch.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  unmount();
  renderShop(page(500));
  expect(screen.getByRole("alert")).toBeTruthy();
});

test("without network it waits, or says so where a page has words for that", () => {
  const query = asked<string>({ fetchStatus: "paused" });
  const { unmount } = renderShop(
    <Loaded query={query} texts="orders" skeleton={[]}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
  unmount();
  renderShop(
    <Loaded query={query} texts="orders" offline="No network." skeleton={[]}>
      {(word) => word}
    </Loaded>,
  );
  expect(said()).toEqual(["No response received from server.", "No network."]);
});

test("what is there stays when a later look fails", () => {
  renderShop(
    <Loaded query={{ ...failed(new Error()), data: "Here" }} texts="orders" skeleton={[]}>
      {(word) => word}
    </Loaded>,
  );
  expect(screen.getByText("Here")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("two together: there when both are, failed when one is, asked again as one", () => {
  const one = asked({ data: 1, fetchStatus: "paused" });
  const two = asked({ data: "b", isFetching: true });
  expect(together(one, two)).toMatchObject({
    data: [1, "b"],
    isFetching: true,
    fetchStatus: "paused",
  });
  const error = new Error("no");
  const both = together(one, { ...two, data: undefined, isError: true, error });
  expect(both).toMatchObject({ data: undefined, isError: true, error });
  both.refetch();
  expect(one.refetch).toHaveBeenCalledOnce();
  expect(two.refetch).toHaveBeenCalledOnce();
});
