import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import type { ReturnCard } from "../api";
import page from "./list";

afterEach(() => vi.unstubAllGlobals());

const refunded: ReturnCard = {
  id: "ret_1",
  number: "R-1",
  state: "refunded",
  state_label: "Refunded",
  order: { id: "ord_1", number: "W-1" },
  store: { id: "str_1", slug: "souq", name: "Souq" },
  store_image: { src: "", srcset: "", width: 256, height: 256 },
  units: 1,
  first_items: ["Rice"],
  first_images: [],
  refund: 35,
  currency: "EGP",
  created_at: "2026-11-11T10:00:00Z",
  state_at: "2026-11-13T10:00:00Z",
  live: false,
};

test("a state stands with the day it came, not the day of the request", async () => {
  mockApi({ "GET /returns": onePage([refunded]) });
  renderShop(<page.Component />, { at: "/account/my-returns" });
  expect(await screen.findByText(/13 November/)).toBeTruthy();
  expect(screen.queryByText(/11 November/)).toBeNull();
});
