/** An order without an account, in a shop that cannot send sign-in codes: the branch confirms it by a phone call. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { maadi } from "./support/api";
import { open } from "./support/shop";
import { expect, expectAccessible, somebodyElse, test } from "./support/test";
import { western } from "./support/texts";

test.use({ actionTimeout: 15_000 });

const program = path.join(__dirname, "../bin/wekala");

interface Started {
  server: ChildProcess;
  folder: string;
  base: string;
  email: string;
  password: string;
  branch: string;
  service: string;
}

/** Runs the program until `read` finds a result in its output. */
async function run<T>(
  folder: string,
  flags: readonly string[],
  read: (said: string) => T | null,
): Promise<{ server: ChildProcess; found: T }> {
  const at = ["--listen", "127.0.0.1:0", "--data-dir", folder];
  const server = spawn(program, ["serve", ...at, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const found = await new Promise<T>((resolve, reject) => {
    server.on("exit", (code) => reject(new Error(`The program ended with ${code}: ${said}`)));
    const more = (part: Buffer) => {
      said += part.toString();
      const value = read(said);
      if (value !== null) resolve(value);
    };
    server.stdout.on("data", more);
    server.stderr.on("data", more);
  });
  return { server, found };
}

const isUp = (base: string) =>
  expect
    .poll(async () => (await fetch(`${base}/readyz`).catch(() => null))?.status, {
      timeout: 60_000,
    })
    .toBe(200);

async function end(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
}

type Answer<T> = { response: { data: T } };

/** Starts a separate shop with one branch, always open, and without any message provider. */
async function start(): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), "calls-"));
  const { server, found } = await run(
    folder,
    [],
    (said) => /set-up link:\s+(\S+)\s/.exec(said)?.[1] ?? null,
  );
  const base = new URL(found).origin;
  await isUp(base);
  let token = "";
  const ask = async <T>(method: string, at: string, body?: object): Promise<T> => {
    const answer = await fetch(`${base}/api/v1${at}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": at,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(answer.status, `${method} ${at}: ${text}`).toBe(200);
    return (JSON.parse(text) as Answer<T>).response.data;
  };
  const link = new URL(found).hash.slice(1);
  const password = "n3w!harbour";
  const email = "hoda@example.com";
  const owner = await ask<{ token: string }>("POST", "/setup/owner", {
    link,
    name: "هدى سالم",
    email,
    password,
    lang: "ar",
  });
  token = owner.token;
  const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, open: "00:00", close: "24:00" }));
  const branch = await ask<{ id: string; service: { id: string } }>(
    "POST",
    "/console/first-branch",
    {
      kind: "grocery",
      store_en: "Hoda's corner",
      store_ar: "ركن هدى",
      name_en: "",
      name_ar: "",
      address_en: "",
      address_ar: "",
      phone: "",
      district: maadi.district,
      lat: maadi.lat,
      lng: maadi.lng,
      hours,
      fee: 15,
      minutes: 35,
    },
  );
  await ask("POST", "/console/imports/samples", { branch_id: branch.id });
  const { version } = await ask<{ version: number }>("GET", "/console/opening");
  await ask("PUT", "/console/opening", { state: "open", phones: [], version });
  return { server, folder, base, email, password, branch: branch.id, service: branch.service.id };
}

test("a guest orders, says the code of the page on the phone, and the branch accepts", {
  tag: ["@ar-phone", "@en-desktop", "@each"],
}, async ({ page, say, lang, watch, look, size }) => {
  test.slow();
  const { server, folder, base, email, password, branch, service } = await start();
  try {
    const staff = await somebodyElse(page, watch, size === "desktop");
    await staff.context().addCookies([{ name: "language", value: lang, url: base }]);

    await test.step("the owner switches it on", async () => {
      await open(staff, `${base}/console/providers`);
      await staff.getByRole("textbox", { name: say.part("console/auth:email") }).fill(email);
      await staff.getByLabel(say.part("console/auth:password")).fill(password);
      // After signing in, they reach the page they had opened.
      await staff.getByRole("button", { name: say("console/auth:submit") }).click();
      await staff.getByRole("switch", { name: say.part("console/providers:calls_on") }).click();
      await expectAccessible(staff, "calls setting");
      await look("calls-setting", staff);
      const saved = staff.waitForResponse(
        (r) => r.request().method() === "PUT" && r.url().includes("/console/calls"),
      );
      await staff
        .getByRole("button", { name: say("console/backoffice:save"), exact: true })
        .last()
        .click();
      expect((await saved).status()).toBe(200);
      await expect(staff.getByText(say("console/providers:calls_open"))).toBeVisible();
    });

    await page.context().addCookies(
      Object.entries({
        language: lang,
        district_id: maadi.district,
        default_location: "1",
        selected_address: lang === "ar" ? "المعادي" : "Maadi",
        location: JSON.stringify({ lat: maadi.lat, lng: maadi.lng }),
      }).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: base })),
    );
    await test.step("a guest fills a cart and orders", async () => {
      await open(page, `${base}/branches/${branch}`);
      const added = page.waitForResponse((r) => r.url().includes("/order/add-to-cart"));
      await page.getByRole("main").locator("button[data-add]").first().click();
      expect((await added).status()).toBe(200);
      await open(page, `${base}/cart?service_id=${service}`);
      // No sign-in is requested.
      await page.getByRole("button", { name: say("basket:checkout") }).click();
      await expect(page).toHaveURL(/\/checkout/);
      await expect(page.getByText(say("calls:how_title"))).toBeVisible();
      await look("calls-checkout-empty");
      const order = page.getByRole("button", { name: say.part("calls:order") });
      await order.click();
      await expect(page.getByText(say("auth:required")).first()).toBeVisible();
      await page.getByRole("textbox", { name: say.part("calls:name") }).fill("سلمى حسن");
      await page.getByRole("textbox", { name: say.part("calls:phone") }).fill("01012345678");
      await page.getByRole("textbox", { name: say.part("addresses:address") }).fill("شارع ٩");
      await page.getByRole("textbox", { name: say.part("addresses:building_number") }).fill("12");
      await page.getByRole("checkbox", { name: say.part("basket:accept_terms") }).check();
      await expectAccessible(page, "checkout by call");
      await look("calls-checkout");
      await order.click();
      await expect(page).toHaveURL(/\/call-orders\/ord_/);
    });

    const id = new URL(page.url()).pathname.split("/").pop() ?? "";
    const shown = page.locator("[data-code]");
    await expect(shown).toHaveText(/\S{4}/);
    const code = western(await shown.innerText());
    expect(code).toMatch(/^\d{4}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("calls:waiting"));
    await expectAccessible(page, "waiting for the call");
    await look("calls-waiting");

    await test.step("the branch calls and types the code", async () => {
      await open(staff, `${base}/console`);
      const card = staff.locator(`[data-order="${id}"]`).first();
      if (size === "phone") await open(staff, `${base}/console?column=on_hold`);
      await expect(card.getByText(say("console/orders:call_title"))).toBeVisible();
      await expect(card.locator('a[href="tel:+201012345678"]')).toBeVisible();
      await look("calls-board", staff);
      await card.getByRole("link", { name: say("console/orders:call_enter") }).click();
      const panel = staff.getByRole("region", { name: say("console/orders:call_title") });
      const field = panel.getByRole("textbox", { name: say.part("console/orders:call_code") });
      const confirm = panel.getByRole("button", { name: say("console/orders:call_confirm") });
      await expect(panel.locator('a[href="tel:+201012345678"]')).toBeVisible();
      watch.allow(/422 .*\/call\)/);
      await field.fill(code === "0000" ? "0001" : "0000");
      await confirm.click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(staff, "order to be confirmed by call");
      await look("calls-order-wrong", staff);
      await field.fill(code);
      await confirm.click();
      await expect(panel).toBeHidden();
    });

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("calls:confirmed"));
    await expect(shown).toHaveCount(0);
    await look("calls-confirmed");

    await test.step("the branch accepts it", async () => {
      await staff
        .getByRole("button", { name: new RegExp(say.raw("server/orders:move_processing")) })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        say.raw("server/orders:status_processing"),
        { timeout: 40_000 },
      );
      await look("calls-accepted");
    });

    await test.step("another browser sees nothing, and this one finds back", async () => {
      await open(page, `${base}/home`);
      await expect(page.getByRole("link", { name: say("calls:line") })).toBeVisible();
      const other = await somebodyElse(page, watch, size === "desktop");
      await other.context().addCookies([{ name: "language", value: lang, url: base }]);
      await open(other, `${base}/call-orders/${id}`);
      await expect(other.getByText(say("calls:not_here"))).toBeVisible();
      await look("calls-elsewhere", other);
      await other.context().close();
    });
    // The pages are closed before the program ends.
    await staff.context().close();
    await page.close();
  } finally {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  }
});
