import { createContext, type ReactNode, useContext } from "react";
import type { Figures, Lang } from "./lang";

/** The values that answers and texts depend on. Every query key is made from it (api/query.ts). */
export interface Scope {
  lang: Lang;
  /** The numerals that numbers are written with. */
  figures: Figures;
  /** District id, "" when none is chosen. */
  district: string;
  /** Currency id, "" for the shop's own. */
  currency: string;
  /** Changes with the signed-in customer; "" for guests, and always on the server. */
  session: string;
  /** Chosen address id, "" when none; always "" on the server. */
  address: string;
  /** "lat,lng" of the pin, "" when none; always "" on the server. */
  pin: string;
  /** False on the server and during hydration: the customer is not known yet. */
  ready: boolean;
}

const ScopeContext = createContext<Scope | null>(null);

export function ScopeProvider({ scope, children }: { scope: Scope; children: ReactNode }) {
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** The current scope. Rerenders when language, place, currency or visitor change. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error("useScope needs a ScopeProvider above it");
  return scope;
}

/** The page's language; undefined for a component rendered outside a scope. */
export function usePageLanguage(): Lang | undefined {
  return useContext(ScopeContext)?.lang;
}

/** No place is known: no area, no pin, no address. */
export function isAnywhere({ district, pin, address }: Scope): boolean {
  return district === "" && pin === "" && address === "";
}
