/**
 * Navigation between pages: it restores the scroll position on the way back, moves the focus to the new
 * page's content, and loads a page as soon as the pointer is over a link to it.
 */

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { presentKey, useLocation } from "../lib/history";
import type { TravelState } from "../lib/links";
import { pageQuery } from "../lib/parameters";
import type { Scope } from "../lib/scope";
import { parseAddress } from "../lib/url";
import { preload } from "./PageView";

const places = new Map<string, number>();
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

export function useTravel(scope: Scope): void {
  useScrollPlaces();
  usePreload(scope);
  useSharedPicture();
}

/** The picture of a pressed link grows into the picture of its page (styles.css). */
function useSharedPicture(): void {
  useEffect(() => {
    let named: HTMLElement | null = null;
    const name = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-shop]") : null;
      if (!link) return;
      if (named) named.style.viewTransitionName = "";
      named = (link.closest("article") ?? link).querySelector<HTMLElement>(".picture");
      if (!named || named.matches(".shared-picture")) return;
      // Only one element may have a name at a time, or the browser skips the transition.
      for (const other of document.querySelectorAll<HTMLElement>(".shared-picture")) {
        other.style.viewTransitionName = "none";
      }
      named.style.viewTransitionName = "picture";
    };
    document.addEventListener("click", name, { capture: true });
    return () => document.removeEventListener("click", name, { capture: true });
  }, []);
}

function useScrollPlaces(): void {
  const { key, pathname, hash, state, how } = useLocation();
  const stay = (state as TravelState | null)?.keepScroll === true;
  const before = useRef({ key, pathname });
  useBrowserLayoutEffect(() => {
    const last = before.current;
    before.current = { key, pathname };
    if (last.key === key) return;
    if (how === "pop") {
      window.scrollTo(0, places.get(key) ?? 0);
    } else if (last.pathname !== pathname && !stay) {
      if (hash !== "") return;
      window.scrollTo(0, 0);
      document.getElementById("content")?.focus({ preventScroll: true });
    }
  }, [key, pathname, hash, how, stay]);
  useEffect(() => {
    // The browser's own memory covers going away and coming back to the document; within it, ours.
    // Once another entry is gone to, what scrolls is not this one any more.
    const keep = () => {
      if (presentKey() === key) places.set(key, window.scrollY);
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [key]);
}

function usePreload(scope: Scope): void {
  const client = useQueryClient();
  useEffect(() => {
    let last = "";
    const look = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (link.hash !== "" || link.href === last || link.hreflang !== "") return;
      last = link.href;
      const { path, query } = parseAddress(link.href);
      preload(client, { scope, path, query: pageQuery(query.toString()) });
    };
    const names = ["pointerover", "touchstart", "focusin"] as const;
    for (const name of names) document.addEventListener(name, look, { passive: true });
    return () => {
      for (const name of names) document.removeEventListener(name, look);
    };
  }, [client, scope]);
}
