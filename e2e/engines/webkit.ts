/** WebKitGTK over the plain WebDriver protocol: its MiniBrowser on a virtual screen. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Driver, type Engine, type Key, type Place, program, type Size } from "./driver";

/** The protocol's code points for keys without a letter. */
const codes: Record<Key, string> = {
  Enter: "\uE007",
  Tab: "\uE004",
  Escape: "\uE00C",
  Backspace: "\uE003",
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
};

/** MiniBrowser's bar of buttons is 447 px wide. As narrow as a phone once they have no size. */
const noBar =
  "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }";

export async function webkit({ locale, timezone }: Place): Promise<Engine> {
  const folder = mkdtempSync(path.join(tmpdir(), "webkit-"));
  mkdirSync(path.join(folder, "gtk-3.0"));
  writeFileSync(path.join(folder, "gtk-3.0/gtk.css"), noBar);
  // WebKit speaks the language that the system's locale is named after; systems have few of them.
  const language = `${locale.replace("-", "_")}.utf8`;
  cpSync(program("C_LOCALE"), path.join(folder, language), { recursive: true });
  const env = {
    ...process.env,
    GDK_BACKEND: "x11",
    XDG_CONFIG_HOME: folder,
    LOCPATH: folder,
    LC_ALL: language,
    TZ: timezone,
  };
  let version = "";
  const open = async (size: Size) => {
    const driver = await session(env, size);
    version = driver.version;
    return driver;
  };
  await (await open({ width: 390, height: 844 })).close();
  return {
    version,
    open,
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A driver has one session at a time, and a screen one focused window: each visitor has both. */
async function session(
  surroundings: NodeJS.ProcessEnv,
  size: Size,
): Promise<Driver & { version: string }> {
  const [screen, display] = await hiddenScreen();
  const env = { ...surroundings, DISPLAY: display };
  const port = await freePort();
  const server = child(program("WEBKIT_DRIVER"), [`--port=${port}`], env);
  const origin = `http://127.0.0.1:${port}`;
  const call = async <T>(method: string, place: string, body?: unknown): Promise<T> => {
    const answer = await fetch(origin + place, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebKit: ${method} ${place}: ${value.message}`);
    return value as T;
  };
  await answering(() => call("GET", "/status"));
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        unhandledPromptBehavior: "accept",
        "webkitgtk:browserOptions": {
          binary: program("WEBKIT_BROWSER"),
          args: ["--automation"],
        },
      },
    },
  });
  const at = <T>(method: string, place: string, body?: unknown) =>
    call<T>(method, `/session/${sessionId}${place}`, body);
  const script = (body: string) => at<unknown>("POST", "/execute/sync", { script: body, args: [] });
  const actions = (id: string, type: string, steps: unknown[]) =>
    at<void>("POST", "/actions", {
      actions: [
        {
          id,
          type,
          ...(type === "pointer" && { parameters: { pointerType: "mouse" } }),
          actions: steps,
        },
      ],
    });
  const strike = (letters: string[]) =>
    actions(
      "keys",
      "key",
      letters.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  // The bar above the page takes some of the window's height. Without a window manager, the window
  // under the pointer has the focus, and the pointer starts in the middle of the screen.
  const fit = (height: number) =>
    at("POST", "/window/rect", { x: (1400 - size.width) / 2, y: 0, width: size.width, height });
  await fit(size.height);
  await fit(size.height * 2 - Number(await script("return innerHeight")));
  return {
    version: capabilities.browserVersion,
    goto: (url) => at("POST", "/url", { url }),
    async back() {
      await script("history.back()");
    },
    reload: () => at("POST", "/refresh", {}),
    script,
    click: (x, y) =>
      actions("mouse", "pointer", [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y), origin: "viewport" },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    type: (text) => strike([...text]),
    press: (key) => strike([codes[key]]),
    async setFile(css, file) {
      const found = await at<Record<string, string>>("POST", "/element", {
        using: "css selector",
        value: css,
      });
      await at("POST", `/element/${Object.values(found)[0]}/value`, { text: file });
    },
    screenshot: async () => Buffer.from(await at<string>("GET", "/screenshot"), "base64"),
    // The protocol does not report errors: uses the page's own list, which starts at its first
    // lookup.
    complaints: async () => (await script("return window.__complaints ?? []")) as string[],
    async close() {
      await at("DELETE", "").catch(() => undefined);
      await end(server);
      await end(screen);
    },
  };
}

/** Starts an X server that chooses its own display number, and returns the number. */
async function hiddenScreen(): Promise<[ChildProcess, string]> {
  const server = spawn(
    program("XVFB"),
    ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  endWithUs(server);
  const number = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3]?.on("data", (data: Buffer) => {
      said += data;
      if (said.includes("\n")) resolve(said.trim());
    });
  });
  return [server, `:${number}`];
}

function child(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const one = spawn(command, args, { env, stdio: "ignore" });
  endWithUs(one);
  return one;
}

function endWithUs(one: ChildProcess): void {
  const kill = () => one.kill();
  process.once("exit", kill);
  one.once("exit", () => process.off("exit", kill));
}

const end = (one: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (one.exitCode !== null || one.signalCode !== null) return resolve();
    one.once("exit", () => resolve());
    one.kill();
  });

/** Waits until a server that was just started answers. */
async function answering(ask: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + 15_000; ; ) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
