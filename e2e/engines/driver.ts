/**
 * The minimum that an engine has to support for a journey. Everything else happens in the page
 * itself, with the same code for every engine (inPage.ts), so that two engines differ only in
 * rendering.
 */
import { chromiumOrFirefox } from "./puppeteer";
import { webkit } from "./webkit";

export const engines = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof engines)[number];

export const keys = ["Enter", "Tab", "Escape", "Backspace", "ArrowDown", "ArrowUp"] as const;
export type Key = (typeof keys)[number];

export interface Size {
  width: number;
  height: number;
}

/** One window of one visitor, who shares no data with other visitors. */
export interface Driver {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of a function in the page and returns its result, which must be JSON. */
  script(body: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Sets the only file field that this selector matches. */
  setFile(css: string, path: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that the page threw or logged so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Engine {
  version: string;
  open(size: Size): Promise<Driver>;
  close(): Promise<void>;
}

/** Language and clock apply to the whole browser. */
export interface Place {
  locale: string;
  timezone: string;
}

export function start(name: EngineName, place: Place): Promise<Engine> {
  return name === "webkit" ? webkit(place) : chromiumOrFirefox(name, place);
}

/** The program that scripts/engines.sh found. A missing program is a failure, never a skipped test. */
export function program(variable: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`${variable} is not set: run scripts/engines.sh`);
  return path;
}
