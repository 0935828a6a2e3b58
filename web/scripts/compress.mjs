// Writes .gz and .br next to every text file of the build, so the program never compresses a static
// file itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;
const text = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".html"]);

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name !== "server") yield* files(path);
    } else yield path;
  }
}

for (const path of files(dist)) {
  if (!text.has(extname(path)) || path.endsWith("manifest.json")) continue;
  const body = readFileSync(path);
  if (body.length < 512) continue;
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  );
}
