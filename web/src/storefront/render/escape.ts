/** What may stand in a page as text and as the value of an attribute. */

const special = /["'&<>]/;
const all = /["'&<>]/g;
const written: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** A page says the same few hundred texts again and again; looking for them costs less than reading them. */
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

/** A value as an attribute or a text says it. */
export function escapeValue(value: unknown): string {
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") {
    return `${value}`;
  }
  return escapeText(`${value}`);
}

/** What stands in an address's place that is a script. */
const blocked =
  "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')";

const slash = 47;
const hash = 35;
const letterH = 104;
const space = 32;

/** An address that is no script, or one that only says it was one. */
export function safeAddress(address: string): string {
  const first = address.charCodeAt(0);
  // A path, a part of the page, and http are none.
  if (first === slash || first === hash || first === letterH) return address;
  // Browsers pass over what is no letter in front of a scheme, and over line breaks and tabs in it.
  let begin = 0;
  while (address.charCodeAt(begin) <= space) begin++;
  const scheme = address.slice(begin).replace(/[\r\n\t]/g, "");
  return /^javascript:/i.test(scheme) ? blocked : address;
}
