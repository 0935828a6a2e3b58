import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import pluginReact from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { type Operation, shapesOf } from "./scripts/shapes.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The location of React; internal/app builds with other versions of it. */
const modules = process.env.WEKALA_REACT ?? at("node_modules");
const react = versionIn(`${modules}/react/package.json`);
/**
 * The React version that storefront/render was written for. With any other one, React's own
 * renderer renders the pages.
 */
const writtenFor = versionIn(at("src/storefront/render/version.json"));

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Writes for the Go program which renderer is in the server's bundle, and why. */
function saysRenderer(renderer: "ours" | "react"): Plugin {
  return {
    name: "wekala-says-renderer",
    generateBundle() {
      const source = JSON.stringify({ renderer, react, written_for: writtenFor });
      this.emitFile({ type: "asset", fileName: "renderer.json", source });
    },
  };
}

/**
 * The server renders with eager imports only: it bundles pages (through storefront/pages.ts), their parts below the
 * first screen (a feature's later.ts) and texts. Every other dynamic import is loaded by the browser after hydration
 * (dialogs and other users of React Aria) and becomes an empty module here.
 */
function browserOnlyParts(): Plugin {
  const eager = [at("src/storefront/pages.ts"), at("src/storefront/entry-server.tsx")];
  const empty = "\0browser-only";
  return {
    name: "wekala-browser-only-parts",
    enforce: "pre",
    resolveDynamicImport(_specifier, importer) {
      return importer && (eager.includes(importer) || importer.endsWith("/later.ts"))
        ? null
        : empty;
    },
    resolveId(id) {
      return id === empty ? empty : null;
    },
    load(id) {
      return id === empty ? "export default null;" : null;
    },
  };
}

/** In the server bundle, the query hooks are those of storefront/serverQueries.ts. */
function serverHooks(): Plugin {
  const ours = at("src/storefront/serverQueries.ts");
  return {
    name: "wekala-server-hooks",
    enforce: "pre",
    resolveId(id, importer) {
      return id === "@tanstack/react-query" && importer !== ours ? ours : null;
    },
  };
}

/** Wraps lib/fetchFirst.ts around each import() of the browser's build, in place of the builder's own helper. */
function fetchesFirst(): Plugin {
  return {
    name: "wekala-fetches-first",
    enforce: "pre",
    load(id) {
      return id.includes("vite/preload-helper")
        ? `export { fetchFirst as __vitePreload } from ${JSON.stringify(at("src/lib/fetchFirst.ts"))};`
        : null;
    },
  };
}

const description = at("../api/openapi.yaml");
const inConsole = (path: string) => path.startsWith("/console");

/** Whether an operation reads what is the same for everybody: all that a first visit requests. */
const isPublic = (path: string, method: string, { security }: Operation) =>
  method === "get" && !security && !inConsole(path);

/** The shapes of the API's answers as modules (api/decode.ts). */
function answerShapes(): Plugin {
  const parts: Record<string, Parameters<typeof shapesOf>[1]> = {
    "virtual:shapes/public": isPublic,
    "virtual:shapes/shop": (...operation) => !inConsole(operation[0]) && !isPublic(...operation),
    "virtual:shapes/console": inConsole,
  };
  return {
    name: "wekala-answer-shapes",
    resolveId: (id) => (id in parts ? `\0${id}` : null),
    load(id) {
      const wanted = parts[id.slice(1)];
      if (!wanted) return null;
      this.addWatchFile(description);
      const shapes = JSON.stringify(shapesOf(readFileSync(description, "utf8"), wanted));
      return `export default JSON.parse(${JSON.stringify(shapes)});`;
    },
  };
}

/** The oldest supported browsers (docs/browsers.md); testing/oldest.test.ts checks the build. */
const oldest = ["chrome105", "safari15.4", "ios15.4", "firefox115"];

/** Adds a length in vh before each one in dvh, for Chrome before 108. */
function dvhFallback(): Plugin {
  return {
    name: "wekala-dvh-fallback",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, files) {
        for (const file of Object.values(files)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
          file.source = String(file.source).replace(
            /(?<=[{;])[a-z-]+:[^;{}]*\ddvh[^;{}]*/g,
            (rule) => `${rule.replaceAll(/(\d)dvh/g, "$1vh")};${rule}`,
          );
        }
      },
    },
  };
}

/** The components of forms and account pages, which no first page uses. */
const forms =
  /\/src\/(ui\/(BackLink|Checkbox|CodeInput|ConfirmDialog|Countdown|Drawing|Failure|FieldGroup|Hero|IconTile|Lines|Ltr|PageHead|PhoneInput|RadioGroup|SumList|Switch|TabLinks|TextArea|Timeline)|lib\/(mapLink|newKey|format\/amount)|api\/(useAction|useFields|useTryKey))\.tsx?$/;

/** Modules next to the shared ones that only a few pages need: they stay with those pages. */
const rare =
  /\/(ui\/(digits|Gallery|Gone|GoalBar|LoadedList|[Mm]ap\w+|geo|MomentMark|More|ProgressBar|SkipLink|Tile)|lib\/(staffSession|format\/field)|api\/(decode\w*|download|reader|refusal|sse|upload|useUploads))\.tsx?$/;

/** The components that show products and branches, on nearly every page that visitors enter by. */
const cards =
  /\/src\/(shop\/(products\/(ProductNotes|ProductCard|ProductGrid|ProductLine|ProductRow|useGoTo|api)|favourites\/(api|model|useHeart|Heart)|cart\/AddToCart|basket\/BasketBeside|branches\/(api|model|TileFacts|BranchRating|BranchName|BranchTile|BranchCover|BranchCard)|useSoon))\.tsx?$/;

