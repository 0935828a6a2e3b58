/** Rendering faults that only some engines have, measured in the page. Sent as text, like inPage.ts. */

export interface Covered {
  control: string;
  by: string;
}

/**
 * The controls of the page, or of its topmost dialog, whose centre is covered by another control;
 * or only those in a part that opened over the others, such as a menu.
 */
export function covered(part: string | null): Covered[] {
  const controls = [
    "a[href]",
    "button",
    "input:not([type=hidden])",
    "select",
    "textarea",
    "summary",
    ...["button", "menuitem", "option", "tab", "checkbox", "radio", "switch", "link"].map(
      (role) => `[role=${role}]`,
    ),
  ].join(",");
  const called = (one: Element) =>
    `${one.tagName.toLowerCase()} ${(one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60)}`;
  const top = [...document.querySelectorAll<HTMLElement>("dialog:modal")].pop();
  const within: ParentNode = (part && document.querySelector(part)) || (top ?? document);
  const scrolled = new Map<Element, [number, number]>();
  const remember = (one: Element | null) => {
    for (let at = one; at; at = at.parentElement)
      if (!scrolled.has(at)) scrolled.set(at, [at.scrollLeft, at.scrollTop]);
  };
  const pinned = (one: Element) => {
    for (let at: Element | null = one; at; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const found: Covered[] = [];
  for (const one of within.querySelectorAll<HTMLElement>(controls)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest("[inert], [aria-hidden=true]")) continue;
    remember(one);
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    // A field hidden behind its label is not pressed itself.
    if (box.width < 4 || box.height < 4 || getComputedStyle(one).pointerEvents === "none") continue;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const other = hit?.closest(controls);
    if (!other || one.contains(other) || other.contains(one)) continue;
    if (other.closest("label")?.contains(one)) continue;
    // A sticky bar may cover elements that can be scrolled out from under it.
    const bar = pinned(other);
    if (bar && !bar.contains(one)) continue;
    found.push({ control: called(one), by: called(other) });
  }
  for (const [one, [left, above]] of scrolled)
    one.scrollTo({ left, top: above, behavior: "instant" });
  return found;
}

export interface Squeezed {
  dialog: string;
  body: number;
  content: number;
  height: number;
  most: number;
}

/** The dialogs that cut off part of their content although they could be higher. */
export function squeezed(): Squeezed[] {
  return [
    ...document.querySelectorAll<HTMLElement>("dialog[open], [role=dialog], [role=alertdialog]"),
  ]
    .filter((one) => one.checkVisibility())
    .flatMap((dialog) => {
      const style = getComputedStyle(dialog);
      // Uses the layout height, because the dialog is drawn smaller during its opening animation.
      const height = dialog.offsetHeight;
      const limit = Number.parseFloat(style.maxHeight);
      const most = Number.isNaN(limit) ? innerHeight * 0.8 : Math.min(limit, innerHeight);
      const bodies = [dialog, ...dialog.querySelectorAll<HTMLElement>("*")].filter((one) =>
        /auto|scroll/.test(getComputedStyle(one).overflowY),
      );
      return (
        bodies
          // A list or text that scrolls separately has its own height.
          .filter((body) => !bodies.some((outer) => outer !== body && outer.contains(body)))
          .filter((body) => body.scrollHeight > body.clientHeight + 1 && height < most - 2)
          .map((body) => ({
            dialog: dialog.querySelector("h2")?.textContent ?? "",
            body: body.clientHeight,
            content: body.scrollHeight,
            height: Math.round(height),
            most: Math.round(most),
          }))
      );
    });
}

/** Words of up to twelve letters that are broken into pieces of one or two letters, as next to a rigid element. */
export function brokenWords(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parent.closest(".sr-only, [aria-hidden=true], svg, article")) continue;
    // An ancestor without width hides the text.
    let drawn = true;
    for (let at: Element | null = parent; at; at = at.parentElement) {
      const { overflowX, display } = getComputedStyle(at);
      if (display !== "inline" && overflowX !== "visible" && at.clientWidth < 12) drawn = false;
    }
    if (!drawn) continue;
    for (const word of (node.textContent ?? "").matchAll(/\p{L}[\p{L}\p{M}]{2,11}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
      if (lines.size > 2) found.push(word[0]);
    }
  }
  return found;
}

/** The texts and pictures beyond the screen's sides, where the page can be scrolled sideways. */
export function beyondScreen(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const found = [`${scrollWidth - clientWidth} px`];
  const clipped = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || (left >= 0 && right <= clientWidth)) continue;
    if (element.childElementCount > 0 || element.matches(".sr-only") || clipped(element)) continue;
    found.push(`${element.tagName.toLowerCase()} "${element.textContent?.slice(0, 40) ?? ""}"`);
  }
  return found.slice(0, 12);
}
