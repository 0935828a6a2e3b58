/** Arabic letters extend far below the line: no clipping box and no input may cut them off. */
import { grocery } from "./support/api";
import { beAt, open, readyCustomer } from "./support/shop";
import { expect, type Page, settled, test } from "./support/test";

/**
 * Returns texts whose glyphs exceed the box that clips them, above or below, and by how many pixels.
 */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) return ["no canvas"];
    const found: string[] = [];
    const arabic = /[\u0600-\u06ff]/;
    const fontOf = (style: CSSStyleDeclaration) =>
      `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const clips = (element: Element): boolean => {
      const { overflowY } = getComputedStyle(element);
      return overflowY === "hidden" || overflowY === "clip";
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (!arabic.test(text) || !parent?.checkVisibility()) continue;
      let box: Element | null = parent;
      while (box && !clips(box)) box = box.parentElement;
      // A box that hides its content entirely is for screen readers only.
      if (!box || box === document.body || box.clientHeight < 4) continue;
      const style = getComputedStyle(parent);
      pen.font = fontOf(style);
      const ink = pen.measureText(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      const frame = box.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(
        // Lines that are cut off as a whole are hidden on purpose.
        (line) =>
          line.width > 1 &&
          (line.top + line.bottom) / 2 < frame.bottom &&
          (line.top + line.bottom) / 2 > frame.top,
      );
      const last = lines.at(-1);
      if (!last) continue;
      const baseline = last.bottom - ink.fontBoundingBoxDescent;
      const first = lines[0] ?? last;
      const above =
        frame.top - (first.bottom - ink.fontBoundingBoxDescent - ink.actualBoundingBoxAscent);
      const below =
        baseline < frame.bottom ? baseline + ink.actualBoundingBoxDescent - frame.bottom : 0;
      const over = Math.max(above, below);
      if (over > 0.75) {
        found.push(`${over.toFixed(1)} px of «${text.slice(0, 30)}» in .${parent.className}`);
      }
    }
    for (const field of document.querySelectorAll<HTMLElement>("input, select, textarea")) {
      if (
        !field.checkVisibility() ||
        ["checkbox", "radio"].includes(field.getAttribute("type") ?? "")
      )
        continue;
      const style = getComputedStyle(field);
      pen.font = fontOf(style);
      const ink = pen.measureText("مصري");
      const spare =
        (Number.parseFloat(style.lineHeight) -
          ink.fontBoundingBoxAscent -
          ink.fontBoundingBoxDescent) /
          2 +
        ink.fontBoundingBoxDescent;
      const over = ink.actualBoundingBoxDescent - spare;
      if (over > 0.75) found.push(`${over.toFixed(1)} px in ${field.outerHTML.slice(0, 90)}`);
    }
    return found;
  });

/** Returns elements whose glyphs cross an edge of their card, and by how many pixels. */
const spilled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) return ["no canvas"];
    const found = new Set<string>();
    /** The nearest card around an element, and the part of it that the boxes in between leave visible. */
    const within = (from: Element, ink: DOMRect): { card: Element; box: DOMRect } | null => {
      let { left, top, right, bottom } = ink;
      for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
        if (at.matches(".rounded-card, dialog")) {
          return { card: at, box: new DOMRect(left, top, right - left, bottom - top) };
        }
        const { position, overflowX, overflowY } = getComputedStyle(at);
        const flows = [overflowX, overflowY];
        if (position === "fixed" || flows.includes("auto") || flows.includes("scroll")) return null;
        if (flows.includes("hidden") || flows.includes("clip")) {
          const edge = at.getBoundingClientRect();
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
          top = Math.max(top, edge.top);
          bottom = Math.min(bottom, edge.bottom);
        }
      }
      return null;
    };
    const judge = (what: string, from: Element, ink: DOMRect) => {
      const held = within(from, ink);
      // An element for screen readers only is one pixel large.
      if (!held || held.box.width < 4 || held.box.height < 4) return;
      const { box, card } = held;
      const edge = card.getBoundingClientRect();
      const over = Math.max(
        edge.top - box.top,
        box.bottom - edge.bottom,
        edge.left - box.left,
        box.right - edge.right,
      );
      if (over > 1) {
        found.add(`${over.toFixed(1)} px of ${what} in .${from.className} over .${card.className}`);
      }
    };
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (text === "" || !parent || !shown(parent)) continue;
      const style = getComputedStyle(parent);
      pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const ink = pen.measureText(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const baseline = line.bottom - ink.fontBoundingBoxDescent;
        const top = baseline - ink.actualBoundingBoxAscent;
        const height = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
        judge(`«${text.slice(0, 30)}»`, parent, new DOMRect(line.left, top, line.width, height));
      }
    }
    for (const one of document.querySelectorAll("button, fieldset, img, input, select, textarea")) {
      if (one.parentElement && shown(one)) {
        judge(`<${one.localName}>`, one.parentElement, one.getBoundingClientRect());
      }
    }
    return [...found];
  });

test("no Arabic text is cut, at any width", { tag: ["@ar-phone"] }, async ({ page, api }) => {
  await beAt(page, api);
  for (const address of [
    "/home",
    "/home?service_id=grocery",
    "/search-results?q=لبن",
    "/branches-results?service_id=food",
    `/branches/${grocery.slug}`,
    "/branches/forn-nawara-maadi",
    "/categories/dairy-and-eggs",
    "/products/white-eggs",
    "/contact-us",
    "/cart",
  ]) {
    await open(page, address);
    for (const width of [360, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      expect(await clipped(page), `${address} at ${width}`).toEqual([]);
      expect(await spilled(page), `${address} at ${width}`).toEqual([]);
    }
  }
});

test("nothing runs over the edge of its card, whatever is open", {
  tag: ["@ar-phone"],
}, async ({ page, api, say, phone }) => {
  await readyCustomer(page, api, phone);
  const holds = async (screen: string) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const wrong = [...(await clipped(page)), ...(await spilled(page))];
      expect(wrong, `${screen} at ${width}`).toEqual([]);
    }
  };
  await open(page, "/home?service_id=grocery");
  await page.getByRole("main").locator("button[data-add]:enabled").first().tap();
  await expect(page.getByRole("button", { name: say.part("cart:one_more") }).first()).toBeVisible();
  await holds("home, one added");
  await open(page, "/branches/sabaa-habbat-maadi");
  await page
    .getByRole("link", { name: say.part("cart:choose_thing") })
    .first()
    .tap();
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeVisible();
  await holds("the options of a dish");
  for (const address of ["/cart?service_id=grocery", "/checkout?service_id=grocery", "/account"]) {
    await open(page, address);
    await holds(address);
    if (!address.startsWith("/checkout")) continue;
    // On the narrowest phones a selected word is not broken.
    await page.setViewportSize({ width: 320, height: 740 });
    const lines = await page
      .getByText(say("checkout:to_door"), { exact: true })
      .evaluate((text) => {
        const word = document.createRange();
        word.selectNodeContents(text);
        return new Set([...word.getClientRects()].map(({ top }) => top)).size;
      });
    expect(lines).toBe(1);
  }
});

test("no Arabic text of somebody's own pages is cut, at any width", {
  tag: ["@ar-phone"],
}, async ({ page, api }) => {
  test.slow();
  await api.signIn("1000000101", "");
  await beAt(page, api);
  const own = async (what: string) =>
    (await api.send<{ id: string }[]>("GET", `/${what}?page=1`))[0]?.id ?? "";
  for (const address of [
    "/account",
    "/account/my-orders",
    `/account/my-orders/${await own("orders")}`,
    "/account/my-wallet",
    "/account/loyalty-points",
    "/account/my-favourites",
    "/account/my-address",
    "/account/return-orders",
    "/account/my-quotations",
    "/account/referral-program",
    "/account/notifications",
    "/account/preferences",
    "/account/information/faq",
    "/blogs",
  ]) {
    await open(page, address);
    for (const width of [360, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      const wrong = [...(await clipped(page)), ...(await spilled(page))];
      expect(wrong, `${address} at ${width}`).toEqual([]);
    }
  }
});

test("fully vowelled running text is not cut", { tag: ["@ar-phone"] }, async ({ page, api }) => {
  await beAt(page, api);
  for (const address of ["/information/privacy", "/information/faq", "/products/white-eggs"]) {
    await open(page, address);
    const vowelled = await page.evaluate(() => {
      // Uses a copy: a text that React has not hydrated yet must not change.
      const copy = document.querySelector("main")?.cloneNode(true) as HTMLElement;
      document.body.append(copy);
      let count = 0;
      for (const one of copy.querySelectorAll("p, li, dd")) {
        // Clamped or single lines are not running text.
        const { webkitLineClamp, whiteSpace } = getComputedStyle(one);
        if (one.children.length > 0 || webkitLineClamp !== "none" || whiteSpace === "nowrap")
          continue;
        const text = one.textContent ?? "";
        one.textContent = text.replace(
          /[\u0621-\u064a]/g,
          (letter, at: number) => letter + (at % 2 ? "\u0651\u064e" : "\u064d"),
        );
        if (one.textContent !== text) count++;
      }
      return count;
    });
    expect(vowelled, address).toBeGreaterThan(0);
    expect(await clipped(page), address).toEqual([]);
  }
});

// A field's box does not show the fault, because Chromium clips the input by the font; so
// screenshots are compared.
test("the dots of what is typed are seen", { tag: ["@ar-phone"] }, async ({ page, api }) => {
  await beAt(page, api);
  const seen: string[] = [];
  for (const [address, kind] of [
    ["/search-results?q=x", "input[type=search]"],
    [`/branches/${grocery.slug}`, "input[type=search]"],
    ["/information/faq", "input[type=search]"],
    ["/account/contact-us", "input:not([type=search]):not([dir=ltr])"],
    ["/account/contact-us", "textarea"],
  ] as const) {
    await open(page, address);
    const field = page.getByRole("main").locator(kind).filter({ visible: true }).first();
    const drawn = async (text: string) => {
      await field.evaluate((one: HTMLInputElement | HTMLTextAreaElement, value) => {
        one.value = value;
      }, text);
      return (await field.screenshot({ animations: "disabled" })).toString("base64");
    };
    // The two differ only by the dots below.
    if ((await drawn("مصري")) === (await drawn("مصرى"))) seen.push(`${kind} of ${address}`);
  }
  expect(seen).toEqual([]);
});
