/** A browser window as a user operates it. It never sleeps, but waits for conditions. */
import { expect } from "@playwright/test";
import type { Driver, Key } from "./driver";
import { findTarget, helper, type Pattern, type PressTarget, type Step, unsettled } from "./inPage";
import { beyondScreen, covered, type Squeezed, squeezed } from "./measure";

const patience = 15_000;

type Words = RegExp | string;

const whole = (text: string) =>
  new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
const sent = (words: Words): Pattern => {
  const { source, flags } = typeof words === "string" ? whole(words) : words;
  return { source, flags };
};

/** An element of the page, looked up again each time. */
export class Part {
  constructor(
    readonly tab: Tab,
    readonly steps: Step[],
  ) {}

  private next = (step: Step) => new Part(this.tab, [...this.steps, step]);

  role = (role: string, name?: Words): Part =>
    this.next({ by: "role", role, ...(name !== undefined && { name: sent(name) }) });
  heading = (level: number): Part => this.next({ by: "role", role: "heading", level });
  /** The innermost elements with exactly this text. */
  text = (text: Words): Part => this.next({ by: "text", text: sent(text) });
  css = (css: string): Part => this.next({ by: "css", css });
  /** Limits the elements to those that contain this text. */
  saying = (text: Words): Part =>
    this.next({
      by: "saying",
      text:
        typeof text === "string"
          ? { ...sent(text), source: whole(text).source.slice(4, -4) }
          : sent(text),
    });
  first = (): Part => this.next({ by: "at", index: 0 });
  last = (): Part => this.next({ by: "at", index: -1 });
  nth = (index: number): Part => this.next({ by: "at", index });

  private read<T>(what: (found: HTMLElement[]) => T): Promise<T> {
    return this.tab.raw<T>(`return (${what})(window.__hand.find(${JSON.stringify(this.steps)}))`);
  }

  count = (): Promise<number> => this.read((found) => found.length);
  html = (): Promise<string> => this.read((found) => found[0]?.outerHTML.slice(0, 300) ?? "");
  async innerText(): Promise<string> {
    await this.shown();
    return this.read((found) => found[0]?.innerText ?? "");
  }

  private meet<T>(ask: () => Promise<T>, check: (seen: T) => void): Promise<void> {
    return this.tab.until(async () => check(await ask()));
  }

  shown = (): Promise<void> =>
    this.meet(this.count, (seen) => expect(seen, `${this} is not there`).toBeGreaterThan(0));
  gone = (): Promise<void> =>
    this.meet(this.count, (seen) => expect(seen, `${this} is still there`).toBe(0));
  number = (count: number): Promise<void> =>
    this.meet(this.count, (seen) => expect(seen, `number of ${this}`).toBe(count));
  says = (text: Words): Promise<void> =>
    this.meet(
      () => this.read((found) => found[0]?.textContent ?? ""),
      (seen) => expect(seen).toMatch(typeof text === "string" ? whole(text) : text),
    );
  /** Its value, or whether it is checked. */
  holds = (value: string | boolean): Promise<void> =>
    this.meet(
      () =>
        this.read((found) => {
          const field = found[0] as HTMLInputElement | undefined;
          return field?.type === "radio" || field?.type === "checkbox"
            ? field.checked
            : (field?.value ?? "");
        }),
      (seen) => expect(seen).toBe(value),
    );
  focused = (): Promise<void> =>
    this.meet(
      () => this.read((found) => found[0] !== undefined && found[0] === document.activeElement),
      (seen) => expect(seen, `${this} has the focus`).toBe(true),
    );

  /** A real press at its centre, once nothing covers it and it no longer moves. */
  async click(): Promise<void> {
    let at: PressTarget = { x: 0, y: 0 };
    await this.tab.until(async () => {
      at = await this.tab.evaluate(findTarget, this.steps);
      expect(at.not, `${this} cannot be pressed`).toBeUndefined();
    });
    await this.tab.driver.click(at.x, at.y);
  }

  /** Replaces the field's value, key by key. */
  async fill(text: string): Promise<void> {
    await this.click();
    const full = await this.read((found) => {
      (found[0] as HTMLInputElement).select();
      return (found[0] as HTMLInputElement).value !== "";
    });
    if (full) await this.tab.driver.press("Backspace");
    await this.tab.driver.type(text);
  }

  async check(): Promise<void> {
    await this.click();
    await this.holds(true);
  }

