/**
 * Functions that run in the page, the same in every engine. They are sent as text, so they may use
 * nothing from outside except each other's results and Testing Library, which resolves roles and
 * names.
 */
import { readFileSync } from "node:fs";
import path from "node:path";

export type Step =
  | { by: "role"; role: string; name?: Pattern; level?: number }
  | { by: "text"; text: Pattern }
  | { by: "css"; css: string }
  | { by: "saying"; text: Pattern }
  | { by: "at"; index: number };

export interface Pattern {
  source: string;
  flags: string;
}

interface Helper {
  find: (steps: Step[]) => HTMLElement[];
}

declare global {
  interface Window {
    __hand?: Helper;
    __complaints?: string[];
  }
}

const library = readFileSync(
  path.join(
    __dirname,
    "../../web/node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
);

/** Runs once per document: sets up the element lookup, and a list of thrown errors. */
export const helper = (): string => `${library};(${setUp})()`;

function setUp(): void {
  interface Library {
    queryAllByRole: (
      within: HTMLElement,
      role: string,
      options: { name?: RegExp; level?: number },
    ) => HTMLElement[];
  }
  const { TestingLibraryDom } = globalThis as unknown as { TestingLibraryDom: Library };
  window.__complaints = [];
  addEventListener("error", (event) => window.__complaints?.push(event.message));
  addEventListener("unhandledrejection", (event) =>
    window.__complaints?.push(String(event.reason)),
  );
  const pattern = ({ source, flags }: Pattern) => new RegExp(source, flags);
  const shown = (one: HTMLElement) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  };
  const textsIn = (within: HTMLElement, text: RegExp) => {
    const having = [...within.querySelectorAll<HTMLElement>("*:not(script,style)")].filter((one) =>
      text.test(one.textContent ?? ""),
    );
    // Keeps the innermost elements only.
    return having.filter((one) => !having.some((other) => other !== one && one.contains(other)));
  };
  const step = (within: HTMLElement[], one: Step): HTMLElement[] => {
    switch (one.by) {
      case "role": {
        const options = {
          ...(one.name && { name: pattern(one.name) }),
          ...(one.level && { level: one.level }),
        };
        return within.flatMap((part) =>
          TestingLibraryDom.queryAllByRole(part, one.role, options).filter(shown),
        );
      }
      case "text": {
        const text = pattern(one.text);
        return within.flatMap((part) => textsIn(part, text).filter(shown));
      }
      case "css":
        return (
          within
            .flatMap((part) => [...part.querySelectorAll<HTMLElement>(one.css)])
            // File inputs are hidden behind their labels.
            .filter((found) => found.matches("[type=file]") || shown(found))
        );
      case "saying": {
        const text = pattern(one.text);
        return within.filter((part) => text.test(part.textContent ?? ""));
      }
      case "at":
        return within.slice(one.index).slice(0, one.index === -1 ? undefined : 1);
    }
  };
  window.__hand = {
    find: (steps) => [...new Set(steps.reduce(step, [document.documentElement]))],
  };
}

export interface PressTarget {
  x: number;
  y: number;
  /** The reason why it cannot be pressed yet. */
  not?: string;
}

/** The centre of the only matching element, scrolled into view; or the reason why it cannot be pressed. */
export function findTarget(steps: Step[]): PressTarget {
  const none = (not: string) => ({ x: 0, y: 0, not });
  const found = window.__hand?.find(steps) ?? [];
  const [one] = found;
  if (!one) return none("it is not there");
  if (found.length > 1) return none(`${found.length} of them are there`);
  if (one.matches(":disabled, [aria-disabled=true]")) return none("it is disabled");
  const before = one.getBoundingClientRect();
  if (before.top < 0 || before.bottom > innerHeight || before.left < 0 || before.right > innerWidth)
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const hits = (): [DOMRect, Element | null] => {
    const box = one.getBoundingClientRect();
    return [box, document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)];
  };
  const own = (hit: Element | null) => {
    if (!hit) return false;
    const label = hit.closest("label");
    return one.contains(hit) || (label?.control ?? label) === one || label?.contains(one);
  };
  let [box, hit] = hits();
  if (!own(hit)) {
    // It is under a sticky bar: in the middle of the screen it is not.
    one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    [box, hit] = hits();
  }
  if (!own(hit)) return none(`it is covered by ${hit?.outerHTML.slice(0, 200)}`);
  const last = one.dataset.lastSeen;
  one.dataset.lastSeen = `${box.x} ${box.y}`;
  if (last !== one.dataset.lastSeen) return none("it moves");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The reason why a page is not ready for a screenshot: something loads for the first time, or moves. */
export function unsettled(): string {
  if (document.readyState !== "complete") return document.readyState;
  const busy = document.querySelector("[aria-busy=true]");
  if (busy) return `busy: ${busy.outerHTML.slice(0, 200)}`;
  if (document.fonts.status !== "loaded") return "fonts";
  const moving = document.getAnimations().find(
    (one) =>
      one.playState === "running" &&
      // An animation driven by scrolling never ends.
      one.timeline === document.timeline &&
      one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
      // Collapsed or far below the screen nothing is rendered, so its animations never end.
      (one.effect as KeyframeEffect).target?.checkVisibility({ contentVisibilityAuto: true }) !==
        false,
  );
  return moving
    ? `moving: ${(moving.effect as KeyframeEffect).target?.outerHTML.slice(0, 200)}`
    : "";
}
