import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { EditableBlock } from "./api";
import blockPage from "./block";

const block: EditableBlock = {
  id: "blk_1",
  state: "shown",
  slug: "picks",
  service_id: "svc_grocery",
  district_id: "",
  title_en: "Our picks",
  title_ar: "اختياراتنا",
  rule: "list",
  products: ["eggs", "milk"],
  chosen: [
    { id: "prd_1", slug: "eggs", name: "Brown eggs" },
    { id: "prd_2", slug: "milk", name: "Milk" },
  ],
  active: true,
};
const common = {
  "GET /services": [{ id: "svc_grocery", slug: "grocery", name: "Grocery" }],
  "GET /districts": [
    { id: "maadi", name: "Maadi", governorate: { id: "cairo", slug: "cairo", name: "Cairo" } },
  ],
  "GET /console/blocks/blk_1": block,
};
const show = () =>
  renderShop(<blockPage.Component />, {
    console: true,
    at: "/content/blocks/blk_1",
    params: { id: "blk_1" },
  });

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a list by hand is put in order, added to and saved", async () => {
  const calls = mockApi({
    ...common,
    "GET /search": [
      { id: "prd_1", slug: "eggs", name: "Brown eggs" },
      { id: "prd_3", slug: "white-eggs", name: "White eggs" },
    ],
    "PUT /console/blocks/blk_1": ({ body }) => ({ ...block, ...(body as object) }),
  });
  show();
  const list = within(await screen.findByRole("group", { name: "Products" }));
  fireEvent.click(list.getByRole("button", { name: "Move Milk up" }));
  fireEvent.change(list.getByRole("textbox"), { target: { value: "egg" } });
  fireEvent.click(await list.findByRole("button", { name: "White eggs" }));
  expect(list.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "Milk",
    "Brown eggs",
    "White eggs",
  ]);
  fireEvent.click(list.getByRole("button", { name: "Remove Brown eggs" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    rule: "list",
    products: ["milk", "white-eggs"],
    active: true,
    sort: 0,
  });
  // The shop's search is requested as a guest.
  const search = calls.find(({ path }) => path.startsWith("/search"));
  expect(search?.headers.Authorization).toBe("Bearer null");
});

test("a refused schedule is said at its field", async () => {
  mockApi({
    ...common,
    "PUT /console/blocks/blk_1": refused(422, {
      errors: { ends_at: ["It must end after it begins."] },
    }),
  });
  show();
  fireEvent.change(await screen.findByLabelText(/Until/), {
    target: { value: "2026-11-01T10:00" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("It must end after it begins.")).toBeTruthy();
  // The field gets the focus once it is rendered.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Until/)));
});

test("what is wrong with a list is read with its name, and looked at", async () => {
  mockApi({
    ...common,
    "PUT /console/blocks/blk_1": refused(422, {
      errors: { products: ["These are not sold by this service."] },
    }),
  });
  show();
  const list = await screen.findByRole("group", { name: "Products" });
  fireEvent.click(within(list).getByRole("button", { name: "Remove Milk" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByRole("group", {
      name: "Products",
      description: "These are not sold by this service.",
    }),
  ).toBe(list);
  await waitFor(() => expect(document.activeElement).toBe(list));
});
