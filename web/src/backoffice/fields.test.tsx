import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderShop } from "../testing/shop";
import { TagsField } from "./fields";

function Words() {
  const [words, setWords] = useState(["New"]);
  return (
    <TagsField
      label="Tags"
      name="tags"
      error={undefined}
      value={words}
      onValueChange={setWords}
      known={["New", "Hot"]}
    />
  );
}

const words = () => screen.queryAllByRole("button").map((one) => one.textContent);
function end(typed: string, key: string) {
  const input = screen.getByLabelText("Tags");
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.keyDown(input, { key });
}

test("words are taken once whatever their case, in order, and several at a comma", () => {
  renderShop(<Words />, { console: true });
  end("Hot", "Enter");
  end("NEW", ",");
  end(" summer sale, hot،عرض ", "Enter");
  expect(words()).toEqual(["New", "Hot", "summer sale", "عرض"]);
});

test("a word goes by keyboard, and the focus stays in the field", () => {
  renderShop(<Words />, { console: true });
  end("Hot", "،");
  fireEvent.click(screen.getByRole("button", { name: "Remove New" }));
  expect(words()).toEqual(["Hot"]);
  expect(document.activeElement).toBe(screen.getByLabelText("Tags"));
  end("", "Backspace");
  expect(words()).toEqual([]);
});

test("words there are already are offered", () => {
  const { container } = renderShop(<Words />, { console: true });
  const offered = [...container.querySelectorAll("datalist option")];
  expect(offered.map((one) => one.getAttribute("value"))).toEqual(["Hot"]);
});
