/**
 * Renders a React tree as HTML, byte for byte like React's own server renderer, with a fraction of the work: React's
 * can be interrupted, resumes when awaited data arrives, streams parts one after the other and names every component in
 * its errors. A page here is rendered in one go with answers that are available. render.test.tsx compares the two;
 * docs/decisions list the alternatives.
 *
 * An unsupported element throws, and the page is sent for the browser to render: portals, elements of the document
 * itself (its head is headHtml's), forms with function actions, custom elements.
 */

import type { ReactNode } from "react";
import {
  type Around,
  isFilled,
  isVoid,
  outermost,
  type Props,
  special,
  startTag,
  surrounds,
  within,
} from "./elements";
import { escapeText } from "./escape";
import { beginComponent, mustCallAgain, takeHooks, tookId, valueOfPromise } from "./hooks";
import {
  type Context,
  keepPart,
  keptPart,
  mayKeep,
  noting,
  partName,
  readContext,
  spoil,
} from "./parts";
import { places, position } from "./position";
import { takePreloads } from "./preloads";

const type = (name: string) => Symbol.for(`react.${name}`);
const elementType = type("transitional.element");
const fragment = type("fragment");
const strictMode = type("strict_mode");
const profiler = type("profiler");
const viewTransition = type("view_transition");
const suspense = type("suspense");
const memo = type("memo");
const forwardRef = type("forward_ref");
const lazy = type("lazy");
const contextType = type("context");
const consumer = type("consumer");
const portal = type("portal");

type Draws = (props: Props, ref?: unknown) => unknown;

/** A component that is not a plain function. */
interface Special {
  $$typeof: symbol;
  type: unknown;
  render: Draws;
  _context: Context;
  _init: (payload: unknown) => unknown;
  _payload: unknown;
}

interface Element {
  $$typeof: symbol;
  type: unknown;
  props: Props;
}

/** A fallback that is rendered after the rest, and where it is inserted. */
interface Later {
  into: string[] | null;
  at: number;
  node: unknown;
  around: Around;
  places: number[];
  provided: [Context, unknown][];
}

let chunks: string[] = [];
let count = 0;
/** Whether the last output is a text: the next text must be separated from it. */
let afterText = false;
let around = outermost;
let later: Later[] = [];
/** Contexts with a provided value, each with the value before it. */
const provided: unknown[] = [];
/** Set while rendering continues past a suspended part, only to find its siblings' pictures. */
let looking = false;

export function renderToString(root: ReactNode): string {
  const giveBack = takeHooks();
  try {
    draw(root);
    for (let next = later.shift(); next; next = later.shift()) drawLater(next);
    chunks.length = count;
    return takePreloads() + chunks.join("");
  } finally {
    unwind(0);
    takePreloads();
    chunks = [];
    count = 0;
    later = [];
    looking = false;
    position.depth = 0;
    around = outermost;
    afterText = false;
    giveBack();
  }
}

function draw(node: unknown): void {
  if (typeof node === "string") {
    writeText(node);
    return;
  }
  if (typeof node === "object") {
    if (node === null) return;
    if ((node as Element).$$typeof === elementType) drawElement(node as Element);
    else if (Array.isArray(node)) drawList(node);
    else drawRare(node);
    return;
  }
  if (typeof node === "number" || typeof node === "bigint") writeText(`${node}`);
}

function writeText(text: string): void {
  if (text === "") return;
  if (afterText) chunks[count++] = "<!-- -->";
  chunks[count++] = escapeText(text);
  afterText = true;
}

function drawList(list: readonly unknown[]): void {
  const at = position.depth;
  position.depth = at + 2;
  places[at] = list.length;
  for (let index = 0; index < list.length; index++) {
    places[at + 1] = index;
    if (looking) lookPast(list[index]);
    else draw(list[index]);
  }
  position.depth = at;
}

function drawElement({ type, props }: Element): void {
  if (typeof type === "string") drawHost(type, props);
  else if (typeof type === "function") drawComponent(type as Draws, props);
  else drawSpecial(type, props);
}

const plainTags = new Set<string>();

/** SVG has a few names with a dash; any other is a custom element, whose attributes follow other rules. */
function admit(tag: string): void {
  if (!/^[a-zA-Z][a-zA-Z0-9]*$|^(font-face|color-profile|missing-glyph|annotation-xml)/.test(tag)) {
    throw new Error(`No element: ${tag}`);
  }
  plainTags.add(tag);
}

