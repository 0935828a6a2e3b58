/** Returns: part of a delivered order with a photo, processed by staff, refunded to the wallet. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Api, delivered, plenty, staffApi } from "./support/api";
import { alive, amountOf, enterConsole, open, readyCustomer } from "./support/shop";
import { axe, expect, type Page, settled, somebodyElse, test } from "./support/test";
import type { Say } from "./support/texts";

interface StaffReturn {
  id: string;
  event_seq: number;
  unit_list: { line_id: string; unit: number }[];
}

/** A photo as a camera would have taken it. */
const photo = {
  name: "eggs.webp",
  mimeType: "image/webp",
  buffer: readFileSync(
    path.join(__dirname, "../internal/operations/demo/data/images/white-eggs.webp"),
  ),
};

const ofReturn = (staff: Api, id: string) =>
  staff.send<StaffReturn>("GET", `/console/returns/${id}`);

/** Staff process all steps, from the approval to the refund. */
async function workOff(staff: Api, id: string): Promise<void> {
  for (const to of ["approved", "picked_up", "received", "inspected", "settled"]) {
    const { event_seq, unit_list } = await ofReturn(staff, id);
    const body =
      to === "inspected"
        ? {
            units: unit_list.map(({ line_id, unit }) => ({ line_id, unit, outcome: "scrap" })),
            expected_seq: event_seq,
          }
        : { to, expected_seq: event_seq };
    await staff.send(
      "POST",
      `/console/returns/${id}/${to === "inspected" ? "inspect" : "move"}`,
      body,
    );
  }
}

