import { randomUUID } from "node:crypto";
import { type Api, grocery } from "../support/api";

/** Makes something that the grocery sells by weight: 50 g a unit, from 250 g on. */
export async function weighedProduct(
  api: Api,
  staff: Api,
): Promise<{ product: string; variant: string }> {
  const { store } = await api.send<{ store: { id: string } }>("GET", `/branches/${grocery.branch}`);
  const { category } = (await api.product("full-cream-milk")) as unknown as {
    category: { id: string };
  };
  const mark = randomUUID().slice(0, 8);
  const made = await staff.send<{ id: string; variants: { id: string }[] }>(
    "POST",
    "/console/products",
    {
      store_id: store.id,
      category_id: category.id,
      name_en: `Loose tomatoes ${mark}`,
      name_ar: `طماطم سائبة ${mark}`,
      description_en: "",
      description_ar: "",
      unit_en: "",
      unit_ar: "",
      keywords: "",
      tags: [],
      images: [],
      attributes: [],
      options: [],
      min_qty: 5,
      step_qty: 5,
      max_qty: 60,
      unit_grams: 50,
      vat_bp: 1400,
      variants: [
        { id: "", sku: "", barcode: "", choices: {}, image: "", active: true, weight_grams: 0 },
      ],
    },
    { "Idempotency-Key": randomUUID() },
  );
  const variant_id = made.variants[0]?.id ?? "";
  const shelf = `/console/branches/${grocery.branch}`;
  await staff.send("PUT", `${shelf}/prices`, {
    rows: [{ variant_id, price: 120, sold: true, version: 0 }],
  });
  await staff.send("PUT", `${shelf}/stock`, {
    source: randomUUID().slice(0, 12),
    rows: [{ variant_id, on_hand: 10_000 }],
  });
  await staff.send("POST", `/console/products/${made.id}/publish`, { published: true });
  return { product: made.id, variant: variant_id };
}
