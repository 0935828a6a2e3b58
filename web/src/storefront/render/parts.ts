/**
 * A cache of rendered parts: a card rendered for one page has the same bytes on the next, as long as its props, the
 * contexts it read and the answers it used are the same. It holds the components named by keepDrawings, whose props are
 * answers' data, elements and plain values. A part that takes an id, depends on the exact time, provides a context or
 * suspends is rendered every time.
 */

import { type Says, says, takeSaid } from "../../lib/now";
import type { Around, Props } from "./elements";
import { notePictures, preloadPicture } from "./preloads";

export interface Context {
  $$typeof: symbol;
  /** The context's default value, and within a provider the provided one. */
  _currentValue2: unknown;
}

interface Part {
  html: string;
  around: Around;
  contexts: readonly Context[];
  /** The value of each of them. */
  values: readonly unknown[];
  /** The names of the answers that the part used. */
  answers: readonly string[];
  /** The data of each of them. */
  data: readonly unknown[];
  pictures: readonly Props[];
  /** The day on which the output depends, "" for none. */
  day: string;
  /** The value of `keptInAll` when its use was last recorded. */
  used: number;
}

/** The dependencies of a part, collected while it was rendered. */
export type Found = Omit<Part, "html" | "around" | "used">;

/** The maximum number of characters of parts and their names; the least recently used are removed first. */
const most = 4_000_000;
/** A part's use is recorded once per this many added characters: often enough to keep it, and rarely. */
const noteEvery = most / 8;

/** Keyed by the whole of a part's props: unlike hashes, the names cannot collide. */
const parts = new Map<string, Part>();
let size = 0;
/** Characters added since the engine started. */
let keptInAll = 0;

/** A number for every component that was seen. */
const numbers = new WeakMap<object, number>();
let met = 0;
const keeps = new Set<unknown>();
const readThrough = new Set<Context>();
let answerNow: (name: string) => unknown = () => undefined;
let today = "";
/** Part of every cache key, so that parts of one district do not replace those of another. */
let view = "";

/** Registers components whose output is cached. */
export function keepDrawings(...components: readonly unknown[]): void {
  for (const one of components) keeps.add(one);
}

/** Contexts that differ on every page: what is read through them is recorded by lookedAt and says. */
export function readsThrough(...contexts: readonly unknown[]): void {
  for (const one of contexts) readThrough.add(one as Context);
}

/** Sets the inputs of a page: its answers, the day in Cairo, and the view (language, place, currency). */
export function drawsWith(find: (name: string) => unknown, day: string, looks: string): void {
  answerNow = find;
  today = day;
  view = looks;
}

/** The dependencies of the part that is being rendered. */
interface Notes {
  contexts: Map<Context, unknown>;
  answers: Map<string, unknown>;
  pictures: Props[];
  /** The part cannot be cached. */
  spoilt: boolean;
}

let notes: Notes | null = null;

export function readContext(context: Context): unknown {
  const value = context._currentValue2;
  if (notes !== null && !readThrough.has(context)) notes.contexts.set(context, value);
  return value;
}

/** Records that an answer was read, or was missing. */
export function lookedAt(name: string, data: unknown): void {
  notes?.answers.set(name, data);
}

/** Marks the part being rendered as specific to this page, so that it is not cached. */
export function spoil(): void {
  if (notes !== null) notes.spoilt = true;
}

/** Whether a component may be cached here: not within another cached one. */
export const mayKeep = (component: unknown): boolean => notes === null && keeps.has(component);

/** The cached output of a part whose dependencies are unchanged. */
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

/** Renders a part and returns its dependencies; null when it cannot be cached. */
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

/**
 * The value that a recorded value last equalled, because a page compares the same values for each of
 * its parts.
 */
let likeness = new WeakMap<object, unknown>();

/** The same value, or a flat object with equal fields: each page creates its own scope. */
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
/** Serialized data of answers, each computed once however many parts show it. */
let texts = new WeakMap<object, string>();

/** A part's name: its component and all its props; null where a prop cannot be identified by its value. */
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
    // Plain components only: a host element's children may be anything.
    if (given === null || typeof type !== "function") return null;
    return `<${numberOf(type)} ${key}${given}>`;
  }
  return dataText(value);
}

/** Data of answers: checks only its first level for functions and elements. */
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