function drawHost(tag: string, props: Props): void {
  const start = special[tag];
  if (start === undefined && !plainTags.has(tag)) admit(tag);
  chunks[count++] = start === undefined ? startTag(tag, props) : start(tag, props, around);
  afterText = false;
  if (isVoid[tag]) {
    if (start === undefined) chunks[count - 1] = `${chunks[count - 1]?.slice(0, -1)}/>`;
    return;
  }
  const { children } = props;
  if (isFilled[tag]) {
    // Written with its start tag.
  } else if (typeof children === "string") {
    chunks[count++] = escapeText(children);
  } else if (props.dangerouslySetInnerHTML !== undefined) {
    writeInner(props);
  } else if (children !== undefined && children !== null) {
    const before = around;
    if (surrounds[tag]) around = within(before, tag, props);
    if (looking) lookPast(children);
    else draw(children);
    around = before;
  }
  chunks[count++] = `</${tag}>`;
  afterText = false;
}

function writeInner({ dangerouslySetInnerHTML: inner, children }: Props): void {
  if (children !== undefined && children !== null) throw new Error("Both children and inner HTML");
  const html = (inner as { __html?: unknown } | null)?.__html;
  if (html !== undefined && html !== null) chunks[count++] = `${html}`;
}

function drawComponent(component: Draws, props: Props, ref?: unknown): void {
  const { prototype } = component;
  if (prototype?.isReactComponent) {
    drawClass(component as unknown as ClassType, props);
    return;
  }
  if (mayKeep(component) && !looking) {
    drawPart(component, props);
    return;
  }
  drawAnew(component, props, ref);
}

/** Reuses the cached output if its dependencies are unchanged, or renders and caches it. */
function drawPart(component: Draws, props: Props): void {
  const name = partName(component, props);
  if (name === null) {
    drawAnew(component, props);
    return;
  }
  const known = keptPart(name, around);
  if (known !== undefined) {
    chunks[count++] = known;
    afterText = false;
    return;
  }
  const begin = count;
  const waiting = later.length;
  const part = noting(() => drawAnew(component, props));
  // Output that begins or ends with text depends on its neighbours.
  if (part === null || later.length > waiting || afterText || count === begin) return;
  const html = chunks.slice(begin, count).join("");
  if (!/^<[a-z]/.test(html)) return;
  chunks[begin] = html;
  count = begin + 1;
  keepPart(name, html, around, part);
}

function drawAnew(component: Draws, props: Props, ref?: unknown): void {
  beginComponent();
  let made = component(props, ref);
  while (mustCallAgain()) made = component(props, ref);
  if (!tookId()) {
    draw(made);
    return;
  }
  belowId(() => {
    if (looking) lookPast(made);
    else draw(made);
  });
}

/** Renders the content below an id: its own ids are nested in that one. */
function belowId(draws: () => void): void {
  const at = position.depth;
  position.depth = at + 2;
  places[at] = 1;
  places[at + 1] = 0;
  draws();
  position.depth = at;
}

interface Instance {
  props: Props;
  state: object | null;
  context: unknown;
  render: () => unknown;
}
interface ClassType {
  new (props: Props, context: unknown): Instance;
  contextType?: Context;
  defaultProps?: Props;
  getDerivedStateFromProps?: (props: Props, state: unknown) => object | null;
}

/** Only error boundaries are classes, and on the server they catch nothing. */
function drawClass(Type: ClassType, given: Props): void {
  const props = { ...Type.defaultProps, ...given };
  delete props.ref;
  const context = Type.contextType ? readContext(Type.contextType) : {};
  const instance = new Type(props, context);
  instance.props = props;
  instance.context = context;
  instance.state ??= null;
  const derived = Type.getDerivedStateFromProps?.(props, instance.state);
  if (derived) instance.state = { ...instance.state, ...derived };
  draw(instance.render());
}

function drawSpecial(type: unknown, props: Props): void {
  if (type === fragment || type === strictMode || type === profiler) {
    draw(props.children);
    return;
  }
  if (type === viewTransition) {
    // Without a name it is named by an id.
    belowId(() => draw(props.children));
    return;
  }
  if (type === suspense) {
    drawBoundary(props);
    return;
  }
  const of = type as Special | null;
  switch (of?.$$typeof) {
    case contextType:
      provide(type as Context, props);
      return;
    case memo:
      drawElement({ $$typeof: elementType, type: of.type, props });
      return;
    case forwardRef: {
      const { ref = null, ...rest } = props;
      drawComponent(of.render, rest, ref);
      return;
    }
    case lazy:
      drawElement({ $$typeof: elementType, type: of._init(of._payload), props });
      return;
    case consumer:
      draw((props.children as (value: unknown) => unknown)(readContext(of._context)));
      return;
  }
  throw new Error(`No component: ${String(type)}`);
}

