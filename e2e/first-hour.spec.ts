/** A shop from an empty folder: set-up link, places, products, invited customers, a delivered order, the opening. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { alive, open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";
import { western } from "./support/texts";

test.use({ actionTimeout: 15_000 });

const program = path.join(__dirname, "../bin/wekala");

interface Started {
  server: ChildProcess;
  folder: string;
  base: string;
  link: string;
}

/** A shop of one's own: nothing in its folder, no provider, no demo. */
async function start(): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), "first-hour-"));
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  const link = await new Promise<string>((resolve, reject) => {
    server.on("exit", (code) => reject(new Error(`The program ended with ${code}: ${said}`)));
    server.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /set-up link:\s+(\S+)\s/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  return { server, folder, base: new URL(link).origin, link };
}

test("a new owner opens a shop and delivers an order", {
  tag: ["@en-desktop", "@ar-phone"],
}, async ({ page, say, lang, watch, look, size }) => {
  const { server, folder, base, link } = await start();
  try {
    await expect
      .poll(async () => (await fetch(`${base}/readyz`).catch(() => null))?.status)
      .toBe(200);
    const words = say.raw;
    const staff = await somebodyElse(page, watch, size === "desktop");
    await staff.context().addCookies([{ name: "language", value: lang, url: base }]);

    await test.step("the owner", async () => {
      await open(staff, link);
      await expectAccessible(staff, "set-up link");
      const field = (name: string) =>
        staff.getByRole("textbox", { name: say.part(`console/setup:owner_${name}`) });
      await field("name").fill("هدى سالم");
      await field("email").fill("hoda@example.com");
      await staff.locator('input[type="password"]').fill("n3w!password");
      await staff.getByRole("button", { name: words("console/setup:begin_submit") }).click();
      await expect(staff).toHaveURL(/\/console\/setup/);
      await expect(
        staff.getByRole("link", { name: words("console/setup:to_stores") }),
      ).toBeVisible();
      await expectAccessible(staff, "set-up");
      await look("set-up", staff);
    });

    const inBoth = async (en: string, ar: string) => {
      const label = words("console/sellers:name");
      for (const [key, text] of [
        ["label_en", en],
        ["label_ar", ar],
      ] as const) {
        await staff
          .getByRole("textbox", { name: say(`console/backoffice:${key}`, { label }) })
          .fill(text);
      }
    };
    const create = staff.locator('form button[type="submit"]');
    const made = async (kind: string) => {
      await expect(staff).toHaveURL(new RegExp(`/console/${kind}/(?!new)[^/?]+`));
      return decodeURIComponent(new URL(staff.url()).pathname.split("/").pop() ?? "");
    };
    let service = "";
    let store = "";
    let branch = "";
    await test.step("service, store and branch", async () => {
      await open(staff, `${base}/console/services/new`);
      await inBoth("Groceries", "بقالة");
      await create.click();
      service = await made("services");
      await open(staff, `${base}/console/stores/new`);
      await inBoth("Hoda's corner", "ركن هدى");
      await staff
        .getByLabel(words("console/sellers:service"), { exact: true })
        .selectOption({ label: lang === "ar" ? "بقالة" : "Groceries" });
      await create.click();
      store = await made("stores");
      await open(staff, `${base}/console/branches/new?store=${store}`);
      await inBoth("Maadi", "المعادي");
      await staff
        .getByRole("textbox", { name: say.part("console/sellers:map_link") })
        .fill("https://www.google.com/maps/@29.9602,31.2569,17z");
      await expect(staff.getByText(words("console/sellers:map_link_found"))).toBeVisible();
      await create.click();
      branch = await made("branches");
      await open(staff, `${base}/console/branches/${branch}?tab=delivery`);
      await staff
        .getByLabel(words("console/sellers:add_area"), { exact: true })
        .selectOption({ value: "maadi" });
      for (const [column, value] of [
        ["fee", "20"],
        ["minutes", "35"],
      ] as const) {
        await staff.locator(`input[name="zones.0.${column}"]`).fill(value);
      }
      const saved = staff.waitForResponse((r) => r.request().method() === "PUT");
      await staff
        .getByRole("button", { name: words("console/backoffice:save"), exact: true })
        .click();
      expect((await saved).status()).toBe(200);
    });

    const call = async <T>(
      method: string,
      at: string,
      body: unknown,
      token: string,
    ): Promise<T> => {
      const answer = await fetch(`${base}/api/v1${at}`, {
        method,
        body: JSON.stringify(body),
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${token}`,
          "Idempotency-Key": crypto.randomUUID(),
        },
      });
      if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { response: { data: T } }).response.data;
    };
    await test.step("a product, which has a journey of its own", async () => {
      const { token } = await call<{ token: string }>(
        "POST",
        "/console/login",
        { email: "hoda@example.com", password: "n3w!password" },
        "null",
      );
      const week = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, open: "00:00", close: "00:00" }));
      await call(
        "PUT",
        `/console/branches/${branch}/hours`,
        { hours: week, exceptions: [], version: 1 },
        token,
      );
      const category = await call<{ id: string }>(
        "POST",
        "/console/categories",
        { service_id: service, name_en: "Soups", name_ar: "شوربة", image: "", active: true },
        token,
      );
      const product = await call<{ id: string; variants: { id: string }[] }>(
        "POST",
        "/console/products",
        {
          store_id: store,
          category_id: category.id,
          name_en: "Lentil soup",
          name_ar: "شوربة عدس",
          description_en: "",
          description_ar: "",
          unit_en: "",
          unit_ar: "",
          keywords: "",
          images: [],
          attributes: [],
          options: [],
          min_qty: 1,
          step_qty: 1,
          unit_grams: 0,
          max_qty: 0,
          vat_bp: 1400,
          variants: [
            { id: "", sku: "", barcode: "", choices: {}, image: "", active: true, weight_grams: 0 },
          ],
        },
        token,
      );
      const variant = product.variants[0]?.id;
      await call(
        "PUT",
        `/console/branches/${branch}/prices`,
        { rows: [{ variant_id: variant, price: 60, sold: true, version: 0 }] },
        token,
      );
      await call(
        "PUT",
        `/console/branches/${branch}/stock`,
        { source: crypto.randomUUID(), rows: [{ variant_id: variant, received: 9 }] },
        token,
      );
      await call("POST", `/console/products/${product.id}/publish`, { published: true }, token);
    });

    await test.step("sample products come in, and go again by one press", async () => {
      await open(staff, `${base}/console/setup`);
      const samples = staff.getByRole("region", {
        name: words("console/setup:samples"),
        exact: true,
      });
      await samples
        .getByRole("button", { name: words("console/setup:samples_add"), exact: true })
        .click();
      const remove = samples.getByRole("button", { name: words("console/setup:samples_remove") });
      await expect(remove).toBeEnabled();
      await expect(samples).toContainText("12");
      await look("samples", staff);
      await remove.click();
      await expect(
        samples.getByRole("button", { name: words("console/setup:samples_add"), exact: true }),
      ).toBeVisible();
    });

    let wayIn = "";
    await test.step("a soft opening", async () => {
      await open(staff, `${base}/console/setup`);
      await staff
        .getByRole("textbox", { name: say.part("console/setup:phones") })
        .fill("01012345678");
      await staff.getByRole("button", { name: words("console/setup:soft_begin") }).click();
      const field = staff.getByRole("textbox", { name: say.part("console/setup:way_in") });
      await expect(field).toHaveValue(/\/early\//);
      wayIn = await field.inputValue();
      await look("soft-opening", staff);
    });

    let order = "";
    await test.step("an invited customer orders", async () => {
      await page.context().addCookies(
        Object.entries({
          language: lang,
          district_id: "maadi",
          default_location: "1",
          selected_address: lang === "ar" ? "المعادي" : "Maadi",
          location: JSON.stringify({ lat: 29.9602, lng: 31.2569 }),
        }).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: base })),
      );
      await open(page, wayIn);
      await open(page, `${base}/home?service_id=${service}`);
      await look("first-home");
      await page
        .getByRole("main")
        .getByRole("link", { name: lang === "ar" ? "المعادي" : "Maadi", exact: true })
        .click();
      const card = page
        .getByRole("main")
        .getByRole("article")
        .filter({
          hasText: lang === "ar" ? "شوربة عدس" : "Lentil soup",
        });
      await card.locator("button[data-add]").first().click();
      await expect(
        page.locator('header a[href*="/cart"], [role="region"] a[href*="/cart"]').first(),
      ).toBeVisible();
      await open(page, `${base}/cart?service_id=${service}`);
      await page.getByRole("button", { name: say("basket:checkout") }).click();
      const dialog = page.getByRole("dialog", { name: say("auth:title") });
      await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill("01012345678");
      await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
      const code = dialog.getByRole("textbox", { name: say.part("auth:code") });
      await expect(code).toBeVisible();
      await staff.getByRole("button", { name: words("console/setup:codes_read") }).click();
      const read = staff.getByRole("listitem").filter({ hasText: "1012345678" }).locator("strong");
      await code.pressSequentially(western((await read.innerText()).replace(/[^\d٠-٩]/g, "")));
      const joining = page.getByRole("dialog", { name: say("auth:register_title") });
      await joining.getByRole("textbox", { name: say.part("auth:name") }).fill("Mona Adel");
      await joining.getByRole("button", { name: say("auth:register") }).click();
      await expect(page).toHaveURL(/\/checkout/);
      await page.getByRole("textbox", { name: say.part("addresses:address") }).fill("Road 9");
      await page.getByRole("textbox", { name: say.part("addresses:building_number") }).fill("64");
      await page.getByRole("button", { name: say.part("checkout:place") }).click();
      await expect(page).toHaveURL(/\/account\/my-orders\/ord_/);
      order = new URL(page.url()).pathname.split("/").pop() ?? "";
      await look("first-order");
    });

    await test.step("it is delivered, and the shop opens to everybody", async () => {
      await open(staff, `${base}/console/orders/${order}`);
      const move = (to: string) =>
        staff.getByRole("button", {
          name: say("console/orders:move_label", { move: say.raw(`server/orders:move_${to}`) }),
        });
      for (const to of ["processing", "shipped", "out_for_delivery"]) await move(to).click();
      await expect(move("delivered")).toBeVisible();
      await page.reload();
      await alive(page);
      const door = page.getByRole("region", { name: say("orders:door") });
      const pin = /\d{4}/.exec(western(await door.innerText()))?.[0] ?? "";
      await move("delivered").click();
      await staff
        .getByRole("dialog")
        .getByRole("textbox", { name: say.part("console/orders:pin") })
        .pressSequentially(pin);
      await expect(move("delivered")).toHaveCount(0);

      await open(staff, `${base}/console/setup`);
      await staff.getByRole("button", { name: words("console/setup:open"), exact: true }).click();
      await staff
        .getByRole("dialog")
        .getByRole("button", { name: words("console/setup:open_now") })
        .click();
      await expect
        .poll(async () => (await fetch(`${base}/${lang}`)).status, { timeout: 5_000 })
        .toBe(200);
    });
    // Nobody looks any more when the program ends.
    await staff.context().close();
    await page.close();
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  }
});
