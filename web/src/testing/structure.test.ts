import ts from "typescript";
import { expect, test } from "vitest";
import { consoleRoutes } from "../console/routes";
import { routes } from "../storefront/routes";
import { type Import, importsOf, place, sources } from "./sources";

const all = sources();
const names = new Set(all.map((source) => source.name));
const layerOf = (name: string) => name.split("/")[0] ?? "";
const featureOf = (name: string) => /^features\/([^/]+\/[^/]+)/.exec(name)?.[1];

/** The layers that each layer may import from. locales are data, testing is for tests only. */
const allowed: Record<string, readonly string[]> = {
  lib: ["lib"],
  api: ["api", "lib"],
  ui: ["ui", "api", "lib"],
  shop: ["shop", "ui", "api", "lib"],
  locales: ["lib", "locales"],
  backoffice: ["backoffice", "shop", "ui", "api", "lib"],
  features: ["features", "backoffice", "shop", "ui", "api", "lib"],
  storefront: ["storefront", "features", "shop", "ui", "api", "lib", "locales", "styles.css"],
  console: [
    "console",
    "features",
    "backoffice",
    "shop",
    "ui",
    "api",
    "lib",
    "locales",
    "styles.css",
  ],
  worker: ["worker"],
};

test("imports go lib <- api <- ui <- shop <- backoffice <- features <- storefront | console", () => {
  const wrong = all
    .filter(({ name }) => layerOf(name) !== "testing")
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => target !== null)
        .filter(({ target }) => !allowed[layerOf(source.name)]?.includes(layerOf(target ?? "")))
        .map(({ text }) => `${source.name} imports ${text}`),
    );
  expect(wrong).toEqual([]);
});

/** The import graph between the rooms that `roomOf` returns, each edge with an example import; types count too. */
function arrows(roomOf: (name: string) => string | undefined): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>();
  for (const source of all) {
    const from = roomOf(source.name);
    if (from === undefined) continue;
    const out = graph.get(from) ?? new Map<string, string>();
    graph.set(from, out);
    for (const { target } of importsOf(source)) {
      const to = target ? roomOf(target) : undefined;
      if (to !== undefined && to !== from && !out.has(to))
        out.set(to, `${source.name} -> ${target}`);
    }
  }
  return graph;
}

/** The cycles of the graph: one line for every edge that leads back to its start. */
function circles(graph: Map<string, Map<string, string>>): string[] {
  const leads = (start: string, goal: string) => {
    const seen = new Set([start]);
    const queue = [start];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (at === goal) return true;
      for (const next of graph.get(at)?.keys() ?? []) {
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    return false;
  };
  return [...graph].flatMap(([from, out]) =>
    [...out].filter(([to]) => leads(to, from)).map(([, text]) => text),
  );
}

test("a circle is found where there is one", () => {
  const graph = new Map([
    ["a", new Map([["b", "a -> b"]])],
    ["b", new Map([["c", "b -> c"]])],
    ["c", new Map([["b", "c -> b"]])],
  ]);
  expect(circles(graph)).toEqual(["b -> c", "c -> b"]);
});

test("no feature leads back to itself through others", () => {
  expect(circles(arrows(featureOf))).toEqual([]);
});

test("no part of shop leads back to itself through others", () => {
  expect(circles(arrows((name) => /^shop\/([^/]+)/.exec(name)?.[1]))).toEqual([]);
});

test("no file leads back to itself through others", () => {
  expect(circles(arrows((name) => (layerOf(name) === "testing" ? undefined : name)))).toEqual([]);
});

test("every relative import leads somewhere", () => {
  const lost = all.flatMap((source) =>
    importsOf(source)
      .filter(({ text, target }) => text.startsWith(".") && target === null)
      .map(({ text }) => `${source.name} imports ${text}`),
  );
  expect(lost).toEqual([]);
});

test("customers' pages and components import nothing of the console's", () => {
  const ofStaff = /^(console|backoffice)\/|\/console\//;
  const wrong = all
    .filter(({ name }) => !ofStaff.test(name))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => ofStaff.test(target ?? ""))
        .filter(() => layerOf(source.name) !== "testing")
        .map(({ text }) => `${source.name} imports ${text}`),
    );
  expect(wrong).toEqual([]);
});

test("a feature shows another feature's components on its pages only: what components share is in shop", () => {
  const wrong = all
    .filter(({ name }) => /^features\/[^/]+\/[^/]+\/components\//.test(name))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ target, typeOnly, dynamic }) => {
          const other = target ? featureOf(target) : undefined;
          return (
            !typeOnly &&
            !dynamic &&
            other !== undefined &&
            other !== featureOf(source.name) &&
            /\/(pages|components)\//.test(target ?? "")
          );
        })
        .map(({ text }) => `${source.name} imports ${text}`),
    );
  expect(wrong).toEqual([]);
});

