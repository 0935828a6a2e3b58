/**
 * Links inside the shop. A link is a plain <a> with its whole address, marked data-shop; one
 * listener follows it without loading a document. A router's own link component would cost the
 * server a third of a listing's rendering time, for the same element.
 */

import { createContext, type ReactNode, use, useEffect } from "react";
import { useNavigate } from "./history";

const BaseContext = createContext<string | null>(null);

/** `base` precedes every path: "", "/ar", "/console". */
export function LinkBase({ base, children }: { base: string; children: ReactNode }) {
  return <BaseContext value={base}>{children}</BaseContext>;
}

/** The base of links, null outside the shop's pages (an error page, a test of one component). */
export function useLinkBase(): string | null {
  return use(BaseContext);
}

/** The address of a path below a base: "/ar" and "/" make "/ar". */
export function addressOf(base: string, path: string): string {
  if (base === "" || !path.startsWith("/")) return path;
  return path === "/" ? base : base + path;
}

/** The navigation state stored with a history entry. */
export interface TravelState {
  keepScroll?: boolean;
}

/** Follows the document's marked links with the surrounding router. Used once, by the shell. */
export function useFollowLinks(base: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest("a[data-shop]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (base !== "" && link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return;
      event.preventDefault();
      const state: TravelState | null = link.dataset.shop === "keep" ? { keepScroll: true } : null;
      navigate((link.pathname.slice(base.length) || "/") + link.search + link.hash, {
        replace: link.dataset.replace === "true" || link.href === location.href,
        state,
      });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [base, navigate]);
}
