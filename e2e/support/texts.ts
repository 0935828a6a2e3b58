/**
 * The visible texts, read from the shop's own locale files, so that one journey runs in both
 * languages and notices a missing text.
 */
import { readFileSync } from "node:fs";
import path from "node:path";

export type Lang = "en" | "ar";
type Tree = { [key: string]: string | Tree };

const root = path.join(__dirname, "../../web/src/locales");
/** Texts that come with the API's answers: "server/orders:move_shipped". */
const server = path.join(__dirname, "../../internal/platform/i18n/locales");
const files = new Map<string, Tree>();

function file(lang: Lang, name: string): Tree {
  const place = name.startsWith("server/")
    ? path.join(server, lang, `${name.slice("server/".length)}.json`)
    : path.join(root, lang, `${name}.json`);
  let tree = files.get(place);
  if (!tree) {
    tree = JSON.parse(readFileSync(place, "utf8")) as Tree;
    files.set(place, tree);
  }
  return tree;
}

/** Bidi isolation marks are invisible: they may be anywhere around a value. */
const marks = "[\\u2066-\\u2069\\u200e\\u200f]*";

const plain = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");

/** One of our texts, whose digits are shown in the reader's numerals. */
const inFigures = (text: string): string =>
  western(plain(text)).replace(/\d/g, (figure) => `[${figure}${"٠١٢٣٤٥٦٧٨٩"[Number(figure)]}]`);

/** A pattern of a text with its values filled in; unknown values match anything. */
function pattern(text: string, values: Record<string, string | number>): string {
  return text
    .replace(/<\/?\w+>/g, "")
    .split(/(\{\{?\w+\}?\})/)
    .map((piece) => {
      const name = /^\{\{?(\w+)\}?\}$/.exec(piece)?.[1];
      if (name === undefined) return inFigures(piece);
      const value = values[name];
      return value === undefined ? ".+?" : `${marks}${plain(String(value))}${marks}`;
    })
    .join("");
}

export interface Say {
  /** The whole text of "file:key", in any of its plural forms; missing values match anything. */
  (key: string, values?: Record<string, string | number>): RegExp;
  /** The same, anywhere in a longer text. */
  part: (key: string, values?: Record<string, string | number>) => RegExp;
  /** The text as it is in the locale file. */
  raw: (key: string) => string;
}

function forms(lang: Lang, key: string): string[] {
  const [name = "", rest = ""] = key.split(":");
  const steps = rest.split(".");
  const last = steps.pop() ?? "";
  let tree: Tree | string | undefined = file(lang, name);
  for (const step of steps) tree = typeof tree === "object" ? tree[step] : undefined;
  if (typeof tree !== "object") throw new Error(`There is no text ${key}`);
  const own = tree[last];
  if (typeof own === "string") return [own];
  const plurals = ["zero", "one", "two", "few", "many", "other"]
    .map((form) => (tree as Tree)[`${last}_${form}`])
    .filter((text): text is string => typeof text === "string");
  if (plurals.length === 0) throw new Error(`There is no text ${key} in ${lang}`);
  return plurals;
}

export function speak(lang: Lang): Say {
  const any = (key: string, values: Record<string, string | number>) =>
    `(?:${forms(lang, key)
      .map((text) => pattern(text, values))
      .join("|")})`;
  const say = (key: string, values: Record<string, string | number> = {}) =>
    new RegExp(`^\\s*${any(key, values)}\\s*$`, "s");
  return Object.assign(say, {
    part: (key: string, values: Record<string, string | number> = {}) =>
      new RegExp(any(key, values), "s"),
    raw: (key: string) => forms(lang, key)[0] ?? "",
  });
}

/** Western digits for the digits of a page. */
export function western(text: string): string {
  return text.replace(/[٠-٩]/g, (figure) => String("٠١٢٣٤٥٦٧٨٩".indexOf(figure)));
}
