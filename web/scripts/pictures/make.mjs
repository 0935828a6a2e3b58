/**
 * Draws the demo's pictures and writes them where the program takes them from: `make pictures`.
 * What did not change is left as it is; `--all` makes everything anew.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { drawAll } from "./all.mjs";

const folder = fileURLToPath(new URL("../../../internal/demo/data/images/", import.meta.url));
/** Pages show the drawing; previews of shared links, which show none, this one in pixels. */
const width = 256;

const drawn = drawAll();
const wanted = new Set();
let made = 0;
for (const [name, svg] of drawn) {
  const drawing = `${name}.svg`;
  const pixels = `${name}.webp`;
  wanted.add(drawing).add(pixels);
  const same =
    existsSync(folder + pixels) &&
    existsSync(folder + drawing) &&
    readFileSync(folder + drawing, "utf8") === svg;
  if (same && !process.argv.includes("--all")) continue;
  made += 1;
  writeFileSync(folder + drawing, svg);
  await sharp(Buffer.from(svg), { density: 144 })
    .resize(name.startsWith("cover-") ? 2 * width : width)
    .webp({ quality: 78, alphaQuality: 80, effort: 6 })
    .toFile(folder + pixels);
}
for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(folder + file);
console.log(`${drawn.size} pictures, ${made} made anew`);
