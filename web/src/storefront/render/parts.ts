/**
 * Parts whose drawing is kept: a card drawn for one page is the same bytes on the next, as long as
 * what it was given, the contexts it read and the answers it looked at are the same. Kept are the
 * components that keepDrawings names, which are given answers' data, elements and plain values.
 * What takes an id, speaks of the moment, provides a context or waits for something is drawn anew.
 */

import { type Says, says, takeSaid } from "../../lib/now";
import type { Around, Props } from "./elements";
import { notePictures, preloadPicture } from "./preloads";

export interface Context {
  $$typeof: symbol;
  /** The value that is read where nothing provides one, and within a provider its own. */
  _currentValue2: unknown;
}

interface Part {
  html: string;
  around: Around;
  contexts: readonly Context[];
  /** What each of them held. */
  values: readonly unknown[];
  /** Names of answers. */
  answers: readonly string[];
  /** What each of them said. */
  data: readonly unknown[];
  pictures: readonly Props[];
  /** The day it speaks of, "" for none. */
  day: string;
  /** How much had been kept in all when it was last noted as used. */
  used: number;
}

/** What a part's drawing depends on, found out while it was drawn. */
export type Found = Omit<Part, "html" | "around" | "used">;

/** So many characters of parts and their names are kept; those unused for longest go first. */
const most = 4_000_000;
/** A part is noted as used once in so many that were kept since: often enough to stay, and seldom. */
const noteEvery = most / 8;

/** By the whole of what a part was given: no two names meet, as hashes might. */
const parts = new Map<string, Part>();
let size = 0;
/** Characters kept since the engine started. */
let keptInAll = 0;

/** Every component that was met, by number. */
const numbers = new WeakMap<object, number>();
let met = 0;
const keeps = new Set<unknown>();
const readThrough = new Set<Context>();
let answerNow: (name: string) => unknown = () => undefined;
let today = "";
/** Part of every name: what one district sees does not push out what another does. */
let view = "";

/** Components whose drawings are kept. */
export function keepDrawings(...components: readonly unknown[]): void {
  for (const one of components) keeps.add(one);
}

/** Contexts that every page has another of: what is read through them is told by lookedAt and says. */
export function readsThrough(...contexts: readonly unknown[]): void {
  for (const one of contexts) readThrough.add(one as Context);
}

/** What a page is drawn with: its answers, the day in Cairo, and who looks (language, place, currency). */
export function drawsWith(find: (name: string) => unknown, day: string, looks: string): void {
  answerNow = find;
  today = day;
  view = looks;
}

/** What a part that is being drawn depends on. */
interface Notes {
  contexts: Map<Context, unknown>;
  answers: Map<string, unknown>;
  pictures: Props[];
  /** It cannot be kept. */
  spoilt: boolean;
}

let notes: Notes | null = null;

export function readContext(context: Context): unknown {
  const value = context._currentValue2;
  if (notes !== null && !readThrough.has(context)) notes.contexts.set(context, value);
  return value;
}

/** An answer was looked at, or looked for in vain. */
export function lookedAt(name: string, data: unknown): void {
  notes?.answers.set(name, data);
}

/** What is being drawn is this page's alone. */
export function spoil(): void {
  if (notes !== null) notes.spoilt = true;
}

/** Whether a component's drawing may be kept here: not within another that is. */
export const mayKeep = (component: unknown): boolean => notes === null && keeps.has(component);

/** The kept drawing of a part that depends on the same now. */
export function keptPart(name: string, around: Around): string | undefined {
  const part = parts.get(name);
  if (part === undefined || part.around !== around) return undefined;
  if (part.day !== "" && part.day !== today) return undefined;
  const { contexts, values, answers, data, pictures } = part;
  for (let at = 0; at < contexts.length; at++) {
    if (!alike((contexts[at] as Context)._currentValue2, values[at])) return undefined;
  }
  for (let at = 0; at < answers.length; at++) {
    if (answerNow(answers[at] as string) !== data[at]) return undefined;
  }
  for (let at = 0; at < pictures.length; at++) preloadPicture(pictures[at] as Props);
  if (part.day !== "") says("day");
  if (keptInAll - part.used > noteEvery) {
    part.used = keptInAll;
    parts.delete(name);
    parts.set(name, part);
  }
  return part.html;
}

