import { act } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { dialogStore, openDialog } from "../lib/dialogs";
import { shopToasts } from "../shop/cart/notification";
import { mockApi, renderShop } from "../testing/shop";
import { DialogHost } from "./dialogs";

afterEach(() => {
  dialogStore.set(null);
  shopToasts.clear();
});

test("a message told before does not lie over a dialog that opens", async () => {
  mockApi({});
  renderShop(<DialogHost />);
  act(() => void shopToasts.show({ text: "Milk added" }));
  // The page itself may ask for the location.
  await act(async () => openDialog("location", { required: true }));
  expect(shopToasts.get()).toHaveLength(1);
  await act(async () => openDialog("emptyCart", { accept: () => {} }));
  expect(shopToasts.get()).toEqual([]);
});
