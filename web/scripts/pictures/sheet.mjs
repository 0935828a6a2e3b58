/** A contact sheet for reviewing pictures: node sheet.mjs out.png columns name… or a file's list. */
import sharp from "sharp";

export async function sheet(out, entries, columns = 8, cell = 150, names = true) {
  const rows = Math.ceil(entries.length / columns);
  const layers = [];
  for (const [i, [name, svg]] of entries.entries()) {
    const size = cell - 26;
    const image = await sharp(Buffer.from(svg)).resize(size, size).png().toBuffer();
    const left = (i % columns) * cell + 13;
    const top = Math.floor(i / columns) * cell + 4;
    layers.push({ input: image, left, top });
    if (names) {
      const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell}" height="16"><text x="${cell / 2}" y="12" font-size="10.5" font-family="sans-serif" text-anchor="middle">${name.slice(0, 24)}</text></svg>`;
      layers.push({ input: Buffer.from(label), left: left - 13, top: top + size + 1 });
    }
  }
  await sharp({
    create: { width: columns * cell, height: rows * cell, channels: 3, background: "#F3EDE2" },
  })
    .composite(layers)
    .png()
    .toFile(out);
}
