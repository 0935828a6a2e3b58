/**
 * Draws the demo's pictures and writes them to the folder the program embeds: `make pictures`.
 * Unchanged pictures are left as they are; `--all` draws all of them again.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { drawAll } from "./all.mjs";

const folder = fileURLToPath(
  new URL("../../../internal/operations/demo/data/images/", import.meta.url),
);
/** Pages show the SVG; previews of shared links cannot, so they use this raster image. */
const width = 256;
/**
 * A cover contains so many products that a phone would need a tenth of a second to draw it, so
 * covers are raster images only. Those shown at half their size or less can have a lower quality.
 */
const covers = [
  { width: 480, quality: 78 },
  { width: 960, quality: 55 },
];

/** The drawing that each cover's raster image was made from. */
const coversFile = fileURLToPath(new URL("covers.json", import.meta.url));
const coversBefore = existsSync(coversFile) ? JSON.parse(readFileSync(coversFile, "utf8")) : {};
const coversNow = {};

const toPixels = (svg, file, width, quality = 78) =>
  sharp(Buffer.from(svg), { density: 144 })
    .resize(width)
    .webp({ quality, alphaQuality: 80, effort: 6 })
    .toFile(folder + file);

const drawn = drawAll();
const wanted = new Set();
let made = 0;
for (const [name, svg] of drawn) {
  if (name.startsWith("cover-")) {
    coversNow[name] = createHash("sha256").update(svg).digest("hex");
    const files = covers.map((one) => ({ ...one, file: `${name}.${one.width}.webp` }));
    for (const { file } of files) wanted.add(file);
    const same =
      coversBefore[name] === coversNow[name] &&
      files.every(({ file }) => existsSync(folder + file));
    if (same && !process.argv.includes("--all")) continue;
    made += 1;
    for (const { file, width, quality } of files) await toPixels(svg, file, width, quality);
    continue;
  }
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
  await toPixels(svg, pixels, width);
}
writeFileSync(coversFile, `${JSON.stringify(coversNow, null, 2)}\n`);
for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(folder + file);
console.log(`${drawn.size} pictures, ${made} made anew`);
