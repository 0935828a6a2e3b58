/** Arabic letters reach deep below the line: nothing that clips or is typed into cuts them. */
import { grocery } from "./support/api";
import { beAt, open } from "./support/shop";
import { expect, type Page, settled, test } from "./support/test";

/** Texts whose drawn ink reaches out of the box that clips it, and by how many pixels. */
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
      // What hides its content altogether is for the ear only.
      if (!box || box === document.body || box.clientHeight < 4) continue;
      const style = getComputedStyle(parent);
      pen.font = fontOf(style);
      const ink = pen.measureText(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      const frame = box.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(
        // Lines that are cut off whole are meant to be.
        (line) => line.width > 1 && (line.top + line.bottom) / 2 < frame.bottom,
      );
      const last = lines.at(-1);
      if (!last) continue;
      const baseline = last.bottom - ink.fontBoundingBoxDescent;
      const over = baseline + ink.actualBoundingBoxDescent - frame.bottom;
      if (over > 0.75 && baseline < frame.bottom) {
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
    }
  }
});