/** Draws a part and says whether its drawing can be kept. */
export function noting(draw: () => void): Found | null {
  const saidBefore = takeSaid();
  const mine: Notes = { contexts: new Map(), answers: new Map(), pictures: [], spoilt: false };
  let said: Says = "always";
  notes = mine;
  notePictures(mine.pictures);
  try {
    draw();
  } finally {
    notes = null;
    notePictures(null);
    said = takeSaid();
    for (const one of [said, saidBefore]) if (one !== "always") says(one);
  }
  if (mine.spoilt || said === "moment") return null;
  return {
    contexts: [...mine.contexts.keys()],
    values: [...mine.contexts.values()],
    answers: [...mine.answers.keys()],
    data: [...mine.answers.values()],
    pictures: mine.pictures,
    day: said === "day" ? today : "",
  };
}

export function keepPart(name: string, html: string, around: Around, found: Found): void {
  const part = { ...found, html, around, used: keptInAll };
  const before = parts.get(name);
  if (before !== undefined) {
    parts.delete(name);
    size -= name.length + before.html.length;
  }
  parts.set(name, part);
  size += name.length + part.html.length;
  keptInAll += name.length + part.html.length;
  for (const [oldest, { html }] of parts) {
    if (size <= most) break;
    parts.delete(oldest);
    size -= oldest.length + html.length;
  }
}

/** Of a value that was noted, the one it was last found to be like: a page asks about it for each of its parts. */
let likeness = new WeakMap<object, unknown>();

/** The same value, or as flat an object with the same in it: a page's scope is made for each. */
function alike(now: unknown, noted: unknown): boolean {
  if (Object.is(now, noted)) return true;
  if (!isPlain(now) || !isPlain(noted)) return false;
  if (likeness.get(noted) === now) return true;
  let left = Object.keys(noted).length;
  for (const name in now) {
    if (!Object.is(now[name], noted[name]) || !(name in noted)) return false;
    left--;
  }
  if (left !== 0) return false;
  likeness.set(noted, now);
  return true;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const numberOf = (component: object): number => {
  const known = numbers.get(component);
  if (known !== undefined) return known;
  numbers.set(component, met);
  return met++;
};

const elementType = Symbol.for("react.transitional.element");
/** Texts of answers' data, each written once however many parts show it. */
let texts = new WeakMap<object, string>();

/** A part's name: its component and all it is given, null for what cannot be told by its value. */
export function partName(component: object, props: Props): string | null {
  const given = written(props);
  return given === null ? null : `${view}|${numberOf(component)}${given}`;
}

function written(props: Props): string | null {
  let text = "";
  for (const name in props) {
    const value = valueText(props[name]);
    if (value === null) return null;
    text += `|${name}=${value}`;
  }
  return text;
}

function valueText(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
    case "boolean":
    case "undefined":
      return `${value}`;
    case "object":
      break;
    default:
      return null;
  }
  if (value === null) return "null";
  if ((value as { $$typeof?: symbol }).$$typeof === elementType) {
    const { type, key, props } = value as { type: unknown; key: string | null; props: Props };
    const given = written(props);
    // Of plain components alone: a host element's children may be anything.
    if (given === null || typeof type !== "function") return null;
    return `<${numberOf(type)} ${key}${given}>`;
  }
  return dataText(value);
}

/** Answers' data: neither functions nor elements are in it, at the first look. */
function dataText(value: object): string | null {
  const known = texts.get(value);
  if (known !== undefined) return known;
  if (!Array.isArray(value) && !isPlain(value)) return null;
  for (const one of Object.values(value)) {
    if (typeof one === "function" || (one as { $$typeof?: symbol } | null)?.$$typeof) return null;
  }
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/** For tests. */
export const keptParts = {
  get count() {
    return parts.size;
  },
  forget() {
    parts.clear();
    texts = new WeakMap();
    likeness = new WeakMap();
    size = 0;
  },
};
