/** Drives Chromium over its own protocol and Firefox over WebDriver BiDi, with the same library. */
import puppeteer, { type Page } from "puppeteer-core";
import { type Driver, type Engine, type Key, type Place, program } from "./driver";

export async function chromiumOrFirefox(
  name: "chromium" | "firefox",
  { locale, timezone }: Place,
): Promise<Engine> {
  const firefox = name === "firefox";
  const languages = `${locale},${locale.slice(0, 2)}`;
  const browser = await puppeteer.launch({
    browser: firefox ? "firefox" : "chrome",
    executablePath: program(firefox ? "FIREFOX" : "CHROMIUM"),
    headless: true,
    env: { ...process.env, TZ: timezone },
    args: firefox
      ? []
      : [
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          `--lang=${locale}`,
          `--accept-lang=${languages}`,
        ],
    extraPrefsFirefox: { "intl.accept_languages": languages, "ui.useOverlayScrollbars": 1 },
  });
  return {
    version: await browser.version(),
    async open(size) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      // Bars for scrolling lie over the page on phones. Firefox knows no such emulation.
      const phone = !firefox && size.width < 768;
      await page.setViewport({ ...size, ...(phone && { isMobile: true }) }).catch((error) => {
        // It turns the screen too, which Firefox cannot before release 141.
        if (!String(error).includes("unknown command")) throw error;
      });
      // The other half is still on its way. Chromium's empty page is wide whatever the phone.
      if (firefox) {
        await page.waitForFunction(
          `innerWidth === ${size.width} && innerHeight === ${size.height}`,
        );
      }
      return inPage(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

function inPage(page: Page, close: () => Promise<void>): Driver {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} on ${page.url()}`);
  });
  page.on("dialog", (dialog) => void dialog.accept());
  const waitUntil = "domcontentloaded" as const;
  return {
    async goto(url) {
      // Firefox never ends the wait for a document that leaves for another while it loads.
      const loaded = new Promise((done) => page.once("domcontentloaded", done));
      const arrived = page.goto(url, { waitUntil });
      arrived.catch(() => {});
      await Promise.race([loaded, arrived]);
    },
    async back() {
      // A page out of the browser's own memory is no new document: nothing to wait for here.
      await page.evaluate("history.back()");
    },
    async reload() {
      await page.reload({ waitUntil });
    },
    script: (body) => page.evaluate(`(() => {${body}\n})()`),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key: Key) => page.keyboard.press(key),
    async setFile(css, path) {
      const field = (await page.$(css)) as import("puppeteer-core").ElementHandle<HTMLInputElement>;
      await field.uploadFile(path);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: async () => complaints,
    close,
  };
}
