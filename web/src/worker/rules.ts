/** How the service worker handles a request. Pure, so that it can be tested without a browser. */

/**
 * page: the newest from the network; offline the last one seen, else the shell. answer: the newest from the network;
 * offline the last one seen. icon: like an answer, because its content changes under one name. file: its name contains
 * a digest of its content, so a cached one never changes. leave: not handled.
 */
export type Way = "page" | "answer" | "icon" | "file" | "leave";

export interface Asked {
  method: string;
  mode: string;
  /** Path and query. */
  path: string;
  sameOrigin: boolean;
}

const api = "/api/v1/";
/** The customer's readable data; streams, codes and payments are never cached. */
const kept =
  /^(services|home|branches|products|categories|search|districts|pages|blogs|currencies|get_card|carts|addresses|orders|user\/profile|favourites)(\/[^/]+)?$/;
/** Its address contains the customer's position, which is not stored anywhere. */
const position = "districts/locate";
const notPages = /^\/(console|dev|gateway|api|metrics|healthz|readyz|photos)(\/|$)/;

export function wayOf({ method, mode, path, sameOrigin }: Asked): Way {
  if (!sameOrigin || method !== "GET") return "leave";
  const bare = path.split("?")[0] ?? "";
  if (bare.startsWith("/assets/") || bare.startsWith("/media/")) return "file";
  if (/^\/[\w-]+\.(svg|png|ico)$/.test(bare)) return "icon";
  if (bare.startsWith(api)) {
    const asked = bare.slice(api.length);
    return asked !== position && kept.test(asked) ? "answer" : "leave";
  }
  if (mode === "navigate" && !notPages.test(bare)) return "page";
  return "leave";
}

/** The shell that can render a page of this address: its language prefix must be the same. */
export function shellOf(path: string): string {
  const prefix = /^\/(en|ar)(?=\/|$|\?)/.exec(path)?.[0] ?? "";
  return `${prefix}/shell`;
}

export const shells = ["/shell", "/en/shell", "/ar/shell"];

/** Headers an answer depends on. */
const dependsOn = [
  "accept-language",
  "district-id",
  "currency-id",
  "address-id",
  "latitude",
  "longitude",
];
const who = ["authorization", "cart-token"];

/**
 * The cache key of an answer, which contains everything the answer depends on. Tokens are not
 * stored, only a short checksum of them.
 */
export function keptUnder(url: string, header: (name: string) => string | null): string {
  const key = new URL(url);
  for (const name of dependsOn) key.searchParams.append(`kept-${name}`, header(name) ?? "");
  key.searchParams.append("kept-for", sum(who.map((name) => header(name) ?? "").join(" ")));
  return key.href;
}

function sum(text: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  }
  return (hash >>> 0).toString(36);
}
