import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anItem } from "../../../../testing/cart";
import { mockApi, renderShop } from "../../../../testing/shop";
import { wantedOf } from "../model";
import { AskForm } from "./AskForm";
import { WantedList } from "./WantedList";

const body = { service_id: "food", items: [{ variant_id: "var_1", qty: 5 }] };

test("nothing is asked for while a typed quantity is wrong", async () => {
  const calls = mockApi({});
  const field = document.createElement("input");
  document.body.append(field);
  renderShop(<AskForm lines={() => body} firstWrong={() => field} />);
  fireEvent.click(screen.getByRole("button", { name: "Send request" }));
  await Promise.resolve();
  expect(calls).toEqual([]);
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("a quantity says when it becomes wrong, and when it is right again", () => {
  const onWrong = vi.fn();
  const list = wantedOf([anItem("apples")], {});
  renderShop(<WantedList list={list} onUnits={() => {}} onWrong={onWrong} />);
  const type = (value: string) =>
    fireEvent.change(screen.getByRole("textbox"), { target: { value } });
  for (const [value, isWrong] of [
    ["abc", true],
    ["5", false],
    ["", true],
  ] as const) {
    type(value);
    expect(onWrong).toHaveBeenLastCalledWith(
      list[0]?.id,
      isWrong ? screen.getByRole("textbox") : null,
    );
  }
});
