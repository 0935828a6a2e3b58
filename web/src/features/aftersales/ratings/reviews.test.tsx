import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi, renderShop } from "../../../testing/shop";
import { Reviews } from "./components/Reviews";

test("stars without words say that nothing is written yet; with a filter, that it finds none", async () => {
  mockApi({
    "GET /products/rice/reviews": {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0 },
      summary: {
        average: 5,
        count: 3,
        histogram: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: stars === 5 ? 3 : 0 })),
      },
    },
  });
  renderShop(<Reviews subject="products" id="rice" />);
  expect(await screen.findByText("No written reviews yet.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /5 stars/ }));
  expect(await screen.findByText("No written reviews match this filter.")).toBeTruthy();
});
