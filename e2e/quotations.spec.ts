/**
 * Quotations: requested from the cart or from a list, priced by the branch, accepted, and ordered at
 * the quoted price.
 */
import { readFileSync } from "node:fs";
import type { Api } from "./support/api";
import { amountOf, beAt, enterConsole, open, readyCustomer } from "./support/shop";
import { axe, expect, type Page, settled, somebodyElse, test } from "./support/test";
import type { Say } from "./support/texts";

interface QuotationData {
  id: string;
  number: string;
  state: string;
  event_seq: number;
  items: { id: string; qty: number }[];
  order_id: string | null;
}

/** The branch's offer, as its manager would type it: every unit at one price. */
async function offer(api: Api, id: string, unit: number, delivery: number): Promise<void> {
  const [email = "", password = ""] = (process.env.WEKALA_STAFF ?? "").split(" / ");
  const customer = api.token;
  const { token } = await api.send<{ token: string }>("POST", "/console/login", {
    email,
    password,
  });
  const quotation = await api.send<QuotationData>("GET", `/quotations/${id}`);
  api.token = token;
  await api.send("POST", `/console/quotations/${id}/price`, {
    lines: quotation.items.map((item) => ({ id: item.id, unit_price: unit })),
    delivery_price: delivery,
    valid_days: 3,
    note: api.lang === "ar" ? "طازج" : "Fresh",
    expected_seq: quotation.event_seq,
  });
  api.token = customer;
}

const clean = async (page: Page, screen: string): Promise<void> => {
  await settled(page);
  expect(await axe(page, screen)).toEqual([]);
};

const idIn = (page: Page): string => new URL(page.url()).pathname.split("/").pop() ?? "";

async function sendRequest(page: Page, say: Say): Promise<string> {
  await page.getByRole("button", { name: say("quotations:send") }).click();
  await expect(page).toHaveURL(/\/quotations\/quo_/);
  await expect(page.getByText(say("quotations:wait"))).toBeVisible();
  return idIn(page);
}

test("a cart is quoted, and ordered at the quoted price", {
  tag: ["@ar-desktop", "@en-phone"],
}, async ({ page, say, api, phone, lang, look }) => {
  await readyCustomer(page, api, phone);
  await open(page, "/cart");
  await page.getByRole("link", { name: say("basket:ask_quotation") }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: say("quotations:ask_title") }),
  ).toBeVisible();
  await page
    .getByRole("textbox", { name: say.part("quotations:quantity_of") })
    .first()
    .fill("٢");
  await page
    .getByRole("textbox", { name: say.part("quotations:note") })
    .fill(lang === "ar" ? "قبل الخميس" : "Before Thursday");
  await page.getByRole("textbox", { name: say.part("quotations:company") }).fill("Nile Co");
  await page.getByRole("textbox", { name: say.part("quotations:tax_number") }).fill("١٢");
  await page.getByRole("button", { name: say("quotations:send") }).click();
  await expect(page.getByText(say("quotations:tax_wrong"))).toBeVisible();
  await page.getByRole("textbox", { name: say.part("quotations:tax_number") }).fill("١٢٣٤٥٦٧٨٩");
  await clean(page, "quotation-ask");
  await look("quotation-ask");
  const id = await sendRequest(page, say);
  await look("quotation-requested");

  await offer(api, id, 150, 5);
  await open(page, `/quotations/${id}`);
  await expect(page.getByText(say.part("quotations:holds")).first()).toBeVisible();
  await clean(page, "quotation-priced");
  await look("quotation-priced");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: say("quotations:pdf"), exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Q-.*\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");

  await page.getByRole("button", { name: say("quotations:accept") }).click();
  await expect(page.getByRole("heading", { name: say("quotations:order_title") })).toBeVisible();
  await settled(page);
  await clean(page, "quotation-checkout");
  await look("quotation-checkout");
  await page.getByRole("checkbox").last().check();
  const place = page
    .getByRole("button", { name: say.part("checkout:place") })
    .locator("visible=true")
    .first();
  expect(amountOf(await place.innerText())).toBe(305);
  await place.click();
  await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
  const order = await api.order(idIn(page));
  expect(order.total).toBe(305);
  const quotation = await api.send<QuotationData>("GET", `/quotations/${id}`);
  expect(quotation.state).toBe("ordered");
  expect(quotation.order_id).toBe(order.id);

  await open(page, "/account/my-quotations");
  await expect(page.locator(`a[href$="${id}"]`).first()).toBeVisible();
  await clean(page, "quotations");
  await look("quotations");
});

test("a list is priced in the console; a change is asked for and priced again", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, phone, watch, look, lang }) => {
  await api.signIn(phone, lang === "ar" ? "ليلى حسن" : "Laila Hassan");
  const address = await api.addAddress({ is_default: true });
  await beAt(page, api, { address: address.id });
  const sugar = await api.product("sugar");
  await open(page, "/account/my-quotations?ask=list&service_id=svc_grocery");
  await page.getByRole("searchbox", { name: say.part("quotations:find") }).fill(sugar.name);
  await page
    .getByRole("button", { name: say("quotations:add_thing", { name: sugar.name }) })
    .first()
    .click();
  await page
    .getByRole("textbox", { name: say.part("quotations:quantity_of", { name: sugar.name }) })
    .fill("٢٠");
  await clean(page, "quotation-list");
  await look("quotation-list");
  const id = await sendRequest(page, say);

  const staff = await somebodyElse(page, watch);
  await enterConsole(staff, say, "/quotations");
  const { number } = await api.send<QuotationData>("GET", `/quotations/${id}`);
  await expect(staff.getByText(number)).toBeVisible();
  await clean(staff, "console-quotations");
  await look("console-quotations", staff);
  await staff.getByRole("article").filter({ hasText: number }).getByRole("link").click();
  const unit = staff.getByRole("textbox", {
    name: say("console/quotations:unit_of", { name: sugar.name }),
  });
  await unit.fill("30");
  await staff.getByRole("textbox", { name: say.part("console/quotations:delivery") }).fill("10");
  await expect(
    staff.getByRole("status").filter({ hasText: say.part("console/quotations:total") }),
  ).toContainText(/610|٦١٠/);
  await clean(staff, "console-quotation");
  await look("console-quotation", staff);
  await staff.getByRole("button", { name: say("console/quotations:send") }).click();
  await expect(
    staff.getByRole("button", { name: say("console/quotations:send_again") }),
  ).toBeVisible();

  await open(page, `/quotations/${id}`);
  await page.getByRole("button", { name: say("quotations:change") }).click();
  await page
    .getByRole("textbox", { name: say("quotations:change_what") })
    .fill(lang === "ar" ? "توصيل أرخص" : "Cheaper delivery");
  await page.getByRole("button", { name: say("quotations:change_send") }).click();
  await expect(page.getByText(say("quotations:wait_change"))).toBeVisible();
  await offer(api, id, 29.5, 0);
  await open(page, `/quotations/${id}`);
  await expect(page.getByText(say.part("quotations:holds")).first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/590|٥٩٠/);
  await page.getByRole("button", { name: say("quotations:decline") }).click();
  await page.getByRole("button", { name: say("quotations:decline_send") }).click();
  await expect(page.getByRole("link", { name: say("quotations:ask_again") })).toBeVisible();
});
