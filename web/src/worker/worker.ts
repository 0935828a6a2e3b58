/**
 * The service worker: pages seen before open without a network. Pages and answers come from the network whenever it
 * answers; cached ones are only for when it does not.
 *
 * Built as a separate script (vite.config.ts, mode "worker") and served at /sw.js. At a logout the page tells it to
 * clear the customer's entries (storefront/offline.ts).
 */

import "./push";
import { keptUnder, shellOf, shells, wayOf } from "./rules";

/** The parts of a service worker's scope that are used here; the DOM's types do not include it. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Waiting {
  data: unknown;
}
interface WorkerScope {
  location: Location;
  navigator: { connection?: { saveData?: boolean } };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
  addEventListener(kind: "install" | "activate", handler: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", handler: (event: Asking) => void): void;
  addEventListener(kind: "message", handler: (event: Told) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

/** Every file the storefront may request, written by the build. */
declare const __FILES__: readonly string[];

/**
 * The number in the answers' name is raised when an answer changes, loses or gains a field:
 * otherwise this program would read entries cached by an older one.
 */
const names = { files: "wekala-files", pages: "wekala-pages", answers: "wekala-answers-8" };
/** The maximum number of entries in each cache; the oldest are removed first. */
const most = { files: 500, pages: 60, answers: 300 };
/** Milliseconds without an answer after which a cached entry is used, if there is one. */
const patience = 8000;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const pages = await caches.open(names.pages);
      for (const shell of shells) await fetchInto(pages, shell, "reload");
      // For a visitor who saves data, only the files of opened pages are cached.
      if (!scope.navigator.connection?.saveData) {
        const files = await caches.open(names.files);
        for (const file of __FILES__) {
          if (!(await files.match(file))) await fetchInto(files, file, "default");
        }
      }
      await scope.skipWaiting();
    })(),
  );
});

/** One request at a time and of low priority: the page in use has the connection first. */
async function fetchInto(cache: Cache, path: string, mode: RequestCache): Promise<void> {
  try {
    const answer = await fetch(path, { cache: mode, priority: "low" });
    if (answer.status === 200) await cache.put(path, answer);
  } catch {
    // Fetched when it is needed.
  }
}

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const current = Object.values(names);
      const old = (await caches.keys()).filter((name) => !current.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(forget());
});

/** Counts calls of forget: an answer requested before one is not cached after it. */
let generation = 0;

/** Removes the previous customer's data: answers, opened pages, and displayed notifications. */
async function forget(): Promise<void> {
  generation += 1;
  await Promise.all([
    caches.open(names.answers).then((answers) => trim(answers, 0)),
    caches.open(names.pages).then((pages) => trim(pages, 0)),
  ]);
  for (const one of await scope.registration.getNotifications()) one.close();
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.pathname + url.search;
  const way = wayOf({
    method: request.method,
    mode: request.mode,
    path,
    sameOrigin: url.origin === scope.location.origin,
  });
  if (way === "file") event.respondWith(file(request));
  if (way === "icon") event.respondWith(newest(event, "files", request.url));
  if (way === "page") event.respondWith(newest(event, "pages", request.url, shellOf(path)));
  if (way === "answer") {
    const key = keptUnder(request.url, (name) => request.headers.get(name));
    event.respondWith(newest(event, "answers", key));
  }
});

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(names.files);
  const there = await cache.match(request.url);
  if (there) return there;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request.url, answer.clone());
    await trim(cache, most.files);
  }
  return answer;
}

/** From the network and then cached; without a network, the entry under `key`, else under `instead`. */
async function newest(
  event: Asking,
  kind: keyof typeof names,
  key: string,
  instead?: string,
): Promise<Response> {
  const begun = generation;
  const cache = await caches.open(names[kind]);
  const there = (await cache.match(key)) ?? (instead ? await cache.match(instead) : undefined);
  const asked = fetch(event.request).then((answer) => {
    const isOurs = kind !== "answers" || answer.headers.get("Content-Type")?.includes("json");
    if (answer.status === 200 && isOurs && !answer.redirected && generation === begun) {
      event.waitUntil(keep(cache, kind, key, answer.clone(), begun));
    }
    return answer;
  });
  if (!there) return asked;
  // A late answer is better than an error here: the cached one was returned by then.
  asked.catch(() => undefined);
  const tooLong = new Promise<Response>((resolve) => setTimeout(() => resolve(there), patience));
  return Promise.race([asked.catch(() => there), tooLong]);
}

async function keep(
  cache: Cache,
  kind: keyof typeof names,
  key: string,
  answer: Response,
  begun: number,
): Promise<void> {
  await cache.put(key, answer);
  // All entries were cleared while its body was loading.
  if (generation !== begun) await cache.delete(key);
  await trim(cache, most[kind]);
}

async function trim(cache: Cache, count: number): Promise<void> {
  const keys = await cache.keys();
  // The shells were added first and stay.
  const gone = keys.filter((one) => !shells.includes(new URL(one.url).pathname));
  await Promise.all(
    gone.slice(0, Math.max(0, gone.length - count)).map((one) => cache.delete(one)),
  );
}