  /** Engines draw option lists outside the page, so an option is selected by script. */
  async choose(value: string): Promise<void> {
    await this.meet(
      () =>
        this.tab.raw<boolean>(
          `const [field] = window.__hand.find(${JSON.stringify(this.steps)});
          const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set;
          const wanted = ${JSON.stringify(value)};
          const one = [...(field?.options ?? [])].find((some) =>
            some.value === wanted || some.label.trim() === wanted || some.label.endsWith(" " + wanted));
          if (!one) return false;
          set.call(field, one.value);
          for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
          return true;`,
        ),
      (chosen) => expect(chosen, `${this} offers ${value}`).toBe(true),
    );
  }

  toString(): string {
    return this.steps
      .map((step) => {
        const { by, ...rest } = step;
        return `${by} ${Object.values(rest)
          .map((one) => (typeof one === "object" ? `/${one.source}/` : one))
          .join(" ")}`;
      })
      .join(" › ");
  }
}

export class Tab extends Part {
  constructor(
    readonly driver: Driver,
    private readonly origin: string,
    private readonly keep: (name: string, picture: () => Promise<Buffer>) => Promise<void>,
  ) {
    super(undefined as unknown as Tab, []);
    Object.assign(this, { tab: this });
  }

  /** Opens a page and waits until it is hydrated. */
  async open(address: string): Promise<void> {
    await this.driver.goto(new URL(address, this.origin).href);
    await this.alive();
  }

  async reload(): Promise<void> {
    await this.driver.reload();
    await this.alive();
  }

  alive = (): Promise<void> =>
    this.until(async () => {
      const taken = await this.evaluate(() => {
        const root = document.querySelector("#root button, #root a");
        return root !== null && Object.keys(root).some((name) => name.startsWith("__reactProps$"));
      });
      expect(taken, "the page's script has taken over").toBe(true);
    });

  /** Runs the body of a function in the page, where the element lookup is available. */
  async raw<T>(body: string): Promise<T> {
    if (!(await this.driver.script("return window.__hand !== undefined")))
      await this.driver.script(helper());
    return (await this.driver.script(body)) as T;
  }

  evaluate<A extends unknown[], T>(run: (...values: A) => T, ...values: A): Promise<T> {
    return this.raw<T>(`return (${run})(...${JSON.stringify(values)})`);
  }

  /** Retries until it no longer throws, also when the page is left during a call. */
  async until(ask: () => Promise<void>): Promise<void> {
    await expect(ask).toPass({ timeout: patience, intervals: [20, 50, 100, 200] });
  }

  async url(pattern: RegExp): Promise<string> {
    let seen = "";
    await this.until(async () => {
      seen = await this.evaluate(() => location.href);
      expect(seen).toMatch(pattern);
    });
    return seen;
  }

  type = (text: string): Promise<void> => this.driver.type(text);
  press = (key: Key): Promise<void> => this.driver.press(key);

  /** Waits until nothing on the page is loading for the first time and nothing moves, three times in a row. */
  async settled(): Promise<void> {
    let calm = 0;
    await this.until(async () => {
      const unrest = await this.evaluate(unsettled);
      calm = unrest === "" ? calm + 1 : 0;
      expect(unrest).toBe("");
      expect(calm).toBeGreaterThanOrEqual(3);
    });
  }

  /**
   * Checks a screen: no control is covered by another, nothing scrolls sideways, and no dialog cuts
   * off content needlessly. Saves a screenshot where WEKALA_SHOTS names a folder. Where a menu or
   * panel is open over others, only the controls in it are checked: `within`.
   */
  async look(name: string, within: string | null = null): Promise<void> {
    await this.see(name);
    expect.soft(await this.evaluate(covered, within), `${name}: controls under others`).toEqual([]);
    const low: Squeezed[] = await this.evaluate(squeezed);
    expect.soft(low, `${name}: dialogs lower than what is in them`).toEqual([]);
  }

  /** Saves a screenshot where WEKALA_SHOTS names a folder, and checks that nothing scrolls sideways. */
  async see(name: string): Promise<void> {
    await this.settled();
    await this.keep(name, this.driver.screenshot);
    expect.soft(await this.evaluate(beyondScreen), `${name} is wider than the screen`).toEqual([]);
  }

  /** Sets a picture or a file, as if it was chosen in the system's dialog. */
  async setFile(field: Part, path: string): Promise<void> {
    await this.until(async () => expect(await field.count(), `${field}`).toBe(1));
    await field.tab.raw(`window.__hand.find(${JSON.stringify(field.steps)})[0].dataset.file = ""`);
    await this.driver.setFile("[data-file]", path);
  }

  close = (): Promise<void> => this.driver.close();
}
