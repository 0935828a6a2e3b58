/**
 * Hooks for a page that is rendered once: states have their initial value, effects are left to the
 * browser, and pending values suspend by throwing. React's own functions (`useState`, …) call
 * whichever object is set as its dispatcher; during rendering it is this one.
 */

import * as React from "react";
import { type Context, readContext, spoil } from "./parts";
import { positionId } from "./position";

/** React's shared internals, through which renderers set the dispatcher. */
interface Internals {
  H: object | null;
}

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: Internals;
  };

/** Thrown for pending values that the page cannot wait for; the nearest Suspense shows its fallback. */
const waits = new Promise<never>(() => {});

/** The values of a component's hooks, in order: only for calling it again in the same turn. */
const cells: unknown[] = [];
let cell = 0;
let ids = 0;
let again = false;
let calls = 0;
let component = 0;
let pending: { queue: object; action: unknown }[] | null = null;

/** The maximum number of calls of a component that sets its own state during rendering. */
const mostCalls = 25;

export function beginComponent(): void {
  if (cell > 0) cells.length = 0;
  cell = 0;
  ids = 0;
  calls = 0;
  component++;
  again = false;
  pending = null;
}

/** Whether the component set its own state and must be called once more. */
export function mustCallAgain(): boolean {
  if (!again) return false;
  again = false;
  cell = 0;
  ids = 0;
  calls++;
  return true;
}

export const tookId = (): boolean => ids > 0;

/** Sets our dispatcher for React's hooks until the returned function is called. */
export function takeHooks(): () => void {
  const before = internals.H;
  internals.H = dispatcher;
  return () => {
    internals.H = before;
    beginComponent();
  };
}

type Reducer = (state: unknown, action: unknown) => unknown;

const setOrCall: Reducer = (state, action) =>
  typeof action === "function" ? action(state) : action;

function useReducer(reducer: Reducer, first: unknown, init?: (first: unknown) => unknown) {
  return stateCell(reducer, first, init ?? null);
}

interface StateCell {
  value: unknown;
  dispatch: (action: unknown) => void;
}

function stateCell(reducer: Reducer, first: unknown, init: ((first: unknown) => unknown) | null) {
  const at = cell++;
  if (calls > 0 && at < cells.length) {
    const held = cells[at] as StateCell;
    for (const one of pending ?? []) {
      if (one.queue === held) held.value = reducer(held.value, one.action);
    }
    pending = pending?.filter((one) => one.queue !== held) ?? null;
    return [held.value, held.dispatch];
  }
  const value =
    init === null
      ? typeof first === "function" && reducer === setOrCall
        ? first()
        : first
      : init(first);
  const owner = component;
  const made: StateCell = {
    value,
    dispatch: (action) => {
      if (calls >= mostCalls) throw new Error("A component sets its state again and again");
      // Another component's state: left to the browser.
      if (owner !== component) return;
      again = true;
      pending ??= [];
      pending.push({ queue: made, action });
    },
  };
  cells[at] = made;
  return [value, made.dispatch];
}

interface MemoCell {
  value: unknown;
  on: readonly unknown[] | undefined;
}

function useMemo(make: () => unknown, on?: readonly unknown[]): unknown {
  const at = cell++;
  if (calls > 0 && at < cells.length) {
    const { value, on: before } = cells[at] as MemoCell;
    if (on && before && on.every((one, index) => Object.is(one, before[index]))) return value;
  }
  const value = make();
  cells[at] = { value, on };
  return value;
}

/** The fields that React sets on a promise it has read. */
interface Noted extends PromiseLike<unknown> {
  status?: "pending" | "fulfilled" | "rejected";
  value?: unknown;
  reason?: unknown;
}

/** The value of a fulfilled promise; otherwise the rendering of this part ends. */
export function valueOfPromise(promise: Noted): unknown {
  if (promise.status === undefined) {
    promise.status = "pending";
    promise.then(
      (value) => {
        if (promise.status === "pending") Object.assign(promise, { status: "fulfilled", value });
      },
      (reason) => {
        if (promise.status === "pending") Object.assign(promise, { status: "rejected", reason });
      },
    );
  }
  // A promise that calls back synchronously is fulfilled by now.
  const status = promise.status as Noted["status"];
  if (status === "fulfilled") return promise.value;
  if (status === "rejected") throw promise.reason;
  throw waits;
}

const contextType = Symbol.for("react.context");

function use(usable: Noted | Context): unknown {
  if ("$$typeof" in usable && usable.$$typeof === contextType) return readContext(usable);
  if (typeof (usable as Noted).then === "function") {
    spoil();
    return valueOfPromise(usable as Noted);
  }
  throw new Error("use() takes a promise or a context");
}

const nothing = (): void => {};

const notHere = (what: string) => () => {
  throw new Error(`${what} is for the browser, after the page is drawn`);
};

const dispatcher = {
  use,
  readContext,
  useContext: readContext,
  useState: (first: unknown) => stateCell(setOrCall, first, null),
  useReducer,
  useMemo,
  useCallback: (callback: unknown, on?: readonly unknown[]) => useMemo(() => callback, on),
  useRef: (first: unknown) => {
    const at = cell++;
    if (calls > 0 && at < cells.length) return cells[at];
    const made = { current: first };
    cells[at] = made;
    return made;
  },
  useId: () => {
    spoil();
    return positionId(ids++);
  },
  useSyncExternalStore: (
    _subscribe: unknown,
    _read: unknown,
    onServer: (() => unknown) | undefined,
  ) => {
    if (!onServer) throw new Error("useSyncExternalStore needs a snapshot of the server");
    return onServer();
  },
  useDeferredValue: (value: unknown, first?: unknown) => (first === undefined ? value : first),
  useTransition: () => [false, notHere("A transition")],
  useOptimistic: (value: unknown) => [value, notHere("An optimistic update")],
  useEffectEvent: () => notHere("An effect's event"),
  useEffect: nothing,
  useLayoutEffect: nothing,
  useInsertionEffect: nothing,
  useImperativeHandle: nothing,
  useDebugValue: nothing,
};
