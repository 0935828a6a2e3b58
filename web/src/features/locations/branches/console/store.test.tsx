import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import page from "./store";

const store = {
  id: "sto_1",
  slug: "koshary",
  service: { id: "svc_food", slug: "food", name: "Food" },
  name_en: "Koshary House",
  name_ar: "كشري",
  about_en: "",
  about_ar: "",
  image: "",
  image_view: {},
  cover: "",
  cover_view: {},
  legal_name: "",
  tax_number: "",
  commission: 12.5,
  delivers: "shop",
  owned_by: "seller",
  terms_fixed: false,
  main_branch: "",
  branches: [],
  active: true,
  state: "shown",
  version: 3,
  archived_at: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Opens the form of a store, or of a new one. */
async function open(more: Partial<typeof store> | null) {
  const record = more === null ? null : { ...store, ...more };
  const calls = mockApi({
    "GET /console/services": { data: [], meta: { next: "" } },
    "GET /console/stores/sto_1": record ?? {},
    "PUT /console/stores/sto_1": record ?? {},
    "POST /console/stores": { ...store, id: "sto_2" },
  });
  renderShop(<page.Component />, { console: true, params: { id: record ? record.id : "new" } });
  await screen.findByRole("group", { name: "Whose store is it?" });
  const saved = async () => {
    fireEvent.click(screen.getByRole("button", { name: /^(Save|Create|Add)/ }));
    const write = () => calls.find(({ method }) => method === "PUT" || method === "POST");
    await waitFor(() => expect(write()).toBeTruthy());
    return write()?.body;
  };
  return { saved };
}

const commission = () => screen.queryByLabelText<HTMLInputElement>("Commission on products");
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

test("commission is asked of a seller's store alone, and ours is saved without", async () => {
  const { saved } = await open({});
  expect(radio("A seller's").checked).toBe(true);
  expect(commission()?.value).toBe("12.5");
  fireEvent.click(radio("Ours"));
  expect(commission()).toBeNull();
  expect(await saved()).toMatchObject({ owned_by: "platform", commission: "0", version: 3 });
});

test("a store of ours that becomes a seller's is saved with the commission that is typed", async () => {
  const { saved } = await open({ owned_by: "platform", commission: 0 });
  expect(radio("Ours").checked).toBe(true);
  expect(commission()).toBeNull();
  fireEvent.click(radio("A seller's"));
  const field = commission();
  if (field === null) throw new Error("no commission");
  fireEvent.change(field, { target: { value: "7.5" } });
  expect(await saved()).toMatchObject({ owned_by: "seller", commission: "7.5" });
});

test("a new store is ours until somebody says otherwise", async () => {
  await open(null);
  expect(radio("Ours").checked).toBe(true);
  expect(commission()).toBeNull();
});

test("the seller's staff read whose store it is and change nothing of it", async () => {
  await open({ terms_fixed: true });
  expect(radio("A seller's").disabled).toBe(true);
  expect(radio("The marketplace's").disabled).toBe(true);
  expect(commission()?.readOnly).toBe(true);
});