/** The three steps, with a reload in between: the entered values are still there. */
async function askFor(
  page: Page,
  say: Say,
  name: string,
  look: (name: string) => Promise<void>,
): Promise<string> {
  const next = page.getByRole("button", { name: say("returns:next") });
  await page.getByRole("link", { name: say("returns:ask_title") }).click();
  await expect(page.getByRole("heading", { name: say("returns:title_items") })).toBeVisible();
  await next.click();
  await expect(page.getByText(say("returns:choose_any"))).toBeVisible();
  await page.getByRole("button", { name: say("returns:give_back_thing", { name }) }).click();
  await next.click();
  await expect(page.getByText(say("returns:required"))).toBeVisible();
  const reason = page.getByRole("combobox", { name: say.part("returns:reason") });
  await test.step("some reasons need a comment, of 200 characters at most", async () => {
    const comment = page.getByRole("textbox", { name: say.part("returns:comment") });
    const items = page.getByRole("heading", { name: say("returns:title_items") });
    await page.evaluate(() => scrollTo(0, 0));
    await reason.selectOption("not_as_described");
    const bar = page.getByRole("region", { name: say("returns:steps") });
    const bottom = async (part: typeof bar) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    const top = (await bar.boundingBox())?.y ?? 0;
    expect(await bottom(comment), "the bar covers nothing that has just opened").toBeLessThan(top);
    await comment.focus();
    expect(await bottom(comment)).toBeLessThan(top);
    await next.click();
    await expect(page.getByText(say("returns:required"))).toBeVisible();
    await comment.fill("ش".repeat(201));
    await expect(page.getByText(say("returns:too_long", { len: 200 }))).toBeVisible();
    await next.click();
    await expect(items).toBeVisible();
    await comment.fill("");
  });
  // This reason needs no explanation: the form continues without a comment.
  await reason.selectOption("damaged");
  await next.click();
  await expect(page.getByText(say("returns:photo_needed")).first()).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(photo);
  const thumbnail = page.locator('li img[src^="/photos/"]');
  await expect(thumbnail).toBeVisible();
  await settled(page);
  await test.step("what removes a photo leaves it to be seen, and its neighbour to be pressed", async () => {
    const remove = page.getByRole("button", { name: say("photos:remove", { number: "1" }) });
    const [shown, pressed, seen, neighbour] = await Promise.all(
      [
        thumbnail,
        remove,
        remove.locator("span"),
        page.locator("label", { hasText: say("photos:add") }),
      ].map(async (one) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
    );
    const common = (one: typeof shown, other: typeof shown): number =>
      one && other
        ? Math.max(
            0,
            Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
          ) *
          Math.max(
            0,
            Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
          )
        : Number.NaN;
    expect(Math.min(pressed?.width ?? 0, pressed?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(common(pressed, neighbour)).toBe(0);
    expect(common(seen, shown)).toBeLessThan(20 * 20);
  });
  expect(await axe(page, "return items")).toEqual([]);
  await look("return-items");
  await page.reload();
  await alive(page);
  await expect(page.getByRole("combobox", { name: say.part("returns:reason") })).toHaveValue(
    "damaged",
  );
  await next.click();

  await expect(page.getByRole("heading", { name: say("returns:title_handover") })).toBeFocused();
  await expect(
    page.getByRole("radio", { name: say.part("server/returns:way_wallet") }),
  ).toBeChecked();
  const times = page.getByRole("group", { name: say("returns:pickup_time") });
  await test.step("the next time is chosen already", async () => {
    await expect(times.getByRole("radio").first()).toBeChecked();
  });
  await page.getByRole("radio", { name: say.part("server/returns:way_bank") }).check();
  await next.click();
  await expect(page.getByText(say("returns:required")).first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: say.part("returns:iban") })).toBeFocused();
  expect(await axe(page, "return handover")).toEqual([]);
  await look("return-handover");
  await page.getByRole("radio", { name: say.part("server/returns:way_wallet") }).check();
  await page
    .getByRole("group", { name: say("returns:pickup_day") })
    .getByRole("button")
    .nth(1)
    .click();
  await times.getByRole("radio").first().check();
  await next.click();

  await expect(page.getByRole("heading", { name: say("returns:title_summary") })).toBeVisible();
  await expect(page.getByText(say("server/returns:step_delivery_kept"))).toBeVisible();
  await settled(page);
  expect(await axe(page, "return summary")).toEqual([]);
  await look("return-summary");
  await page.getByRole("button", { name: say("returns:send") }).click();

  await expect(page.getByRole("heading", { name: say("returns:title_done") })).toBeVisible();
  expect(await axe(page, "return done")).toEqual([]);
  await look("return-done");
  await page.getByRole("link", { name: say("returns:see_return") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    say("server/returns:state_requested"),
  );
  return new URL(page.url()).pathname.split("/").pop() ?? "";
}

test("half of an order goes back, with a photo, into the wallet", {
  tag: ["@ar-desktop", "@en-phone"],
}, async ({ page, say, api, phone, lang, playwright, baseURL, look }) => {
  const staff = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await readyCustomer(page, api, phone, { [plenty]: 2 });
  const order = await delivered(api, staff, address);
  const product = await api.product("brown-eggs");
  await open(page, `/account/my-orders/${order}`);
  const id = await askFor(page, say, product.name, look);

  await workOff(staff, id);
  await page.reload();
  await alive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    say("server/returns:state_refunded"),
  );
  const ways = page.getByRole("list", { name: say("returns:ways") });
  await expect(ways).toContainText(say.part("server/returns:way_wallet"));
  await expect(ways).toContainText(say.part("server/returns:refund_done"));
  expect(amountOf((await ways.locator("bdi").last().innerText()) ?? "")).toBe(
    product.variants.find(({ id: variant }) => variant === plenty)?.price,
  );
  await settled(page);
  expect(await axe(page, "return")).toEqual([]);
  await look("return");

  await open(page, "/account/return-orders");
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await settled(page);
  expect(await axe(page, "returns")).toEqual([]);
  await look("returns");
  expect((await api.order(order)).status).toBe("delivered");
});

test("staff approve, receive, inspect and settle a return in the console", {
  tag: ["@ar-phone", "@en-desktop"],
}, async ({ page, say, api, phone, lang, size, playwright, baseURL, watch, look }) => {
  const owner = await staffApi(await playwright.request.newContext({ baseURL }), lang);
  const address = await readyCustomer(page, api, phone, { [plenty]: 2 });
  const order = await delivered(api, owner, address);
  await open(page, `/account/my-orders/${order}`);
  const id = await askFor(page, say, (await api.product("brown-eggs")).name, async () => {});

  const staff = await somebodyElse(page, watch, size === "desktop");
  await enterConsole(staff, say, "/returns");
  await alive(staff);
  await expect(staff.getByRole("heading", { level: 1 })).toHaveText(say("console/returns:title"));
  await settled(staff);
  expect(await axe(staff, "returns queue")).toEqual([]);
  await look("console-returns", staff);
  await open(staff, `/console/returns/${id}`);
  const status = staff.getByRole("status").first();
  for (const to of ["approved", "picked_up", "received"]) {
    await staff.getByRole("button", { name: say(`server/returns:move_${to}`) }).click();
    await expect(status).toHaveText(say(`server/returns:state_${to}`));
  }
  await staff.getByRole("radio", { name: say("console/returns:outcome_scrap") }).check();
  await settled(staff);
  expect(await axe(staff, "inspection")).toEqual([]);
  await look("console-return-inspect", staff);
  await staff.getByRole("button", { name: say("console/returns:inspect_send") }).click();
  await expect(status).toHaveText(say("server/returns:state_inspected"));
  await staff.getByRole("button", { name: say("server/returns:move_settled") }).click();
  await expect(status).toHaveText(say("server/returns:state_refunded"));
  await look("console-return", staff);
  await staff.context().close();

  await page.reload();
  await alive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    say("server/returns:state_refunded"),
  );
});
