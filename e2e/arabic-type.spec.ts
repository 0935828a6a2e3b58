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
    return found;
  });

/**
 * Fields that draw less of a final ya than there is with room: typed, and as a placeholder. What a
 * browser makes of a field's line is not to be computed, so copies of them are drawn and looked at.
 */
async function cutInFields(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    document.getElementById("fields")?.remove();
    const sheet = document.createElement("div");
    sheet.id = "fields";
    sheet.popover = "manual";
    sheet.style.cssText =
      "position:fixed;inset:0;width:100%;height:100%;max-height:none;margin:0;border:0;padding:0;background:#fff;overflow:hidden";
    const seen = new Set<string>();
    const names: string[] = [];
    // Not an element: the pages allow no style of their own.
    const rules = new CSSStyleSheet();
    rules.replaceSync("#fields ::placeholder{color:#000!important;opacity:1!important}");
    document.adoptedStyleSheets = [rules];
    for (const field of document.querySelectorAll("input, textarea")) {
      const type = field.getAttribute("type") ?? "text";
      if (!field.checkVisibility() || !/^(text|search|tel|email)$/.test(type)) continue;
      const { height } = field.getBoundingClientRect();
      const name = `${type} ${Math.round(height)} ${field.className}`;
      if (height < 8 || seen.has(name)) continue;
      seen.add(name);
      for (const [kind, room] of [
        ["typed", false],
        ["typed", true],
        ["placeholder", false],
        ["placeholder", true],
      ] as const) {
        // With room it is plain text.
        const copy = document.createElement(room ? "span" : field.localName);
        if (copy instanceof HTMLInputElement) copy.type = type;
        copy.className = room ? "" : field.className;
        copy.style.cssText = `position:absolute;display:block;min-height:0;width:60px;padding-inline:16px;border-color:transparent;outline:0;background:#fff;color:#000;font-size:${getComputedStyle(field).fontSize};left:${70 * (names.length % 4)}px;top:${70 * Math.floor(names.length / 4)}px;height:${room ? 64 : height}px;${room ? "line-height:64px" : ""}`;
        if (room) copy.textContent = "ي";
        else copy.setAttribute(kind === "typed" ? "value" : "placeholder", "ي");
        if (kind === "typed" && copy instanceof HTMLTextAreaElement) copy.value = "ي";
        copy.tabIndex = -1;
        sheet.append(copy);
        names.push(`${kind} in ${name.slice(0, 60)}`);
      }
    }
    document.body.append(sheet);
    sheet.showPopover();
    return names;
  });
  if (names.length === 0) return [];
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = (await page.screenshot({ animations: "disabled" })).toString("base64");
  const ink = await page.evaluate(
    async ([data, count]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext("2d", { willReadFrequently: true });
      if (!pen) return [];
      pen.drawImage(image, 0, 0);
      const scale = image.width / innerWidth;
      document.getElementById("fields")?.remove();
      document.adoptedStyleSheets = [];
      return Array.from({ length: count }, (_, at) => {
        const [x, y] = [70 * (at % 4) * scale, 70 * Math.floor(at / 4) * scale];
        const { data: dots, width } = pen.getImageData(x, y, 66 * scale, 66 * scale);
        const rows = new Set<number>();
        for (let dot = 0; dot < dots.length; dot += 4) {
          if ((dots[dot] ?? 255) < 128) rows.add(Math.floor(dot / 4 / width));
        }
        return rows.size / scale;
      });
    },
    [picture, names.length] as const,
  );
  return names.filter((_, at) => at % 2 === 0 && (ink[at] ?? 0) < (ink[at + 1] ?? 1) - 1);
}

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
      // A field is the same at every width of its kind.
      if (width === 390 || width === 1280) {
        expect(await cutInFields(page), `${address} at ${width}`).toEqual([]);
      }
    }
  }
});
