import { useInfiniteQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ListPath } from "../api/operations";
import { useScope } from "../lib/scope";
import { mockApi, refused, renderShop } from "../testing/shop";
import { keysetList } from "./keyset";
import { RecordList } from "./RecordList";
import { useListAddress } from "./useListAddress";

interface Jar {
  id: string;
  name: string;
}
const jars: Jar[] = [
  { id: "j1", name: "Honey" },
  { id: "j2", name: "Jam" },
];

const run = vi.fn(async () => ({ done: 1, refused: [{ id: "j2", message: "It is sealed." }] }));

function Jars() {
  const { params } = useListAddress("shelf");
  const list = useInfiniteQuery(
    keysetList(useScope(), "/console/jars" as ListPath, { params } as never),
  );
  return (
    <RecordList<Jar>
      title="Jars"
      list={list as never}
      columns={[
        { id: "name", label: "Name", sort: "name", cell: ({ name }) => name },
        { id: "id", label: "Number", cell: ({ id }) => id },
      ]}
      to={({ id }) => `/jars/${id}`}
      nameOf={({ name }) => name}
      empty={{ icon: "box", title: "No jars yet", text: "Add one to see it here." }}
      search="Find a jar"
      filters={[
        { name: "shelf", label: "Shelf", all: "All", options: [{ value: "1", label: "One" }] },
      ]}
      bulk={[{ id: "open", label: "Open", run }]}
    />
  );
}

const part = (data: Jar[], next = "") => ({ data, meta: { next } });
const show = (at = "/jars") => renderShop(<Jars />, { console: true, at });

afterEach(() => vi.unstubAllGlobals());

test("a row's link covers its row only: a table row contains it in WebKit by a transform", async () => {
  mockApi({ "GET /console/jars": part(jars) });
  show();
  const honey = await screen.findByRole("link", { name: "Honey" });
  expect(honey.closest("tr")?.className).toMatch(/\btransform-\[translate\(0\)\]/);
});

test("rows lead to their records, and arrow keys lead from row to row", async () => {
  mockApi({ "GET /console/jars": part(jars) });
  show();
  const honey = await screen.findByRole("link", { name: "Honey" });
  expect(honey.getAttribute("href")).toBe("/jars/j1");
  honey.focus();
  fireEvent.keyDown(honey, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Jam");
});

test("the address says what is asked for, and search, filter and sort say it to the address", async () => {
  const calls = mockApi({ "GET /console/jars": part(jars) });
  const { where } = show("/jars?q=ho&shelf=1&sort=-name&page=3");
  await screen.findByRole("link", { name: "Honey" });
  expect(calls[0]?.path).toBe("/console/jars?q=ho&sort=-name&shelf=1");
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  fireEvent.change(screen.getByLabelText("Shelf"), { target: { value: "" } });
  expect(where()).toBe("/jars?q=ho&sort=-name");
  fireEvent.change(screen.getByLabelText("Find a jar"), { target: { value: "jam" } });
  fireEvent.submit(screen.getByLabelText("Find a jar"));
  expect(where()).toContain("q=jam");
});

test("it goes on where it ended", async () => {
  const calls = mockApi({
    "GET /console/jars": ({ path }) =>
      path.includes("after=m1") ? part(jars.slice(1)) : part(jars.slice(0, 1), "m1"),
  });
  show();
  await screen.findByRole("link", { name: "Honey" });
  fireEvent.click(screen.getByText("Show more"));
  expect(await screen.findByRole("link", { name: "Jam" })).toBeTruthy();
  expect(screen.queryByText("Show more")).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(["/console/jars", "/console/jars?after=m1"]);
});

test("how many there are is said as far as they were counted", async () => {
  let meta: object = { next: "", total: 2 };
  mockApi({ "GET /console/jars": () => ({ data: jars, meta }) });
  const { unmount } = show();
  expect(await screen.findByText("2")).toBeTruthy();
  unmount();
  meta = { next: "", total: 1000, more: true };
  show();
  expect(await screen.findByText("More than 1,000")).toBeTruthy();
});

test("nothing there, and nothing that matches, are told apart", async () => {
  mockApi({ "GET /console/jars": part([]) });
  const { unmount } = show();
  expect(await screen.findByText("No jars yet")).toBeTruthy();
  unmount();
  show("/jars?q=x");
  expect(await screen.findByText("No results")).toBeTruthy();
});

test("what failed can be tried again; what one may not see is said", async () => {
  let status = 500;
  mockApi({ "GET /console/jars": () => (status === 0 ? part(jars) : refused(status)) });
  const { unmount } = show();
  await screen.findByText("We couldn't load this");
  status = 0;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Honey" });
  unmount();
  status = 403;
  show();
  expect(await screen.findByText("Your role doesn't include this page")).toBeTruthy();
});

test("an action on several says what was done and what was not", async () => {
  mockApi({ "GET /console/jars": part(jars) });
  show();
  await screen.findByRole("link", { name: "Honey" });
  fireEvent.click(screen.getByLabelText("Select all shown"));
  const bar = within(screen.getByRole("region", { name: "Selection" }));
  expect(bar.getByText("2 selected")).toBeTruthy();
  fireEvent.click(bar.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("1 item changed")).toBeTruthy();
  expect(screen.getByText(/It is sealed/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(run).toHaveBeenCalledWith(jars);
});
