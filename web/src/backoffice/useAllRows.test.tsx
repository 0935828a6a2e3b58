import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../api/queryClient";
import { keysetList } from "./keyset";
import { useAllRows } from "./useAllRows";

test("every part of a list comes, one after the other", async () => {
  const asked: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string) => {
      const after = new URL(url, "http://shop").searchParams.get("after") ?? "";
      asked.push(after);
      const data = [{ id: after === "" ? "one" : "two" }];
      const meta = after === "" ? { next: "mark" } : {};
      return Response.json({ response: { data, message: "", meta } });
    }),
  );
  const list = keysetList({ lang: "en", session: "s" } as never, "/console/stores", {});
  const { result } = renderHook(() => useAllRows(list), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.map(({ id }) => id)).toEqual(["one", "two"]));
  expect(asked).toEqual(["", "mark"]);
});
