import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderShop } from "../../../../testing/shop";
import { RefusalNotice } from "./RefusalNotice";

afterEach(() => vi.restoreAllMocks());

test("a refusal is brought into sight", () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  renderShop(
    <RefusalNotice
      refusal={{ kind: "other", text: "The total changed." }}
      service="svc_food"
      total={100}
      currency="EGP"
    />,
  );
  expect(screen.getByText("The total changed.")).toBeTruthy();
  expect(scroll).toHaveBeenCalledOnce();
});
