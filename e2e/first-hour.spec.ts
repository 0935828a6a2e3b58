/**
 * A shop from an empty folder: set-up link, places, products, the shop's identity, payment methods,
 * messages, policies, two-step verification, a backup, staff, invited customers, a delivered order,
 * the opening. The steps of "A real shop" in the README.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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

/** Starts a separate shop: nothing in its folder, no provider, no demo. */
async function start(): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), "first-hour-"));
  const at = ["--listen", "127.0.0.1:0", "--data-dir", folder];
  // The network of the simulated SMS company.
  const server = spawn(program, ["serve", ...at, "--provider-networks", "127.0.0.0/8"], {
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
  tag: ["@en-desktop", "@ar-phone", "@each"],
}, async ({ page, say, lang, watch, look, size }) => {
  test.slow();
  // A used link is invalid: the browser logs the answer.
  watch.allow(/400 .*\/console\/join\/look/);
  const { server, folder, base, link } = await start();
  const carrier = await carriers();
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
      await staff.locator('input[type="password"]').fill("n3w!harbour");
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
      staff.waitForResponse(
        (r) => r.request().method() === "POST" && new URL(r.url()).pathname.endsWith(at),
      );
    let service = "";
    await test.step("service, store and branch in one step", async () => {
      await staff.getByRole("link", { name: words("console/setup:to_first") }).click();
      await staff
        .getByLabel(words("console/sellers:first_kind"), { exact: true })
        .last()
        .selectOption({ value: "grocery" });
      await inBoth("console/sellers:first_store", "Hoda's corner", "ركن هدى");
      await staff
        .getByRole("textbox", { name: say.part("console/sellers:map_link") })
        .fill("https://www.google.com/maps/@29.9602,31.2569,17z");
      await expect(staff.getByText(words("console/sellers:map_link_found"))).toBeVisible();
      for (const side of ["opens", "closes"] as const)
        await staff.getByLabel(words(`console/sellers:${side}`), { exact: true }).fill("00:00");
      await staff.locator('input[name="minutes"]').fill(lang === "ar" ? "٣٥" : "35");
      await expectAccessible(staff, "first-branch");
      await look("first-branch", staff);
      const made = sent("/console/first-branch");
      await create.click();
      const answer = await made;
      expect(answer.status()).toBe(200);
      service = (
        (await answer.json()) as {
          response: { data: { service: { id: string } } };
        }
      ).response.data.service.id;
      await expect(staff).toHaveURL(/\/console\/setup$/);
      await expect(staff.getByRole("link", { name: words("console/setup:to_first") })).toHaveCount(
        0,
      );
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
      // A message about the branch covers the menu briefly.
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

    const lacks = (what: string) => staff.getByText(words(`console/setup:missing_${what}`));
    const save = async (method: string, at: string, name = "") => {
      if (name !== "") {
        await expectAccessible(staff, name);
        await look(name, staff);
      }
      const saved = staff.waitForResponse(
        (r) => r.request().method() === method && r.url().includes(at),
      );
      await staff
        .getByRole("button", { name: words("console/backoffice:save"), exact: true })
        .first() // below the carriers there is another form
        .click();
      expect((await saved).status()).toBe(200);
    };
    /** A line of the checklist disappears when its task is done. */
    const vanishes = async (what: string, doing: () => Promise<void>) => {
      await expect(lacks(what)).toBeVisible();
      await doing();
      await open(staff, `${base}/console/setup`);
      await expect(staff.getByRole("region", { name: words("console/setup:steps") })).toBeVisible();
      await expect(lacks(what)).toHaveCount(0);
    };

    await open(staff, `${base}/console/setup`);
    await test.step("who the shop is: name, colour, logo, legal name and tax number", () =>
      vanishes("legal", async () => {
        const logo = await staff.screenshot({ clip: { x: 0, y: 0, width: 200, height: 60 } });
        await open(staff, `${base}/console/shop`);
        await staff.locator('input[name="name_ar"]').fill("ركن هدى");
        await staff.locator('input[name="name_en"]').fill("Hoda's corner");
        await staff.locator('input[name="colour"]').first().fill("#7a1f3d");
        const uploaded = sent("/console/media");
        await staff
          .locator('input[type="file"]')
          .first()
          .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
        expect((await uploaded).status()).toBe(200);
        await staff.locator('input[name="legal_name"]').fill("Hoda Salem Trading");
        await staff.locator('input[name="tax_number"]').fill("123456789");
        await save("PUT", "/console/shop", "who-the-shop-is");
      }));
    for (const gone of ["name", "logo"]) await expect(lacks(gone)).toHaveCount(0);

    await test.step("how to reach it", () =>
      vanishes("contact", async () => {
        await open(staff, `${base}/console/content/contact`);
        await staff.locator('input[name="phone"]').fill("01012345679");
        await save("PUT", "/console/contact", "contact");
      }));

    await test.step("ways to pay: cash up to an amount", async () => {
      await open(staff, `${base}/console/ways`);
      await staff.locator('input[name="cash_most"]').fill(lang === "ar" ? "٣٠٠٠" : "3000");
      await save("PUT", "/console/ways", "ways-to-pay");
      await open(staff, `${base}/console/setup`);
    });

    await test.step("an SMS company, tried with a message to oneself", () =>
      vanishes("codes", async () => {
        await open(staff, `${base}/console/providers`);
        await staff.getByRole("switch").first().click();
        await staff.getByRole("button", { name: words("console/providers:preset_form") }).click();
        await staff.locator('input[name="sms.url"]').fill(carrier.sms);
        await staff.locator('input[name="sms.secret"]').fill("s3cret-key");
        await staff.locator('input[name="sms.success"]').fill('"1901"');
        await save("PUT", "/console/providers", "sms-company");
        await staff
          .getByRole("textbox", { name: words("console/providers:try_sms") })
          .fill(lang === "ar" ? "٠١٠١٢٣٤٥٦٧٩" : "01012345679");
        await staff
          .getByRole("button", { name: words("console/providers:try_send") })
          .first()
          .click();
        await expect(staff.getByText(words("console/providers:try_taken"))).toBeVisible();
        expect(carrier.messages.at(-1)?.mobile).toBe("201012345679");
        await look("sms-company-tried", staff);
      }));

    await test.step("the policies, edited from their templates", () =>
      vanishes("policies", async () => {
        for (const name of ["privacy", "returns", "shipping", "terms"]) {
          await open(staff, `${base}/console/content/pages/${name}`);
          await expect(staff.getByText(words("console/content:not_adopted_text"))).toBeVisible();
          const body = staff.locator(`textarea[name="body_${lang}"]`);
          await body.fill(
            `${await body.inputValue()}\n\n${lang === "ar" ? "ركن هدى، المعادي." : "Hoda's corner, Maadi."}`,
          );
          await save("PUT", "/console/pages/", name === "privacy" ? "policy" : "");
        }
      }));

    await test.step("two-step verification, as the checklist offers it", () =>
      vanishes("second_factor", async () => {
        await open(staff, `${base}/console/account`);
        const press = (name: string) =>
          staff.getByRole("button", { name: words(`console/auth:${name}`), exact: true }).click();
        await press("begin");
        await expect(
          staff.getByLabel(say.part("console/auth:current_password")).last(),
        ).toBeFocused();
        await staff.keyboard.type("n3w!harbour");
        await staff.keyboard.press("Enter");
        await expect(staff.getByRole("img", { name: words("console/auth:qr") })).toBeVisible();
        const key = (await staff.locator("bdi.font-mono").innerText()).replace(/\s/g, "");
        await staff.getByLabel(say.part("console/auth:confirm_code")).fill(codeOf(key, Date.now()));
        await press("confirm");
        await expect(staff.locator("ul.font-mono bdi")).toHaveCount(10);
        await look("two-step", staff);
        await press("codes_saved");
      }));

    await test.step("a backup, restored and examined before it counts", async () => {
      await open(staff, `${base}/console/backups`);
      const make = staff.getByRole("button", { name: words("console/backups:make") });
      const good = staff
        .getByRole("main")
        .getByText(words("console/backups:state_good"), { exact: true });
      // The first backup may have been made automatically.
      await expect(make).toBeEnabled();
      const before = await good.count();
      await make.click();
      await expect(good).toHaveCount(before + 1, { timeout: 60_000 });
      await expectAccessible(staff, "backups");
      await look("backed-up", staff);
      await open(staff, `${base}/console/setup`);
      await expect(staff.getByRole("region", { name: words("console/setup:steps") })).toBeVisible();
      await expect(lacks("backup")).toHaveCount(0);
    });

    await test.step("somebody joins the staff by a link that is handed to them", async () => {
      await open(staff, `${base}/console/people`);
      await staff.getByRole("link", { name: words("console/staff:invite") }).click();
      await staff.getByRole("textbox", { name: words("console/staff:name") }).fill("Karim");
      await staff.getByRole("textbox", { name: words("console/staff:phone") }).fill("01012345670");
      await staff
        .getByRole("group", { name: words("console/staff:branches") })
        .getByRole("checkbox")
        .first()
        .check();
      await expectAccessible(staff, "inviting");
      await staff.getByRole("button", { name: words("console/staff:make_link") }).click();
      const handed = await staff.getByText(/\/console\/join#/).innerText();
      await look("handed-link", staff);
      const picker = await somebodyElse(page, watch, size === "desktop");
      await picker.context().addCookies([{ name: "language", value: lang, url: base }]);
      await open(picker, handed.trim());
      await expectAccessible(picker, "joining");
      await picker.locator('input[type="password"]').fill("my-own-pass-1");
      await picker.getByRole("button", { name: words("console/staff:join") }).click();
      await expect(picker.getByRole("heading", { level: 1 })).toHaveText(
        words("console/orders:title"),
      );
      await look("joined", picker);
      await picker.context().close();
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
          district_id: "maadi",
          default_location: "1",
          selected_address: lang === "ar" ? "المعادي" : "Maadi",
          location: JSON.stringify({ lat: 29.9602, lng: 31.2569 }),
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
          name: lang === "ar" ? "ركن هدى – المعادي" : "Hoda's corner – Maadi",
          exact: true,
        })
        .click();
      const card = page
        .getByRole("main")
        .getByRole("article")
        .filter({
          hasText: lang === "ar" ? "شوربة عدس" : "Lentil soup",
        });
      const added = page.waitForResponse((answer) => answer.request().method() === "POST");
      await card.locator("button[data-add]").first().click();
      expect((await added).ok()).toBe(true);
      await open(page, `${base}/cart?service_id=${service}`);
      await page.getByRole("button", { name: say("basket:checkout") }).click();
      const dialog = page.getByRole("dialog", { name: say("auth:title") });
      await dialog.getByRole("textbox", { name: say.part("auth:phone") }).fill("01012345678");
      await dialog.getByRole("button", { name: say("auth:method_sms") }).click();
      const code = dialog.getByRole("textbox", { name: say.part("auth:code") });
      await expect(code).toBeVisible();
      const arrived = () => carrier.messages.findLast(({ mobile }) => mobile === "201012345678");
      await expect.poll(arrived).toBeDefined();
      await code.pressSequentially(/\d{4,6}/.exec(western(arrived()?.message ?? ""))?.[0] ?? "");
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
    // The pages are closed before the program ends.
    await staff.context().close();
    await page.close();
  } finally {
    await carrier.close();
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  }
});
