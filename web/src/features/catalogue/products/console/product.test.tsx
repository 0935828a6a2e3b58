import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import type { Product } from "./api";
import page from "./product";

const { Component } = page;
const tea = {
  id: "prd_01",
  slug: "tea",
  state: "draft",
  can_edit: true,
  can_publish: true,
  can_archive: true,
  can_restore: false,
  store_id: "str_1",
  category_id: "cat_1",
  name_en: "",
  name_ar: "شاي",
  description_en: "",
  description_ar: "",
  unit_en: "",
  unit_ar: "",
  keywords: "",
  tags: ["Hot"],
  images: [],
  attributes: [],
  options: [],
  variants: [
    { id: "var_1", sku: "TEA", barcode: "", choices: {}, image: "", active: true, weight_grams: 0 },
  ],
  retired: [],
  sellers: [],
  min_qty: 1,
  max_qty: 0,
  step_qty: 1,
  vat_bp: 1400,
  version: 3,
} as unknown as Product;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(
  changes: Record<string, Answer | ((call: Call) => Answer)>,
  lang: "ar" | "en" = "en",
) {
  const calls = mockApi({
    "GET /console/me": { capabilities: ["catalogue.edit"], branches: [] },
    "GET /console/catalogue/choices": {
      stores: [{ id: "str_1", name: "Hoda", service_id: "svc_1" }],
      branches: [],
      services: [],
      vats: [1400],
    },
    "GET /console/categories": [],
    "GET /console/products/prd_01": tea,
    "GET /console/products/prd_01/extras": { known: [], groups: [] },
    "GET /console/audit": [],
    "GET /console/media": [],
    ...changes,
  });
  renderShop(<Component />, {
    at: "/products/prd_01",
    params: { id: "prd_01" },
    console: true,
    lang,
  });
  return () => calls.filter(({ method }) => method !== "GET");
}

async function publish(actions = "Actions", label = "Publish") {
  fireEvent.click(await screen.findByRole("button", { name: actions }));
  fireEvent.click(await screen.findByRole("menuitem", { name: label }));
}

test("publishing saves what is typed first", async () => {
  const sent = open({
    "PUT /console/products/prd_01": { ...tea, name_en: "Tea", version: 4 },
    "POST /console/products/prd_01/publish": {
      ...tea,
      name_en: "Tea",
      state: "published",
      version: 5,
    },
  });
  fireEvent.change(await screen.findByLabelText("Name in English"), { target: { value: "Tea" } });
  await publish();
  await waitFor(() =>
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /console/products/prd_01",
      "POST /console/products/prd_01/publish",
    ]),
  );
  expect(sent()[0]?.body).toMatchObject({ name_en: "Tea", tags: ["Hot"], version: 3 });
});

test("what was refused while saving is not published", async () => {
  const sent = open({
    "PUT /console/products/prd_01": refused(422, { errors: { name_ar: ["Write it."] } }),
  });
  fireEvent.change(await screen.findByLabelText("Name in Arabic"), { target: { value: "" } });
  await publish();
  expect(await screen.findByText("Check these: Name in Arabic.")).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test("a name that waits for a second person is not published", async () => {
  const sent = open({
    "PUT /console/products/prd_01": { ...tea, waits: { id: "nwt_1", changes: [], product: {} } },
  });
  fireEvent.change(await screen.findByLabelText("Name in English"), { target: { value: "Gold" } });
  await publish();
  await screen.findAllByText(/second person/);
  expect(sent()).toHaveLength(1);
});

test.each([
  ["en", "Actions", "Publish", "Check these: Name in Arabic."],
  ["ar", "الإجراءات", "نشر", "راجع: الاسم بالعربية."],
] as const)(
  "what is missing is named and marked, and gets the focus: %s",
  async (lang, actions, label, said) => {
    open(
      {
        "POST /console/products/prd_01/publish": refused(422, {
          errors: { name_ar: ["Write it."] },
        }),
      },
      lang,
    );
    await publish(actions, label);
    expect(await screen.findByText(said)).toBeTruthy();
    const field = document.querySelector<HTMLElement>('[name="name_ar"]');
    expect(field?.getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(field));
  },
);

test("whoever may only read it is offered nothing that would be refused", async () => {
  open({
    "GET /console/products/prd_01": {
      ...tea,
      can_edit: false,
      can_publish: false,
      can_archive: false,
    },
  });
  const name = await screen.findByDisplayValue("شاي");
  expect(name.closest("form")?.querySelector("fieldset")?.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Actions" })).toBeNull();
});
