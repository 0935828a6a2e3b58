import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { LoadedList } from "./LoadedList";

const answered = {
  error: null,
  isError: false,
  isFetching: false,
  fetchStatus: "idle",
  refetch: () => {},
};
const list = (items: { id: string }[] | undefined) => (
  <LoadedList
    query={{ ...answered, data: items }}
    items={items}
    texts="orders"
    skeleton={["h-20"]}
    empty={<p>Nothing</p>}
    row={({ id }) => <b>{id}</b>}
  />
);

test("its rows", () => {
  renderShop(list([{ id: "a" }, { id: "b" }]));
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["a", "b"]);
});

test("nothing in it", () => {
  renderShop(list([]));
  expect(screen.getByText("Nothing")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});

test("not there yet: no word of being empty", () => {
  renderShop(list(undefined));
  expect(screen.getByRole("status")).toBeTruthy();
  expect(screen.queryByText("Nothing")).toBeNull();
});
