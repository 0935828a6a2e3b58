/** How a branch takes orders: its manager stops and allows pickup, and a customer sees it. */
import { grocery, type Place } from "./support/api";
import { alive, beAt, enterConsole, goToSection, open } from "./support/shop";
import { axe, expect, somebodyElse, test } from "./support/test";

/** Branches that never close and that no other journey buys at: one for each language. */
const branches = {
  en: { id: "br_qedret-sabah-heliopolis", district: "heliopolis" },
  ar: { id: "br_tahmisa-fifth", district: "fifth-settlement" },
};

test("a branch starts handing over at its counter", { tag: ["@ar-desktop", "@en-phone"] }, async ({
  page,
  say,
  api,
  phone,
  lang,
  watch,
  look,
}) => {
  const branch = branches[lang];
  const shop = await api.send<{
    district: { id: string };
    lat: number;
    lng: number;
    service: { id: string };
  }>("GET", `/branches/${branch.id}`);
  const place: Place = { district: shop.district.id, lat: shop.lat, lng: shop.lng };
  expect(shop.service.id).not.toBe(grocery.service);
  api.place = place;
  await api.signIn(phone, "Laila Hassan");
  const address = await api.addAddress({
    is_default: true,
    district_id: place.district,
    lat: place.lat,
    lng: place.lng,
  });
  const goods = await api.send<{ variant_id: string | null; min_qty: number }[]>(
    "GET",
    `/products?page=1&service_id=${shop.service.id}&branch_id=${branch.id}&in_stock=true&sort=price_asc`,
  );
  const thing = goods.find((one) => one.variant_id && one.min_qty === 1)?.variant_id ?? "";
  await api.add(thing, 1, branch.id, shop.service.id);
  await beAt(page, api, { place, address: address.id });

  const staff = await somebodyElse(page, watch);
  await enterConsole(staff, say);
  await alive(staff);
  await goToSection(staff, say, "menu_branches");
  await open(staff, `/console/branches/${branch.id}?tab=orders`);
  const minutes = staff.getByRole("textbox", { name: say("console/branch:pickup_minutes") });
  const save = async (value: string) => {
    await minutes.fill(value);
    const saved = staff.waitForResponse(
      (r) => r.request().method() === "PUT" && r.url().includes(branch.id),
    );
    await staff.getByRole("button", { name: say("console/branch:save") }).click();
    return (await saved).status();
  };
  const collect = page.getByRole("radio", { name: say.part("checkout:collect") });
  const checkout = `/checkout?service_id=${shop.service.id}`;

  expect(await save("0")).toBe(200);
  await expect(async () => {
    await open(page, checkout);
    // One product is less than the branch's minimum.
    await expect(page.getByRole("link", { name: say.part("checkout:add_more") })).toBeVisible();
    await expect(collect).toHaveCount(0);
  }).toPass({ timeout: 8_000 });

  watch.allow(/422/);
  expect(await save("3")).toBe(422);
  await expect(minutes).toHaveAccessibleDescription(/./);
  await look("console-branch-refused", staff);
  expect(await save(lang === "ar" ? "٣٥" : "35")).toBe(200);
  await look("console-branch", staff);
  expect(await axe(staff, "console-branch")).toEqual([]);
  await expect(async () => {
    await open(page, checkout);
    await expect(collect).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 8_000 });
  await staff.context().close();
});