/** Functions typed by the API's description: a type argument would replace those types. */
const described = new Set([
  "request",
  "upload",
  "publicQuery",
  "publicList",
  "personalQuery",
  "personalList",
  "serviceList",
  "keysetList",
]);

test("calls to the API are typed by its description, not by hand", () => {
  const wrong: string[] = [];
  for (const source of all) {
    const visit = (node: ts.Node) => {
      if (
        (ts.isCallExpression(node) || ts.isExpressionWithTypeArguments(node)) &&
        ts.isIdentifier(node.expression) &&
        described.has(node.expression.text) &&
        node.typeArguments
      ) {
        wrong.push(`${place(source, node)}: ${node.expression.text} has a type argument`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source.file);
  }
  expect(wrong).toEqual([]);
});

test("send, which takes any address, is used by the api layer's client and queries only", () => {
  const wrong = all
    .filter(({ name }) => name !== "api/client.ts" && name !== "api/query.ts")
    .filter(({ file }) =>
      file.statements.some(
        (one) =>
          (ts.isImportDeclaration(one) || ts.isExportDeclaration(one)) &&
          one.moduleSpecifier !== undefined &&
          /\/client"$/.test(one.moduleSpecifier.getText(file)) &&
          /\bsend\b|\*/.test(one.getText(file)),
      ),
    )
    .map(({ name }) => `${name} imports send`);
  expect(wrong).toEqual([]);
});

/** Follows static imports, and the dynamic ones that `follow` accepts. */
function reachable(start: string, follow: (one: Import) => boolean): Map<string, string> {
  const byName = new Map(all.map((source) => [source.name, source]));
  const from = new Map<string, string>([[start, ""]]);
  const queue = [start];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const source = byName.get(name);
    if (!source) continue;
    for (const one of importsOf(source)) {
      if (one.typeOnly || (one.dynamic && !follow(one))) continue;
      const next = one.target ?? one.text;
      if (from.has(next)) continue;
      from.set(next, name);
      queue.push(next);
    }
  }
  return from;
}

function way(from: Map<string, string>, to: string): string {
  const steps = [to];
  for (let at = from.get(to); at; at = from.get(at)) steps.unshift(at);
  return steps.join(" -> ");
}

test("React Aria is loaded later: not with the shell, not with any page, not on the server", () => {
  const heavy =
    /^(react-aria-components|react-aria|react-stately|@react-aria\/|@internationalized\/)/;
  const starts = [
    "storefront/start.tsx",
    "storefront/entry-server.tsx",
    ...routes.map(({ page }) => `features/${page.replace(/[^/]+$/, "pages/$&")}.tsx`),
  ];
  const wrong = starts.flatMap((start) => {
    const from = reachable(start, () => false);
    return [...from.keys()].filter((name) => heavy.test(name)).map((name) => way(from, name));
  });
  expect([...new Set(wrong)]).toEqual([]);
});

test("every registered page exists", () => {
  const missing = [
    ...routes.map(({ page }) => `features/${page.replace(/[^/]+$/, "pages/$&")}.tsx`),
    ...consoleRoutes.map(({ page }) => `features/${page.replace(/[^/]+$/, "console/$&")}.tsx`),
  ].filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});

test("a page keeps clear of the clock while it is drawn: now is data", () => {
  const wrong = all
    .filter(({ name }) => /^(features|shop|ui)\//.test(name))
    .filter(({ file }) => /\bnew Intl\.|\btoLocale(Date|Time)?String\(/.test(file.text))
    .map(({ name }) => name);
  expect(wrong).toEqual([]);
});

/** The browser's APIs for requests to a server. */
const asking = new Set(["fetch", "XMLHttpRequest", "EventSource", "WebSocket", "sendBeacon"]);
/**
 * api/client.ts sends every request, and api/upload.ts those that fetch cannot. The service worker
 * sits between page and network: it only passes on requests that the client sent. lib/fetchFirst.ts
 * fetches the shop's own code, not data.
 */
const mayAsk = new Set(["api/client.ts", "api/upload.ts", "lib/fetchFirst.ts", "worker/worker.ts"]);

/** The places where a source uses one of these APIs, directly or through window and the like. */
function asks(source: (typeof all)[number]): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && asking.has(node.text)) {
      const { parent } = node;
      const owner = ts.isPropertyAccessExpression(parent) && parent.name === node;
      const own = owner && /^(window|globalThis|self|navigator)$/.test(parent.expression.getText());
      const named = !owner && !ts.isPropertyAssignment(parent) && !ts.isTypeReferenceNode(parent);
      if (own || named) found.push(place(source, node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  return found;
}

test("every request goes the one way: nothing else asks a server by itself", () => {
  for (const name of mayAsk) {
    expect(all.filter((one) => one.name === name).flatMap(asks)).not.toEqual([]);
  }
  expect(all.filter(({ name }) => !mayAsk.has(name)).flatMap(asks)).toEqual([]);
});

/** Pages without a record to show yet: an invitation's changes are in the history on the person's own page. */
const withoutHistory = new Set([
  "features/identity/staff/console/invite.tsx",
  "features/locations/branches/console/first.tsx", // makes records, each of which has its own
]);

/** The names of the elements that a source renders: <RecordPage ...>. */
function drawn({ file }: (typeof all)[number]): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      found.add(node.tagName.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test("every record of the console shows its history from the audit log", () => {
  const pages = all
    .filter(({ name }) => name.startsWith("features/"))
    .map((source) => ({ name: source.name, elements: drawn(source) }))
    .filter(({ elements }) => elements.has("RecordPage"));
  expect(pages.length).toBeGreaterThan(20);
  expect(
    pages
      .filter(({ name }) => !withoutHistory.has(name))
      .filter(({ elements }) => !elements.has("RecordHistory"))
      .map(({ name }) => name),
  ).toEqual([]);
  const named = pages.filter(({ name }) => withoutHistory.has(name));
  expect(named.map(({ name }) => name)).toEqual([...withoutHistory]);
  expect(named.filter(({ elements }) => elements.has("RecordHistory"))).toEqual([]);
});

test("what is told in passing has one store in the console and one in the shop", () => {
  const stores = all.filter(({ file }) => /\bcreateToasts\(/.test(file.text));
  expect(stores.map(({ name }) => name).filter((name) => !name.startsWith("ui/"))).toEqual([
    "backoffice/toasts.ts",
    "shop/cart/notification.ts",
  ]);
});

/** Lists of the console that RecordList does not render, with the reason. */
const otherLists: Record<string, string> = {
  "backoffice/RecordHistory.tsx": "a part of a record: lines of the audit log",
  "backoffice/pictures/Library.tsx": "a dialog to choose pictures from",
  "backoffice/useAllRows.ts": "stores, branches or services to choose from",
  "features/catalogue/products/console/components/NameWaits.tsx":
    "stands above the prices, while any name waits",
  "features/catalogue/products/console/components/StockActions.tsx":
    "a dialog: the moves of one variant",
  "features/catalogue/products/console/prices.tsx": "a sheet: its cells are typed in",
  "backoffice/ProductFinder.tsx": "products to choose from",
  "features/ordering/orders/console/takings.tsx":
    "a report of a branch and a day, with its handovers",
};

/** Whether a source queries a paged list, or renders one. */
const showsList = (source: (typeof all)[number]) =>
  /\buse(Suspense)?InfiniteQuery\(/.test(source.file.text.replace(/\/\*[\s\S]*?\*\//g, "")) ||
  drawn(source).has("LoadedList");

test("a console page that shows a list draws RecordList", () => {
  const lists = all
    .filter(({ name }) => /^(features\/[^/]+\/[^/]+\/console|backoffice|console)\//.test(name))
    .filter(showsList);
  expect(lists.length).toBeGreaterThan(20);
  const own = lists.filter(
    (source) => !["RecordList", "Queue", "Things"].some((list) => drawn(source).has(list)),
  );
  expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(otherLists).sort());
});

/** Forms without one of the kernels, with the reason why they need none. */
const withoutKernel: Record<string, string> = {
  "ui/SearchBox.tsx": "words to search for: none are wrong",
  "features/catalogue/search/pages/results.tsx": "words to search for: none are wrong",
  "features/locations/branches/components/Menu.tsx": "words to search for: none are wrong",
  "features/marketing/content/components/Questions.tsx": "words to search for: none are wrong",
  "storefront/NotFound.tsx": "words to search for: none are wrong",
  "features/catalogue/products/console/components/FormulaDialog.tsx":
    "goes to the sheet's cells, nothing is sent",
  "features/catalogue/products/console/components/StockActions.tsx":
    "goes to the sheet's cells, nothing is sent",
  "features/catalogue/products/console/components/CopyPrices.tsx":
    "a choice and a mark, neither can be wrong",
  "backoffice/Filters.tsx": "filters go to the address, nothing is sent",
  "backoffice/RecordForm.tsx": "draws the form that useForm holds",
  "features/identity/auth/components/CodeStep.tsx": "four figures that send themselves: one action",
};

/**
 * Sources that validate and show errors themselves, with the reason: they are not forms of fields
 * submitted together.
 */
const ownErrors: Record<string, string> = {
  "shop/products/FilterChoices.tsx": "a price goes to the address as it is typed, nothing is sent",
  "api/useFields.ts": "a kernel",
  "lib/focusWrong.ts": "the kernels' focus",
  "features/catalogue/products/console/components/useSheet.ts":
    "a sheet: what is wrong is a row's cell",
  "features/ordering/checkout/usePlace.ts":
    "a purchase: its parts are judged in turn and kept by the page",
  "features/ordering/checkout/focusOn.ts": "a purchase: the first part that is wrong is shown",
  "features/aftersales/returns/console/Inspection.tsx": "a verdict for each unit, not fields",
  "features/aftersales/returns/pages/ask.tsx":
    "a return: its steps are judged in turn and kept as a draft",
};

/** Whether a source keeps field errors itself, or searches for the first invalid field. */
const judges = (text: string) =>
  /const \[\w+, set(Tried|Wrong|\w*Errors?)\]\s*=\s*useState/.test(text) ||
  /querySelector\S*\(\s*['"`][^)]*aria-invalid/.test(text);

test("a form's values, errors, busy state and focus are a kernel's", () => {
  expect(judges("const [tried, setTried] = useState(false);")).toBe(true);
  expect(judges("const [phoneError, setPhoneError] = useState<string>();")).toBe(true);
  expect(judges('part.querySelector<HTMLElement>("[aria-invalid]")')).toBe(true);
  expect(judges("const form = useFields({ name: '' });")).toBe(false);
  const bare = all
    .filter((source) => drawn(source).has("form"))
    .filter(({ file }) => !/\b(useFields|useForm|useSetting)[<(]/.test(file.text))
    .map(({ name }) => name);
  expect(bare.filter((name) => layerOf(name) !== "testing").sort()).toEqual(
    Object.keys(withoutKernel).sort(),
  );
  const own = all.filter(({ file }) => judges(file.text)).map(({ name }) => name);
  expect(own.filter((name) => layerOf(name) !== "testing").sort()).toEqual(
    Object.keys(ownErrors).sort(),
  );
});

/** Sources that keep their own busy state, with the reason. */
const ownBusy: Record<string, string> = {
  "api/useAction.ts": "the kernel of presses",
  "backoffice/useForm.ts": "the kernel of records",
  "features/locations/places/useOwnPosition.ts":
    "asks the browser, whose refusal has causes but no words",
  "features/ordering/checkout/usePlace.ts": "a purchase: what is refused is sorted by what helps",
  "shop/extras/useAddWith.ts": "a cart of another branch is no failure: it is asked about",
};

const keepsBusy = (text: string) =>
  /const \[\w+, set(Busy|Sending|Saving|Pending|Loading|Working)\]\s*=\s*useState/.test(text);

test("what a press does is under way, done or refused in one way: useAction", () => {
  expect(keepsBusy("const [busy, setBusy] = useState(false);")).toBe(true);
  expect(keepsBusy("const { busy, run } = useAction();")).toBe(false);
  const own = all.filter(({ file }) => keepsBusy(file.text)).map(({ name }) => name);
  expect(own.filter((name) => layerOf(name) !== "testing").sort()).toEqual(
    Object.keys(ownBusy).sort(),
  );
});

/** The inputs in which Enter submits. */
const lines = new Set(["TextInput", "MoneyField", "NumberField", "PhoneInput", "DateTimeField"]);

/** Dialogs where Enter submits nothing, with the reason. */
const withoutEnter: Record<string, string> = {
  "console/Finder.tsx": "Enter opens what is marked",
  "features/ordering/orders/components/CancelDialog.tsx":
    "an order is cancelled by a press of its button",
};

/** The fields of a file's dialogs that are not in a form. */
function loose(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, within: "none" | "dialog" | "form"): void => {
    let next = within;
    const tag = ts.isJsxElement(node) ? node.openingElement.tagName.getText(file) : "";
    if (tag === "Dialog") next = "dialog";
    if (tag === "form" || tag === "RecordForm") next = "form";
    const name = ts.isJsxSelfClosingElement(node) ? node.tagName.getText(file) : tag;
    if (next === "dialog" && lines.has(name)) found.push(name);
    ts.forEachChild(node, (child) => visit(child, next));
  };
  visit(file, "none");
  return found;
}

test("Enter sends what is typed in a dialog: its fields stand in a form", () => {
  const read = (text: string) =>
    loose(ts.createSourceFile("a.tsx", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX));
  expect(read("<Dialog><div><TextInput /></div></Dialog>")).toEqual(["TextInput"]);
  expect(read("<Dialog><form><TextInput /></form></Dialog>")).toEqual([]);
  const without = all.filter(({ file }) => loose(file).length > 0).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(withoutEnter).sort());
});
