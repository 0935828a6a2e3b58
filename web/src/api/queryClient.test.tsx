import { QueryClientProvider, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient, refreshOnReturn } from "./queryClient";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("what was read is kept for five minutes after it was last looked at", async () => {
  const client = createQueryClient();
  const read = vi.fn(async () => "milk");
  const Part = () => <p>{useQuery({ queryKey: ["product"], queryFn: read }).data}</p>;
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText("milk")).toBeTruthy();
  unmount();
  await vi.advanceTimersByTimeAsync(299_999);
  expect(client.getQueryData(["product"])).toBe("milk");
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(["product"])).toBeUndefined();
});

test("a window that gets the focus asks for nothing again", async () => {
  const client = createQueryClient();
  const read = vi.fn(async () => "milk");
  const Part = () => <p>{useQuery({ queryKey: ["product"], queryFn: read, staleTime: 0 }).data}</p>;
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await act(async () => {
    window.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(read).toHaveBeenCalledOnce();
});

test("a suspended query is fresh for a second at least", async () => {
  const client = createQueryClient();
  const read = vi.fn(async () => "milk");
  const Part = () => (
    <p>{useSuspenseQuery({ queryKey: ["product"], queryFn: read, staleTime: 0 }).data}</p>
  );
  const look = async () => {
    const { unmount } = render(
      <QueryClientProvider client={client}>
        <Suspense fallback="…">
          <Part />
        </Suspense>
      </QueryClientProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText("milk")).toBeTruthy();
    unmount();
  };
  await look();
  await vi.advanceTimersByTimeAsync(990);
  await look();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await look();
  expect(read).toHaveBeenCalledTimes(2);
});

test("what the browser says of its network stops no change and no second try", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const client = createQueryClient();
  client.mount();
  const read = vi.fn().mockRejectedValueOnce(new TypeError("no answer")).mockResolvedValue("milk");
  const asked = client.fetchQuery({ queryKey: ["product"], queryFn: read });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await asked).toBe("milk");

  const change = vi.fn().mockRejectedValue(new TypeError("no answer"));
  window.dispatchEvent(new Event("offline"));
  const changed = client
    .getMutationCache()
    .build(client, { mutationFn: change })
    .execute(undefined)
    .catch(() => "failed");
  await vi.advanceTimersByTimeAsync(0);
  expect(change).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  expect(await changed).toBe("failed");
  client.unmount();
});

test("a page that the browser brings back asks again for what is on it", async () => {
  const client = createQueryClient();
  const stop = refreshOnReturn(client, () => "mona");
  const read = vi.fn(async () => "milk");
  const Part = () => <p>{useQuery({ queryKey: ["product"], queryFn: read }).data}</p>;
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
  const shown = (persisted: boolean) =>
    act(async () => {
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
      await vi.advanceTimersByTimeAsync(0);
    });
  await shown(false);
  expect(read).toHaveBeenCalledOnce();
  await shown(true);
  expect(read).toHaveBeenCalledTimes(2);
  stop();
});

test("a page of a session that has ended since is hidden and loaded anew, and asks for nothing", () => {
  const client = createQueryClient();
  const refetch = vi.spyOn(client, "invalidateQueries");
  const reload = vi.fn();
  let session = "mona";
  const stop = refreshOnReturn(client, () => session, reload);
  try {
    window.dispatchEvent(new Event("pagehide"));
    session = "";
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(refetch).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledOnce();
    expect(document.documentElement.hidden).toBe(true);
  } finally {
    stop();
    document.documentElement.hidden = false;
  }
});