/** Whether a file depends on React Aria, which is loaded when a menu is opened. */
const standsOnReactAria = (id: string) =>
  /^import (?!type).*from "(react-aria|\.\/Menu)/m.test(readFileSync(id, "utf8"));

/**
 * Chunks that nearly every page needs, so that a page is a handful of files, each of which
 * compresses better than many small ones: the libraries, and our shared modules and cards.
 */
function sharedParts() {
  return [
    {
      name: "vendor",
      test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
      priority: 2,
    },
    {
      name: "shared",
      test: (id: string) =>
        (/\/src\/(ui|lib|api)\/.*\.tsx?$/.test(id) &&
          !forms.test(id) &&
          !rare.test(id) &&
          !standsOnReactAria(id)) ||
        /\/src\/shop\/cart\/(api|model|notification)\.ts$/.test(id) ||
        cards.test(id),
      priority: 1,
    },
    // Separate, so that the first script waits for no other.
    { name: "preload", test: /preload-helper|lib\/fetchFirst/, priority: 3 },
    { name: "forms", test: forms, minShareCount: 4, priority: 0 },
  ];
}

const tests = ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"];
const ownWorld = ["src/storefront/**/*.test.{ts,tsx}", "src/ui/Menu.test.tsx"];

/** Every file the storefront may request, from the manifest of the previous build: for the worker. */
function storefrontFiles(): string[] {
  const manifest = at("dist/manifest.json");
  if (!existsSync(manifest)) return [];
  interface Chunk {
    file: string;
    imports?: string[];
    dynamicImports?: string[];
    css?: string[];
    assets?: string[];
  }
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, Chunk>;
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit("src/storefront/entry-client.ts");
  return [...files].sort().map((file) => `/${file}`);
}

/** The service worker: a single script next to the others, with a fixed name. */
const worker = {
  outDir: at("dist"),
  emptyOutDir: false,
  target: oldest,
  minify: true,
  copyPublicDir: false,
  lib: {
    entry: at("src/worker/worker.ts"),
    formats: ["iife" as const],
    name: "wekalaWorker",
    fileName: () => "sw.js",
  },
};

/**
 * `vite build` builds the browser's files, `vite build --mode server` the script the Go program
 * runs, `vite build --mode worker` the service worker. `--mode server-as-react` uses React's own
 * renderer, for the test that compares the two (e2e/drawn.spec.ts).
 */
export default defineConfig(({ mode }) => {
  const server = mode === "server" || mode === "server-as-react";
  const asReact = mode === "server-as-react" || react !== writtenFor;
  return {
    root: at("."),
    base: "/",
    publicDir: server || mode === "worker" ? false : at("public"),
    plugins: server
      ? [
          browserOnlyParts(),
          serverHooks(),
          answerShapes(),
          saysRenderer(asReact ? "react" : "ours"),
          pluginReact(),
        ]
      : [answerShapes(), fetchesFirst(), pluginReact(), tailwindcss(), dvhFallback()],
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode === "test" ? "test" : "production"),
      __SERVER__: String(server || mode === "test"),
      ...(mode === "worker" ? { __FILES__: JSON.stringify(storefrontFiles()) } : {}),
    },
    resolve: {
      alias: [
        ...(asReact
          ? [
              {
                find: /^\.\/render\/render$/,
                replacement: `${modules}/react-dom/cjs/react-dom-server-legacy.browser.production.js`,
              },
            ]
          : []),
        ...(process.env.WEKALA_REACT
          ? [{ find: /^(react|react-dom)(?=\/|$)/, replacement: `${modules}/$1` }]
          : []),
      ],
    },
    build:
      mode === "worker"
        ? worker
        : server
          ? {
              outDir: at("dist/server"),
              emptyOutDir: true,
              target: "es2022",
              minify: true,
              copyPublicDir: false,
              lib: {
                entry: at("src/storefront/entry-server.tsx"),
                formats: ["iife"],
                name: "wekalaBundle",
                fileName: () => "server.js",
              },
            }
          : {
              outDir: at("dist"),
              emptyOutDir: true,
              assetsDir: "assets",
              assetsInlineLimit: 0,
              manifest: "manifest.json",
              target: oldest,
              // A page's shared chunks are mostly loaded already: listing them all in the first
              // script would weigh more.
              modulePreload: {
                polyfill: false,
                resolveDependencies: (_file, parts) => parts.filter((one) => one.endsWith(".css")),
              },
              rollupOptions: {
                input: {
                  storefront: at("src/storefront/entry-client.ts"),
                  console: at("src/console/entry-client.tsx"),
                },
                output: { codeSplitting: { groups: sharedParts() } },
              },
            },
    test: {
      environment: "jsdom",
      setupFiles: [at("src/testing/setup.ts")],
      restoreMocks: true,
      // They run alongside the race detector: short work may have to wait for a CPU core.
      testTimeout: 20_000,
      // The server's bundle contains every page.
      hookTimeout: 60_000,
      // An isolated environment for each file costs seven times the tests themselves: only files
      // get one that would be affected by leftovers in React Aria (focus, open overlays) or in the
      // server's bundle.
      projects: [
        {
          extends: true,
          test: { name: "shared", isolate: false, include: tests, exclude: ownWorld },
        },
        { extends: true, test: { name: "own", isolate: true, include: ownWorld } },
      ],
    },
  };
});
