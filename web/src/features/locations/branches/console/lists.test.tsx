import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import { Order } from "./components/Order";

const rows = (from: number, n: number) =>
  Array.from({ length: n }, (_, at) => ({
    id: `svc_${from + at}`,
    name_en: `Service ${from + at}`,
    name_ar: "",
  }));

afterEach(() => vi.unstubAllGlobals());

test("all parts of a list are put in order, and sent as one", async () => {
  const calls = mockApi({
    "GET /console/services": ({ path }) =>
      path.includes("after=m1")
        ? { data: rows(50, 2), meta: { next: "" } }
        : { data: rows(0, 50), meta: { next: "m1" } },
    "POST /console/services/order": {},
  });
  renderShop(<Order of="services" />, { console: true, at: "/services" });
  fireEvent.click(screen.getByRole("button", { name: "Change order" }));
  await screen.findByText("Service 51");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByRole("listitem")).toHaveLength(52);
  fireEvent.click(dialog.getByRole("button", { name: "Save order" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  const sent = calls.find(({ method }) => method === "POST")?.body as { ids: string[] };
  expect(sent.ids).toHaveLength(52);
  expect(new Set(sent.ids).size).toBe(52);
});
