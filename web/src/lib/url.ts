/**
 * Parses and builds page addresses without the URL class, which the server's engine lacks, so that both
 * sides read an address in the same way.
 */

export type QueryValue = string | number | boolean | null | undefined;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    // An invalid "%" in a hand-typed address must not break the page.
    return text;
  }
}

/** The part of an address after "?". Reading never fails; later values of a name win in `get`. */
export class Query {
  private readonly entries: readonly (readonly [string, string])[];

  constructor(text: string | readonly (readonly [string, string])[] = "") {
    this.entries =
      typeof text === "string"
        ? text
            .replace(/^\?/, "")
            .split("&")
            .filter((part) => part !== "")
            .map((part) => {
              const at = part.indexOf("=");
              return at < 0
                ? ([decode(part), ""] as const)
                : ([decode(part.slice(0, at)), decode(part.slice(at + 1))] as const);
            })
        : text;
  }

  /** The last value of a name, "" when absent. */
  get(name: string): string {
    return this.all(name).at(-1) ?? "";
  }

  has(name: string): boolean {
    return this.entries.some(([key]) => key === name);
  }

  /** Every value of a name, in order. */
  all(name: string): string[] {
    return this.entries.filter(([key]) => key === name).map(([, value]) => value);
  }

  /** A whole number of at least `least`, or `otherwise`. */
  int(name: string, otherwise: number, least = 1): number {
    const text = this.get(name);
    return /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : otherwise;
  }

  /** Returns a copy with these names replaced; null, undefined, false and "" remove a name. */
  with(changes: Record<string, QueryValue | readonly string[]>): Query {
    const kept = this.entries.filter(([key]) => !(key in changes));
    const added = Object.entries(changes).flatMap(([key, value]) =>
      pairs(key, value as QueryValue | readonly string[]),
    );
    return new Query([...kept, ...added]);
  }

  /** "?a=1&b=2", or "" when empty: ready to follow a path. */
  toString(): string {
    if (this.entries.length === 0) return "";
    return `?${this.entries
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
      .join("&")}`;
  }
}

function pairs(key: string, value: QueryValue | readonly string[]): [string, string][] {
  if (Array.isArray(value)) return value.map((one) => [key, one] as [string, string]);
  if (value === null || value === undefined || value === false || value === "") return [];
  return [[key, String(value)]];
}

/** `path` followed by these parameters, in the order given; absent ones are left out. */
export function withQuery(
  path: string,
  params: Record<string, QueryValue | readonly string[]>,
): string {
  let text = "";
  for (const name in params) {
    for (const [key, value] of pairs(name, params[name])) {
      text += `${text === "" ? "?" : "&"}${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
    }
  }
  return path + text;
}

export interface Address {
  /** "ar" or "en" when the address begins with it, "" for a bare address. */
  prefix: "" | "en" | "ar";
  /** The path without that prefix, always beginning with "/". */
  path: string;
  query: Query;
}

/** Parses "/ar/search-results?page=2#top". A full address with a host is accepted too. */
export function parseAddress(address: string): Address {
  const local = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const at = local.indexOf("?");
  const whole = at < 0 ? local : local.slice(0, at);
  const found = /^\/(en|ar)(?=\/|$)/.exec(whole);
  const prefix = (found?.[1] ?? "") as Address["prefix"];
  const rest = found ? whole.slice(found[0].length) : whole;
  const path = `/${rest.replace(/^\/+|\/+$/g, "")}`;
  return { prefix, path, query: new Query(at < 0 ? "" : local.slice(at + 1)) };
}
