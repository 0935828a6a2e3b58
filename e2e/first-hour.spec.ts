/**
 * A shop from an empty folder to a delivered order, by the screens alone: the set-up link, every step of
 * the checklist, invited customers, an order, the opening. Whoever carries SMS and e-mail is simulated.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { carriers } from "./support/carriers";
import { codeOf } from "./support/factor";
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

/** A logo of one colour. */
const picture = readFileSync(path.join(__dirname, "../web/public/icon-192.png"));

/** A shop of one's own: nothing in its folder, no provider, no demo. */
async function start(): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), "first-hour-"));
  const server = spawn(
    program,
    [
      ...["serve", "--listen", "127.0.0.1:0", "--data-dir", folder],
      // Where the simulated carriers stand.
      ...["--provider-networks", "127.0.0.0/8"],
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
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
  test.setTimeout(420_000);
  const away = await carriers();
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
        staff.getByRole("textbox", {
          name: say.part(`console/setup:owner_${name}`),
        });
      await field("name").fill("هدى سالم");
      await field("email").fill("hoda@example.com");
      await staff.locator('input[type="password"]').fill("n3w!password");
      await staff.getByRole("button", { name: words("console/setup:begin_submit") }).click();
      await expect(staff).toHaveURL(/\/console\/setup/);
      await expect(
        staff.getByRole("link", { name: words("console/setup:to_first") }),
      ).toBeVisible();
      await expectAccessible(staff, "set-up");
      await look("set-up", staff);
    });

    const inBoth = async (labelled: string, en: string, ar: string) => {
      const label = words(labelled);
      for (const [key, text] of [
        ["label_en", en],
        ["label_ar", ar],
      ] as const) {
        await staff
          .getByRole("textbox", {
            name: say(`console/backoffice:${key}`, { label }),
          })
          .fill(text);
      }
    };
    const create = staff.locator('form button[type="submit"]');
    const sent = (at: string) =>
      staff.waitForResponse((r) => r.request().method() === "POST" && r.url().endsWith(at));
    const save = staff.getByRole("button", { name: words("console/backoffice:save"), exact: true });
    /** Saves a record's form, once the server took it. */
    const saved = async (at: string | RegExp) => {
      const answer = staff.waitForResponse(
        (r) =>
          r.request().method() === "PUT" &&
          (typeof at === "string" ? r.url().endsWith(at) : at.test(r.url())),
      );
      await save.first().click();
      expect((await answer).status()).toBe(200);
    };
    const to = async (step: string) => {
      await open(staff, `${base}/console/setup`);
      await staff
        .getByRole("link", { name: words(`console/setup:${step}`), exact: true })
        .first()
        .click();
    };
    /** Whether a step of the checklist is done. */
    const done = async (step: string, is = true) => {
      await open(staff, `${base}/console/setup`);
      const heading = staff
        .getByRole("heading", { level: 2 })
        .filter({ hasText: words(`console/setup:step_${step}`) });
      const said = heading.getByText(words("console/setup:done"), { exact: true });
      await expect(heading.first()).toBeVisible();
      await expect(said).toHaveCount(is ? 1 : 0);
    };

    await test.step("name, colour, logo, tax: left half-way, and taken up", async () => {
      await to("to_shop");
      await inBoth("console/setup:name", "Hoda's corner", "ركن هدى");
      const colour = staff.getByRole("textbox", { name: say.part("console/setup:colour") });
      await colour.fill("#7a1f5c");
      // What was typed and not saved is there when the step is taken up again.
      await done("shop", false);
      await open(staff, `${base}/console/shop`);
      await expect(colour).toHaveValue("#7a1f5c");
      await staff
        .locator('input[type="file"]:not([capture])')
        .first()
        .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
      await expect(staff.getByRole("img").first()).toBeVisible();
      const field = (name: string) =>
        staff.getByRole("textbox", { name: say.part(`console/setup:${name}`) });
      await field("legal_name").fill("شركة ركن هدى للتجارة");
      await field("tax_number").fill(lang === "ar" ? "١٢٣٤٥٦٧٨٩" : "123456789");
      await field("commercial").fill("54321");
      await expectAccessible(staff, "shop-details");
      await saved("/console/shop");
      await look("shop-details", staff);
    });

    await test.step("how customers reach the shop", async () => {
      await to("to_contact");
      await staff
        .getByRole("textbox", { name: say.part("console/content:contact_phone") })
        .fill("01012340000");
      await staff
        .getByRole("textbox", { name: say.part("console/content:contact_email") })
        .fill("hello@example.com");
      await saved("/console/contact");
      await done("shop");
    });

    await test.step("the owner's second factor", async () => {
      await to("to_account");
      const press = (name: string) =>
        staff.getByRole("button", { name: words(`console/auth:${name}`), exact: true }).click();
      await press("begin");
      await staff.keyboard.type("n3w!password");
      await staff.keyboard.press("Enter");
      await expect(staff.getByRole("img", { name: words("console/auth:qr") })).toBeVisible();
      const key = (await staff.locator("bdi.font-mono").innerText()).replace(/\s/g, "");
      await staff.getByLabel(say.part("console/auth:confirm_code")).fill(codeOf(key, Date.now()));
      await press("confirm");
      await press("codes_saved");
      await done("account");
    });

    let service = "";
    let branch = "";
    await test.step("service, store and branch in one step", async () => {
      await to("to_first");
      await staff
        .getByLabel(words("console/sellers:first_kind"), { exact: true })
        .last()
        .selectOption({ value: "grocery" });
      await inBoth("console/sellers:first_store", "Hoda's corner", "ركن هدى");
      await staff
        .getByRole("textbox", { name: say.part("console/sellers:map_link") })
        .fill("https://www.google.com/maps/@30.7865,31.0004,17z");
      await expect(staff.getByText(words("console/sellers:map_link_found"))).toBeVisible();
      // Tanta lies in no area that comes with the program.
      const make = staff.getByRole("button", {
        name: words("console/sellers:area_make"),
        exact: true,
      });
      await make.click();
      const area = staff.getByRole("group", {
        name: words("console/sellers:area_make"),
        exact: true,
      });
      await area
        .getByLabel(words("console/sellers:governorate"), { exact: true })
        .selectOption({ value: "gharbia" });
      await area.getByLabel(words("console/sellers:area_name_ar")).fill("طنطا");
      await area.getByLabel(words("console/sellers:area_name_en")).fill("Tanta");
      await expectAccessible(staff, "first-branch-area");
      await look("first-branch-area", staff);
      const found = sent("/console/districts");
      await make.click();
      expect((await found).status()).toBe(200);
      await expect(make).toHaveCount(0);
      for (const side of ["opens", "closes"] as const)
        await staff.getByLabel(words(`console/sellers:${side}`), { exact: true }).fill("00:00");
      await staff.locator('input[name="minutes"]').fill(lang === "ar" ? "٣٥" : "35");
      await expectAccessible(staff, "first-branch");
      await look("first-branch", staff);
      const made = sent("/console/first-branch");
      await create.click();
      const answer = await made;
      expect(answer.status()).toBe(200);
      const first = (
        (await answer.json()) as {
          response: { data: { id: string; service: { id: string } } };
        }
      ).response.data;
      service = first.service.id;
      branch = first.id;
      await expect(staff).toHaveURL(/\/console\/setup$/);
      await expect(staff.getByRole("link", { name: words("console/setup:to_first") })).toHaveCount(
        0,
      );
    });

    await test.step("another area, with a fee, minutes and a minimum of its own", async () => {
      await open(staff, `${base}/console/branches/${branch}?tab=delivery`);
      await staff
        .getByLabel(words("console/sellers:add_area"), { exact: true })
        .selectOption({ value: "maadi" });
      const row = (column: string) => staff.locator(`input[name="zones.1.${column}"]`);
      await row("fee").fill(lang === "ar" ? "٣٥" : "35");
      await row("minutes").fill("90");
      await row("minimum").fill("150");
      await expectAccessible(staff, "first-zones");
      await look("first-zones", staff);
      await saved("/zones");
      const minimums = await staff
        .locator('input[name$=".minimum"]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).sort());
      expect(minimums).toEqual(["", "150"]);
      await done("places");
    });

    await test.step("how people pay: the most that is paid in cash", async () => {
      await to("to_ways");
      await staff
        .getByRole("textbox", { name: say.part("console/ways:cash_most") })
        .first()
        .fill("3000");
      await expectAccessible(staff, "first-ways");
      await saved("/console/ways");
      await done("pay");
    });

    await test.step("who carries codes and letters, each tried with one to oneself", async () => {
      await to("to_providers");
      const providers = (key: string) => words(`console/providers:${key}`);
      await staff.getByRole("switch", { name: providers("sms_on") }).click();
      await staff.getByRole("button", { name: providers("preset_form"), exact: true }).click();
      await staff.getByLabel(say.part("console/providers:sms_url")).fill(away.sms);
      await staff.locator('input[name="sms.secret"]').fill("s3cret-key");
      await staff.getByLabel(say.part("console/providers:sms_success")).fill("1901");
      await staff.getByText(providers("preview"), { exact: true }).click();
      await expect(staff.locator("pre")).toContainText("mobile=201012345678");
      await expect(staff.locator("pre")).not.toContainText("s3cret");
      await staff
        .getByRole("textbox", { name: say.part("console/providers:answer") })
        .fill('{"code":"1902"}');
      await expect(staff.getByText(providers("answer_refused"))).toBeVisible();
      await staff.getByRole("switch", { name: providers("mail_on") }).click();
      await staff.getByLabel(say.part("console/providers:mail_host")).fill("127.0.0.1");
      await staff.locator('input[name="mail.port"]').fill(String(away.mailPort));
      await staff
        .getByLabel(words("console/providers:mail_tls"), { exact: true })
        .selectOption({ value: "none" });
      await staff
        .getByRole("textbox", { name: say.part("console/providers:mail_from") })
        .fill("Hoda's corner <hello@example.com>");
      await expectAccessible(staff, "first-providers");
      await look("first-providers", staff);
      await saved("/console/providers");
      for (const [channel, to, arrived] of [
        ["sms", "01012345678", () => away.messages.length],
        ["email", "hoda@example.com", () => away.letters.length],
      ] as const) {
        const field = staff.getByRole("textbox", {
          name: say.part(`console/providers:try_${channel}`),
        });
        await expect(field).toBeEnabled();
        await field.fill(to);
        await field.press("Enter");
        await expect.poll(arrived).toBe(1);
      }
      await expect(staff.getByText(providers("try_taken"))).toHaveCount(2);
      expect(away.messages[0]).toMatchObject({ mobile: "201012345678", sender: "MyShop" });
      await look("first-providers-tried", staff);
      await done("messages");
    });

    await test.step("each policy is read and saved", async () => {
      for (const policy of ["privacy", "returns", "shipping", "terms"]) {
        await open(staff, `${base}/console/content/pages/${policy}`);
        await saved(`/console/pages/${policy}`);
      }
      await open(staff, `${base}/console/content/pages`);
      await expect(staff.getByText(words("console/content:adopted"), { exact: true })).toHaveCount(
        4,
      );
      await expect(staff.getByRole("main")).not.toContainText("{{");
      await look("first-policies", staff);
      await done("policies");
    });

    await test.step("a product by hand: one form, and published", async () => {
      await staff.getByRole("link", { name: words("console/setup:to_by_hand") }).click();
      await inBoth("console/catalogue:name", "Lentil soup", "شوربة عدس");
      await inBoth("console/catalogue:new_category_name", "Soups", "شوربة");
      const shelf = staff.getByRole("region", {
        name: words("console/catalogue:first_shelves"),
      });
      await shelf
        .getByRole("textbox", { name: say.part("console/catalogue:price") })
        .fill(lang === "ar" ? "٦٠" : "60");
      await shelf
        .getByRole("textbox", {
          name: say.part("console/catalogue:first_received"),
        })
        .fill("9");
      // What was said of the branch lies over the menu for a moment.
      await expect(
        staff.getByRole("button", { name: words("console/backoffice:close"), exact: true }),
      ).toHaveCount(0);
      await expectAccessible(staff, "first-product");
      await look("first-product", staff);
      const made = sent("/console/products");
      await create.click();
      expect((await made).status()).toBe(200);
      await expect(staff).toHaveURL(/\/console\/products\/prd_/);
      const published = sent("/publish");
      await staff
        .getByRole("button", {
          name: words("console/catalogue:publish"),
          exact: true,
        })
        .click();
      expect((await published).status()).toBe(200);
      await look("first-product-published", staff);
    });

    await test.step("products from a file", async () => {
      await to("to_imports");
      const imports = (key: string) => words(`console/imports:${key}`);
      await staff
        .getByLabel(imports("choose"), { exact: true })
        .first()
        .setInputFiles({
          name: "goods.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(
            "\ufeffSKU,الاسم بالعربية,English name,القسم,السعر,المخزون\nRICE-1,أرز,Rice,بقالة,٤٥٫٥٠,٢٠\nTEA-1,شاي,Tea,بقالة,30,15\n",
          ),
        });
      await expect(staff).toHaveURL(/\/console\/imports\/imp_/);
      await staff.getByRole("button", { name: imports("step_check"), exact: true }).click();
      await expect(staff.getByText(imports("checked_title"))).toBeVisible({ timeout: 60_000 });
      await staff.getByRole("button", { name: imports("step_start"), exact: true }).click();
      await staff
        .getByRole("alertdialog")
        .getByRole("button", { name: imports("step_start") })
        .click();
      await expect(staff.getByText(imports("done_title"))).toBeVisible({ timeout: 60_000 });
      await look("first-import", staff);
      await expect(
        staff.getByRole("link", { name: lang === "ar" ? "أرز" : "Rice", exact: true }).first(),
      ).toBeVisible();
    });

    await test.step("a backup, and nothing is missing any more", async () => {
      await done("products");
      await to("to_backups");
      await staff.getByRole("button", { name: words("console/backups:make"), exact: true }).click();
      await expect(
        staff.getByText(words("console/backups:state_good"), { exact: true }).first(),
      ).toBeVisible({ timeout: 90_000 });
      await done("backup");
      const all = western(
        await staff.getByRole("region", { name: words("console/setup:steps") }).innerText(),
      );
      expect(all).toMatch(/8\D+8/);
      await expectAccessible(staff, "set-up-done");
      await look("set-up-done", staff);
    });

    await test.step("sample products come in, and go again by one press", async () => {
      await open(staff, `${base}/console/setup`);
      const samples = staff.getByRole("region", {
        name: words("console/setup:samples"),
        exact: true,
      });
      await samples
        .getByRole("button", {
          name: words("console/setup:samples_add"),
          exact: true,
        })
        .click();
      const remove = samples.getByRole("button", {
        name: words("console/setup:samples_remove"),
      });
      await expect(remove).toBeEnabled();
      await expect(samples).toContainText("16");
      await look("samples", staff);
      await remove.click();
      await expect(
        samples.getByRole("button", {
          name: words("console/setup:samples_add"),
          exact: true,
        }),
      ).toBeVisible();
    });

    let wayIn = "";
    await test.step("a soft opening", async () => {
      await open(staff, `${base}/console/setup`);
      await staff
        .getByRole("textbox", { name: say.part("console/setup:phones") })
        .fill("01012345678");
      await staff.getByRole("button", { name: words("console/setup:soft_begin") }).click();
      const field = staff.getByRole("textbox", {
        name: say.part("console/setup:way_in"),
      });
      await expect(field).toHaveValue(/\/early\//);
      wayIn = await field.inputValue();
      await look("soft-opening", staff);
    });

    let order = "";
    await test.step("an invited customer orders", async () => {
      await page.context().addCookies(
        Object.entries({
          language: lang,
          district_id: "tanta",
          default_location: "1",
          selected_address: lang === "ar" ? "طنطا" : "Tanta",
          location: JSON.stringify({ lat: 30.7865, lng: 31.0004 }),
        }).map(([name, value]) => ({
          name,
          value: encodeURIComponent(value),
          url: base,
        })),
      );
      await open(page, wayIn);
      await open(page, `${base}/home?service_id=${service}`);
      await look("first-home");
      await page
        .getByRole("main")
        .getByRole("link", {
          name: lang === "ar" ? "طنطا" : "Tanta",
          exact: true,
        })
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
      // It came by the carrier that was set in the console, and the owner reads the same one there.
      await expect.poll(() => away.messages.length).toBe(2);
      const carried = /\d{4,8}/.exec(western(away.messages[1]?.message ?? ""))?.[0] ?? "";
      await staff.getByRole("button", { name: words("console/setup:codes_read") }).click();
      const read = staff.getByRole("listitem").filter({ hasText: "1012345678" }).locator("strong");
      expect(western((await read.innerText()).replace(/[^\d٠-٩]/g, ""))).toBe(carried);
      await code.pressSequentially(carried);
      const joining = page.getByRole("dialog", {
        name: say("auth:register_title"),
      });
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
          name: say("console/orders:move_label", {
            move: say.raw(`server/orders:move_${to}`),
          }),
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
        .poll(async () => (await fetch(`${base}/${lang}`)).status, {
          timeout: 5_000,
        })
        .toBe(200);
    });
    // Nobody looks any more when the program ends.
    await staff.context().close();
    await page.close();
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
    await away.close();
  }
});
