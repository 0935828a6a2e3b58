/** A page's title, description and links for search engines, as text on the server and applied in the browser. */

import { plainText } from "../lib/bidi";
import type { Lang } from "../lib/lang";
import type { Head } from "../lib/page";
import { inLanguage } from "../lib/paths";

export interface HeadPlace {
  lang: Lang;
  origin: string;
  /** Without the language prefix. */
  path: string;
  brand: string;
}

function titleOf(head: Head, place: HeadPlace): string {
  const title = plainText(head.title);
  return title.includes(place.brand) ? title : `${title} · ${place.brand}`;
}

function canonicalOf(head: Head, { origin, lang, path }: HeadPlace, other: Lang = lang): string {
  return `${origin}${inLanguage(other, head.canonicalPath ?? path)}${head.canonical ?? ""}`;
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** JSON that cannot close its script element. */
function scriptJson(value: object): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}

/** Previews of shared links do not show SVG: each drawing also exists as a raster image. */
const inPixels = (src: string) => src.replace(/^(\/media\/.+)\.svg(\?.*)?$/, "$1.webp");

function absolute(address: string, origin: string): string {
  return address.startsWith("/") ? origin + address : address;
}

/** The elements for the document's head. */
export function headHtml(head: Head, place: HeadPlace): string {
  const title = escapeHtml(titleOf(head, place));
  const parts = [`<title>${title}</title>`, `<meta property="og:title" content="${title}">`];
  if (head.description) {
    const text = escapeHtml(plainText(head.description));
    parts.push(
      `<meta name="description" content="${text}">`,
      `<meta property="og:description" content="${text}">`,
    );
  }
  parts.push(
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeHtml(place.brand)}">`,
    `<meta property="og:locale" content="${place.lang === "ar" ? "ar_EG" : "en_US"}">`,
  );
  if (head.image) {
    parts.push(
      `<meta property="og:image" content="${escapeHtml(absolute(inPixels(head.image), place.origin))}">`,
    );
  }
  if (head.noIndex) {
    parts.push(`<meta name="robots" content="noindex">`);
  } else {
    const canonical = escapeHtml(canonicalOf(head, place));
    parts.push(
      `<link rel="canonical" href="${canonical}">`,
      `<meta property="og:url" content="${canonical}">`,
      `<link rel="alternate" hreflang="en" href="${escapeHtml(canonicalOf(head, place, "en"))}">`,
      `<link rel="alternate" hreflang="ar" href="${escapeHtml(canonicalOf(head, place, "ar"))}">`,
      `<link rel="alternate" hreflang="x-default" href="${escapeHtml(
        `${place.origin}${head.canonicalPath ?? place.path}${head.canonical ?? ""}`,
      )}">`,
    );
  }
  for (const object of head.jsonLd ?? []) {
    parts.push(`<script type="application/ld+json">${scriptJson(object)}</script>`);
  }
  return parts.join("");
}

/** Updates the head when the visitor navigates without loading a document. */
export function applyHead(head: Head, place: HeadPlace): void {
  const title = titleOf(head, place);
  if (document.title !== title) document.title = title;
  setMeta("description", head.description ? plainText(head.description) : null);
  setMeta("robots", head.noIndex ? "noindex" : null);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = canonicalOf(head, place);
}

function setMeta(name: string, content: string | null): void {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === null) {
    found?.remove();
    return;
  }
  const element = found ?? document.createElement("meta");
  element.name = name;
  element.content = content;
  if (!found) document.head.append(element);
}
