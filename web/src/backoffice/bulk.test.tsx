import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import arabic from "../locales/ar/console/backoffice.json";
import english from "../locales/en/console/backoffice.json";
import { mockApi, refused, renderShop } from "../testing/shop";
import { bulkRun } from "./bulk";
import { RecordList } from "./RecordList";

const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ id: `j${at}` }));
const answer = (done: number, more: object = {}) => ({ done, refused: [], run: "", ...more });
const run = () => bulkRun(new QueryClient(), "/console/coupons/bulk", "off");

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("many rows are done by a job, whose end is waited for", async () => {
  const sealed = { id: "j7", code: "not_found", message: "It is gone." };
  const so = [answer(40, { run: "blk_1" }), answer(119, { refused: [sealed] })];
  const calls = mockApi({
    "POST /console/coupons/bulk": answer(0, { run: "blk_1" }),
    "GET /console/bulk/blk_1": () => so.shift() ?? refused(404),
  });
  const result = run()(rows(120));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toEqual({ done: 119, refused: [sealed] });
  expect(calls.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
});

test("a look that got no answer is taken again, and not for ever", async () => {
  let looks = 0;
  mockApi({
    "POST /console/coupons/bulk": answer(0, { run: "blk_1" }),
    "GET /console/bulk/blk_1": () => {
      looks += 1;
      if (looks < 3) throw new TypeError("no network");
      return answer(120);
    },
  });
  const result = run()(rows(120));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toEqual({ done: 120, refused: [] });

  mockApi({
    "POST /console/coupons/bulk": answer(0, { run: "blk_2" }),
    "GET /console/bulk/blk_2": () => {
      throw new TypeError("no network");
    },
  });
  const over = expect(run()(rows(120))).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(60_000);
  await over;
});

test("more than the server takes are asked for in parts", async () => {
  const calls = mockApi({
    "POST /console/coupons/bulk": ({ body }) => answer((body as { ids: string[] }).ids.length),
  });
  expect(await run()(rows(501))).toEqual({ done: 501, refused: [] });
  expect(calls.map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([500, 1]);
});

test("the list is read again, also when the answer did not arrive", async () => {
  const client = new QueryClient();
  client.setQueryData(["/console/coupons?state=live"], []);
  client.setQueryData(["/console/products"], []);
  mockApi({ "POST /console/coupons/bulk": refused(503) });
  await expect(bulkRun(client, "/console/coupons/bulk", "on")(rows(1))).rejects.toThrow();
  const old = (key: string) => client.getQueryState([key])?.isInvalidated;
  expect([old("/console/coupons?state=live"), old("/console/products")]).toEqual([true, false]);
});

test.each([
  ["en", english, "1 item changed"],
  ["ar", arabic, "تم تعديل عنصر واحد"],
] as const)("what was done and what not, and why, is said (%s)", async (lang, texts, done) => {
  vi.useRealTimers();
  const sealed = { id: "j1", code: "archived", message: "-reason-" };
  mockApi({ "POST /console/coupons/bulk": answer(1, { refused: [sealed] }) });
  const list = {
    data: { pages: [{ items: rows(2) }] },
    status: "success",
    isPending: false,
    isError: false,
    error: null,
    refetch: vi.fn(),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: vi.fn(),
  };
  renderShop(
    <RecordList<{ id: string }>
      title="Jars"
      list={list as never}
      columns={[{ id: "id", label: "Jar", cell: ({ id }) => id }]}
      nameOf={({ id }) => `Jar ${id}`}
      empty={{ icon: "box", title: "None", text: "None" }}
      bulk={[{ id: "off", label: "Off", run: run() }]}
    />,
    { console: true, at: "/coupons", lang },
  );
  fireEvent.click(screen.getByLabelText(texts.select_all));
  const bar = within(screen.getByRole("region", { name: texts.selection }));
  fireEvent.click(bar.getByRole("button", { name: "Off" }));
  expect(await screen.findByText(done)).toBeTruthy();
  expect(screen.getByText(texts.bulk_refused_one.replace("{{count}}", "1"))).toBeTruthy();
  expect(screen.getByText("Jar j1")).toBeTruthy();
  expect(screen.getByText(/-reason-/)).toBeTruthy();
});