function provide(context: Context, { value, children }: Props): void {
  spoil();
  provided.push(context, context._currentValue2);
  context._currentValue2 = value;
  draw(children);
  unwind(provided.length - 2);
}

/** Restores the previous values of contexts provided since so many were recorded. */
function unwind(length: number): void {
  while (provided.length > length) {
    const value = provided.pop();
    (provided.pop() as Context)._currentValue2 = value;
  }
}

/** Node types that are rare on our pages. */
function drawRare(node: object): void {
  const { $$typeof } = node as Element;
  if ($$typeof === lazy) {
    const of = node as unknown as Special;
    draw(of._init(of._payload));
  } else if ($$typeof === contextType) {
    draw(readContext(node as Context));
  } else if ($$typeof === portal) {
    throw new Error("A portal is the browser's");
  } else if (Symbol.iterator in node) {
    const list = [...(node as Iterable<unknown>)];
    if (list.length > 0) drawList(list);
  } else if ("then" in node) {
    draw(valueOfPromise(node as PromiseLike<unknown>));
  } else {
    throw new Error(`An object is no part of a page: ${Object.keys(node).join()}`);
  }
}

const waits = (thrown: unknown): boolean =>
  typeof thrown === "object" &&
  thrown !== null &&
  typeof (thrown as PromiseLike<unknown>).then === "function";

/**
 * Renders a Suspense's content or, where something in it suspends or fails, its fallback with the
 * markers by which the browser knows to render the rest itself.
 */
function drawBoundary({ children, fallback }: Props): void {
  const begin = {
    count,
    depth: position.depth,
    provided: provided.length,
    later: later.length,
    around,
    looking,
  };
  looking = false;
  chunks[count++] = "<!--$-->";
  afterText = false;
  const back = () => {
    unwind(begin.provided);
    position.depth = begin.depth;
    around = begin.around;
  };
  try {
    draw(children);
    chunks[count++] = "<!--/$-->";
  } catch (thrown) {
    back();
    if (waits(thrown)) {
      looking = true;
      try {
        draw(children);
      } catch {
        // The first failure was handled already.
      }
      back();
    }
    forget(begin.count, begin.later);
    chunks[count++] = "<!--$!--><template></template>";
    later.push({
      into: chunks,
      at: count,
      node: fallback,
      around,
      places: places.slice(0, position.depth),
      provided: contexts(),
    });
    chunks[count++] = "";
    chunks[count++] = "<!--/$-->";
  }
  looking = begin.looking;
  afterText = false;
}

/** Discards output from a position on; fallbacks in it are rendered only for their pictures. */
function forget(from: number, waiting: number): void {
  count = from;
  chunks.length = from;
  for (const one of later.slice(waiting)) one.into = null;
}

/** Every context with a provider here, with its value. */
function contexts(): [Context, unknown][] {
  const found: [Context, unknown][] = [];
  for (let at = 0; at < provided.length; at += 2) {
    const context = provided[at] as Context;
    found.push([context, context._currentValue2]);
  }
  return found;
}

function drawLater({
  into,
  at,
  node,
  around: surrounding,
  places: at0,
  provided: values,
}: Later): void {
  const page = { chunks, count };
  chunks = [];
  count = 0;
  afterText = false;
  around = surrounding;
  position.depth = at0.length;
  for (let index = 0; index < at0.length; index++) places[index] = at0[index] ?? 0;
  for (const [context, value] of values) {
    provided.push(context, context._currentValue2);
    context._currentValue2 = value;
  }
  draw(node);
  unwind(0);
  chunks.length = count;
  if (into) into[at] = chunks.join("");
  chunks = page.chunks;
  count = page.count;
}

/** Continues past a suspended node, on to its siblings. */
function lookPast(node: unknown): void {
  const depth = position.depth;
  const length = provided.length;
  const before = around;
  try {
    draw(node);
  } catch (thrown) {
    if (!waits(thrown)) throw thrown;
    unwind(length);
    position.depth = depth;
    around = before;
  }
}
