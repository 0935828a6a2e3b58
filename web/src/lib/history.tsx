/**
 * The current location and navigation: the browser's history as React state. Pages are matched by
 * ./match, links are followed by ./links.
 */

import {
  addTransitionType,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";

export interface Location {
  /** Below the base: "/cart". */
  pathname: string;
  /** "?q=milk", or "". */
  search: string;
  /** "#reviews", or "". */
  hash: string;
  /** The state passed by the navigation to this entry. */
  state: unknown;
  /** Identifies the history entry; going back to the entry gives the same key. */
  key: string;
  /** How the entry was reached: by the browser's buttons (pop) or by one of our links. */
  how: "pop" | "push" | "replace";
}

export interface NavigateOptions {
  /** Replaces the current history entry, so that there is no way back to it. */
  replace?: boolean;
  state?: unknown;
}

/** Navigates to a path with its search and hash, below the base. */
export type Navigate = (to: string, options?: NavigateOptions) => void;

const HistoryContext = createContext<{ location: Location; navigate: Navigate } | null>(null);

function useHistory() {
  const history = useContext(HistoryContext);
  if (!history) throw new Error("It needs a BrowserHistory or a MemoryHistory above it");
  return history;
}

/** Rerenders on every navigation. */
export function useLocation(): Location {
  return useHistory().location;
}

/** The same function for as long as the page is open. */
export function useNavigate(): Navigate {
  return useHistory().navigate;
}

/** Navigates elsewhere instead of rendering anything. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [to, navigate]);
  return null;
}

function read(address: string, base: string, entry: Pick<Location, "state" | "key" | "how">) {
  // Parsed by hand: the engine that renders pages on the server has no URL.
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const below = path === base || path.startsWith(`${base}/`);
  return { pathname: (below && path.slice(base.length)) || "/", search, hash, ...entry };
}

let whole = false;

/**
 * Makes the next navigation a full page load: the language or the numerals have changed, and the
 * current page is not replaced just for that.
 */
export function loadNextPage(): void {
  whole = true;
}

/** The state of our entries in the browser's history. */
interface Entry {
  key: string;
  state: unknown;
}

let entries = 0;

/** Unique in this tab, even across a reload. */
const newKey = () => `${Math.round(performance.timeOrigin).toString(36)}-${++entries}`;

const entry = () => window.history.state as Partial<Entry> | null;

/** The key of the browser's current entry, which may be ahead of the rendered one. */
export const presentKey = () => entry()?.key ?? "first";

function present(base: string, how: Location["how"]): Location {
  const { pathname, search, hash } = window.location;
  const state = entry()?.state ?? null;
  return read(pathname + search + hash, base, { state, key: presentKey(), how });
}

/** The type of a page transition that the browser animates itself. */
export const drawnByBrowser = "browser";

/** The browser's own history. `base` precedes every path: "", "/ar", "/console". */
export function BrowserHistory({ base, children }: { base: string; children: ReactNode }) {
  const [location, setLocation] = useState(() => present(base, "pop"));
  useEffect(() => {
    const name = (key: string) => window.history.replaceState({ key, state: null }, "");
    // An entry without our key is new and not a way back: an anchor on the page was followed.
    if (entry()?.key === undefined) name("first");
    // As a transition: the previous page stays until the next one is ready.
    const follow = (event: PopStateEvent) => {
      const isNew = entry()?.key === undefined;
      if (isNew) name(newKey());
      startTransition(() => {
        if (event.hasUAVisualTransition) addTransitionType(drawnByBrowser);
        setLocation(present(base, isNew ? "push" : "pop"));
      });
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [base]);
  const navigate = useMemo<Navigate>(
    () =>
      (to, { replace = false, state = null } = {}) => {
        const next: Entry = { key: newKey(), state };
        const address = base !== "" && to.startsWith("/") ? (base + to).replace(/\/$/, "") : to;
        const elsewhere = address.split(/[?#]/)[0] !== window.location.pathname;
        if (whole && elsewhere && to.startsWith("/")) {
          if (replace) window.location.replace(address);
          else window.location.assign(address);
          return;
        }
        if (replace) window.history.replaceState(next, "", address);
        else window.history.pushState(next, "", address);
        const there = present(base, replace ? "replace" : "push");
        startTransition(() => setLocation(there));
      },
    [base],
  );
  return (
    <Provider location={location} navigate={navigate}>
      {children}
    </Provider>
  );
}

/** A history with a single location that does not touch the browser: for the server and for tests. */
export function MemoryHistory({
  base = "",
  at = "/",
  children,
}: {
  base?: string;
  /** The whole address: path with its base, and search. */
  at?: string;
  children: ReactNode;
}) {
  const [location, setLocation] = useState(() =>
    read(at, base, { state: null, key: "first", how: "pop" }),
  );
  const navigate = useMemo<Navigate>(
    () =>
      (to, { replace = false, state = null } = {}) =>
        setLocation((before) =>
          read(to, "", { state, key: `${before.key}+`, how: replace ? "replace" : "push" }),
        ),
    [],
  );
  return (
    <Provider location={location} navigate={navigate}>
      {children}
    </Provider>
  );
}

function Provider(props: { location: Location; navigate: Navigate; children: ReactNode }) {
  const { location, navigate, children } = props;
  const value = useMemo(() => ({ location, navigate }), [location, navigate]);
  return <HistoryContext value={value}>{children}</HistoryContext>;
}
