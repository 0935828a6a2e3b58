/**
 * Preload links for a page's pictures that are not lazy, so that the browser fetches them before it
 * parses the page that far. They precede the page, the urgent ones first.
 */

import { attribute } from "./attributes";

type Props = Record<string, unknown>;

/** The number of pictures treated as urgent besides those marked so. */
const urgentMost = 10;

/** The pictures of the part being cached: their links are repeated whenever it is reused. */
let noted: Props[] | null = null;

export function notePictures(list: Props[] | null): void {
  noted = list;
}

let urgent = new Map<string, string>();
let others = new Map<string, string>();

export function takePreloads(): string {
  let links = "";
  for (const link of urgent.values()) links += link;
  for (const link of others.values()) links += link;
  urgent = new Map();
  others = new Map();
  return links;
}

const isData = (address: unknown): boolean =>
  typeof address === "string" && /^data:/i.test(address);

/** Notes the picture of an <img>, once even if it is on the page several times. */
export function preloadPicture(props: Props): void {
  const { src, srcSet, loading, fetchPriority } = props;
  if (loading === "lazy" || fetchPriority === "low" || (!src && !srcSet)) return;
  if (typeof src !== "string" && src !== null && src !== undefined) return;
  if (typeof srcSet !== "string" && srcSet !== null && srcSet !== undefined) return;
  if (isData(src) || isData(srcSet)) return;
  noted?.push(props);
  const sizes = typeof props.sizes === "string" ? props.sizes : undefined;
  const name = srcSet ? `${srcSet}\n${sizes ?? ""}` : (src as string);
  if (urgent.has(name)) return;
  const first = fetchPriority === "high" || urgent.size < urgentMost;
  const before = others.get(name);
  if (before !== undefined) {
    if (!first) return;
    others.delete(name);
    urgent.set(name, before);
    return;
  }
  const { crossOrigin } = props;
  const credentials = crossOrigin === "use-credentials" ? crossOrigin : "";
  (first ? urgent : others).set(
    name,
    link({
      rel: "preload",
      as: "image",
      href: srcSet ? undefined : src,
      imageSrcSet: srcSet,
      imageSizes: sizes,
      crossOrigin: typeof crossOrigin === "string" ? credentials : undefined,
      integrity: props.integrity,
      type: props.type,
      fetchPriority,
      referrerPolicy: props.referrerPolicy,
    }),
  );
}

function link(props: Props): string {
  let text = "<link";
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== undefined) text += attribute(name, value);
  }
  return `${text}/>`;
}
