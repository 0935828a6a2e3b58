/** Escaping of text and attribute values in a page. */

const special = /["'&<>]/;
const all = /["'&<>]/g;
const written: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** A page repeats the same few hundred texts; a map lookup costs less than scanning them. */
const known = new Map<string, string>();
const most = 4000;
const longest = 400;

export function escapeText(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const escaped = special.test(text)
    ? text.replace(all, (letter) => written[letter] ?? letter)
    : text;
  if (text.length <= longest) {
    if (known.size >= most) known.clear();
    known.set(text, escaped);
  }
  return escaped;
}

/** A value as it is written in an attribute or a text. */
export function escapeValue(value: unknown): string {
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") {
    return `${value}`;
  }
  return escapeText(`${value}`);
}

/** The address that replaces a script address. */
const blocked =
  "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";

const slash = 47;
const hash = 35;
const letterH = 104;
const space = 32;

/** The address itself if it is not a script; otherwise the blocked one. */
export function safeAddress(address: string): string {
  const first = address.charCodeAt(0);
  // A path, a fragment and http are no scripts.
  if (first === slash || first === hash || first === letterH) return address;
  // Browsers ignore control characters and spaces before a scheme, and line breaks and tabs in it.
  let begin = 0;
  while (address.charCodeAt(begin) <= space) begin++;
  const scheme = address.slice(begin).replace(/[\r\n\t]/g, "");
  return /^javascript:/i.test(scheme) ? blocked : address;
}
