/**
 * Where the visitor stands, and going elsewhere: the browser's history as state of React. Pages are
 * found by ./match, links are followed by ./links.
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
  /** What was given along when it was gone to. */
  state: unknown;
  /** Names the entry of the history: the same again on the way back. */
  key: string;
  /** How it was come to: by the browser's own buttons (pop) or by a link of ours. */
  how: "pop" | "push" | "replace";
}

export interface NavigateOptions {
  /** Takes the place of the present entry: no way back to it. */
  replace?: boolean;
  state?: unknown;
}

/** Goes to a path with its search and hash, below the base. */
export type Navigate = (to: string, options?: NavigateOptions) => void;

const HistoryContext = createContext<{ location: Location; navigate: Navigate } | null>(null);

function useHistory() {
  const history = useContext(HistoryContext);
  if (!history) throw new Error("It needs a BrowserHistory or a MemoryHistory above it");
  return history;
}

/** Rerenders whenever something is gone to. */
export function useLocation(): Location {
  return useHistory().location;
}

/** The same function for as long as the page stands. */
export function useNavigate(): Navigate {
  return useHistory().navigate;
}

/** Goes elsewhere instead of drawing anything. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [to, navigate]);
  return null;
}

function read(address: string, base: string, entry: Pick<Location, "state" | "key" | "how">) {
  // By hand: the engine that draws pages on the server has no URL.
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const below = path === base || path.startsWith(`${base}/`);
  return { pathname: (below && path.slice(base.length)) || "/", search, hash, ...entry };
}

let whole = false;

/**
 * The next page that is gone to comes as a document of its own: the language or the figures have
 * changed, and the page that stands is not torn away for it.
 */
export function loadNextPage(): void {
  whole = true;
}

/** What an entry of ours carries in the browser's history. */
interface Entry {
  key: string;
  state: unknown;
}

let entries = 0;

/** Like no key of this tab, also not one of before a reload. */
const newKey = () => `${Math.round(performance.timeOrigin).toString(36)}-${++entries}`;

const entry = () => window.history.state as Partial<Entry> | null;

/** Names the entry the browser stands at, which may be ahead of what is drawn. */
export const presentKey = () => entry()?.key ?? "first";

function present(base: string, how: Location["how"]): Location {
  const { pathname, search, hash } = window.location;
  const state = entry()?.state ?? null;
  return read(pathname + search + hash, base, { state, key: presentKey(), how });
}

/** The type of a transition that the browser draws itself, from page to page. */
export const drawnByBrowser = "browser";

/** The browser's own history. `base` stands before every path: "", "/ar", "/console". */
export function BrowserHistory({ base, children }: { base: string; children: ReactNode }) {
  const [location, setLocation] = useState(() => present(base, "pop"));
  useEffect(() => {
    const name = (key: string) => window.history.replaceState({ key, state: null }, "");
    // What bears no name of ours later on is new, and no way back: a place on the page was gone to.
    if (entry()?.key === undefined) name("first");
    // As a transition: the page before stays until the next one has what it needs.
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

/** A history of one place that leaves the browser alone: for the server and for tests. */
export function MemoryHistory({
  base = "",
  at = "/",
  children,
}: {
  base?: string;
  /** Whole address: path with its base, and search. */
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
