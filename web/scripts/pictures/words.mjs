/** Words as outlines, shaped from the shop's own font: a picture needs no font where it is shown. */
import { readFileSync } from "node:fs";
import * as hb from "harfbuzzjs";
import { n } from "./draw.mjs";

const bytes = readFileSync(
  new URL("../../../internal/platform/pdf/fonts/bold.ttf", import.meta.url),
);
const face = new hb.Face(
  new hb.Blob(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
);
const font = new hb.Font(face);
const em = face.upem;
const shaped = new Map();

/** The glyphs of a word as paths in font units, with the box of their ink. */
function shape(text) {
  if (shaped.has(text)) return shaped.get(text);
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const places = buffer.getGlyphPositions();
  const glyphs = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let pen = 0;
  buffer.getGlyphInfos().forEach((glyph, i) => {
    const place = places[i];
    const path = font.glyphToPath(glyph.codepoint);
    const x = pen + place.xOffset;
    glyphs.push([path, x, place.yOffset]);
    coordinates(path, (px, py) => {
      box[0] = Math.min(box[0], px + x);
      box[1] = Math.min(box[1], py + place.yOffset);
      box[2] = Math.max(box[2], px + x);
      box[3] = Math.max(box[3], py + place.yOffset);
    });
    pen += place.xAdvance;
  });
  const done = { glyphs, box };
  shaped.set(text, done);
  return done;
}

function coordinates(path, each) {
  const numbers = path.match(/-?\d+(\.\d+)?/g) ?? [];
  for (let i = 0; i + 1 < numbers.length; i += 2) each(Number(numbers[i]), Number(numbers[i + 1]));
}

/** One word, its ink centred on cx, cy, at most `size` tall by the em and `width` wide. */
export function word(text, cx, cy, width, size, color) {
  const { glyphs, box } = shape(text);
  const [x0, y0, x1, y1] = box;
  const scale = Math.min(size / em, width / (x1 - x0), (size * 1.15) / (y1 - y0));
  const left = cx - ((x0 + x1) / 2) * scale;
  const base = cy + ((y0 + y1) / 2) * scale;
  const d = glyphs
    .map(([path, x, y]) => {
      let second = false;
      return path.replace(/-?\d+(\.\d+)?/g, (v) => {
        const out = second ? n(base - (Number(v) + y) * scale) : n(left + (Number(v) + x) * scale);
        second = !second;
        return String(out);
      });
    })
    .join("");
  return `<path d="${d.replaceAll(",", " ")}" fill="${color}"/>`;
}
