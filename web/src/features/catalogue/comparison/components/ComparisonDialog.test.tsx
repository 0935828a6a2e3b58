import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import ComparisonDialog from "./ComparisonDialog";

afterEach(() => vi.unstubAllGlobals());

const asks = "POST /products/comparison";
const open = (close = () => {}) =>
  renderShop(<ComparisonDialog products={["rice", "tea"]} close={close} />, {
    at: "/products/rice",
  });

test("says that it loads, then that nothing of it is sold any more; closing leaves", async () => {
  const calls = mockApi({ [asks]: [] });
  const close = vi.fn();
  open(close);
  expect(screen.getByText("Loading the comparison")).toBeTruthy();
  expect(await screen.findByText("These products are no longer available")).toBeTruthy();
  expect(calls[0]?.body).toEqual({ products: ["rice", "tea"] });
  const button = screen.getAllByRole("button", { name: "Close" }).at(-1);
  if (button) fireEvent.click(button);
  expect(close).toHaveBeenCalledOnce();
});

test("what failed says why and is tried again", async () => {
  let broken = true;
  mockApi({ [asks]: () => (broken ? refused(500, { message: "Closed for a moment." }) : []) });
  open();
  expect(await screen.findByText("Closed for a moment.")).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("These products are no longer available")).toBeTruthy();
});
