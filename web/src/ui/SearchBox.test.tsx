import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { SearchBox, type Suggestion } from "./SearchBox";

const found: Suggestion[] = [
  { id: "1", text: "Tomatoes", kind: "Vegetables" },
  { id: "2", text: "Tomato paste" },
];

function Search({
  suggested = found,
  onSubmit = () => {},
  onSuggestion = () => {},
}: {
  suggested?: readonly Suggestion[];
  onSubmit?: (text: string) => void;
  onSuggestion?: (suggestion: Suggestion) => void;
}) {
  const [value, setValue] = useState("");
  return (
    <SearchBox
      label="Search the shop"
      submitLabel="Search"
      clearLabel="Clear"
      action="/search-results"
      value={value}
      onValueChange={setValue}
      onSubmit={onSubmit}
      suggestions={value ? suggested : []}
      suggestionsLabel="Suggestions"
      onSuggestion={onSuggestion}
      status={value ? "2 suggestions" : undefined}
    />
  );
}

function box() {
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Search the shop" });
}

test("before any script it is a form that leads to the results", () => {
  render(<Search />);
  const form = box().closest("form");
  expect(form?.getAttribute("action")).toBe("/search-results");
  expect(box().name).toBe("q");
});

test("suggestions are walked with the arrows and taken with Enter", () => {
  const onSuggestion = vi.fn();
  render(<Search onSuggestion={onSuggestion} />);
  fireEvent.change(box(), { target: { value: "tom" } });
  expect(box().getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("2 suggestions");

  fireEvent.keyDown(box(), { key: "ArrowDown" });
  fireEvent.keyDown(box(), { key: "ArrowDown" });
  const second = screen.getByRole("option", { name: "Tomato paste" });
  expect(box().getAttribute("aria-activedescendant")).toBe(second.id);
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(onSuggestion).toHaveBeenCalledWith(found[1]);
  expect(box().getAttribute("aria-expanded")).toBe("false");
});

test("what is walked over stays the same when suggestions change places, and is let go when it goes", () => {
  const onSuggestion = vi.fn();
  const { rerender } = render(<Search onSuggestion={onSuggestion} />);
  fireEvent.change(box(), { target: { value: "tom" } });
  fireEvent.keyDown(box(), { key: "ArrowDown" });
  const later = { id: "0", text: "Tomato juice" };
  rerender(<Search onSuggestion={onSuggestion} suggested={[later, ...found]} />);
  expect(box().getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { name: /^Tomatoes/ }).id,
  );
  rerender(<Search onSuggestion={onSuggestion} suggested={[later]} />);
  expect(box().getAttribute("aria-activedescendant")).toBeNull();
  rerender(<Search onSuggestion={onSuggestion} suggested={[later, ...found]} />);
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(onSuggestion).toHaveBeenCalledWith(found[0]);
});

test("Enter without a suggestion searches for the text; Escape closes, then clears", () => {
  const onSubmit = vi.fn();
  render(<Search onSubmit={onSubmit} />);
  fireEvent.change(box(), { target: { value: " tomato " } });
  fireEvent.submit(box());
  expect(onSubmit).toHaveBeenCalledWith("tomato");

  fireEvent.change(box(), { target: { value: "tom" } });
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(box().getAttribute("aria-expanded")).toBe("false");
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(box().value).toBe("");
});

test("a finger takes a suggestion without the box losing the focus first", () => {
  const onSuggestion = vi.fn();
  render(<Search onSuggestion={onSuggestion} />);
  box().focus();
  fireEvent.change(box(), { target: { value: "tom" } });
  const option = screen.getByRole("option", { name: /Tomatoes/ });
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(onSuggestion).toHaveBeenCalledWith(found[0]);
});

test("the list goes away with the Tab that leaves it", () => {
  render(<Search />);
  fireEvent.change(box(), { target: { value: "tom" } });
  expect(screen.getAllByRole("option")).toHaveLength(2);
  fireEvent.keyDown(box(), { key: "Tab" });
  expect(screen.queryByRole("option")).toBeNull();
});

test("a press within the panel leaves the focus in the field, in browsers that focus no pressed link", () => {
  render(
    <SearchBox
      label="Search the shop"
      submitLabel="Search"
      clearLabel="Clear"
      action="/search-results"
      value=""
      onValueChange={() => {}}
      onSubmit={() => {}}
      suggestionsLabel="Suggestions"
      panel={<a href="/products/tomatoes">Tomatoes</a>}
    />,
  );
  fireEvent.focus(box());
  const link = screen.getByRole("link", { name: "Tomatoes" });
  // fireEvent answers false where the default, which would move the focus to the page, is prevented.
  expect(fireEvent.mouseDown(link)).toBe(false);
});
