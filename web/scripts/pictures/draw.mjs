/**
 * The drawing kit: shapes on a 256 × 256 tile with one light (from above left), one shadow (below)
 * and one palette. Recurring objects are drawn around 0,0 with a radius of 50 and placed with `at`.
 */

/** The palette: every colour of a picture comes from here or is a mix of two of these. */
export const C = {
  paper: "#FFFDF8",
  cream: "#F8EBD0",
  sand: "#EBD3A4",
  straw: "#F0C75E",
  saffron: "#F2A516",
  orange: "#EE7F1B",
  rust: "#C65A1E",
  tomato: "#DB3B2B",
  red: "#B9232A",
  wine: "#7E1F3B",
  rose: "#EE8CA0",
  pink: "#F7C3CB",
  lilac: "#B79AD6",
  violet: "#6C4A9E",
  navy: "#26406F",
  blue: "#2F74C0",
  sky: "#8CC5EC",
  ice: "#DDF0F8",
  teal: "#1B8A8A",
  mint: "#A8DBC5",
  green: "#2F9150",
  leaf: "#5BAE3F",
  lime: "#A6CE46",
  olive: "#7C8B2E",
  forest: "#1D5B3B",
  brown: "#7A4A26",
  toast: "#C98B45",
  crust: "#DDA55C",
  cocoa: "#4C2B1B",
  wood: "#B57A45",
  steel: "#C3CCD3",
  iron: "#7F8B95",
  slate: "#46525C",
  ink: "#22303A",
  white: "#FFFFFF",
};

let clips = 0;
/** Called before each picture, so that its ids depend on nothing else. */
export function start() {
  clips = 0;
}

export const n = (value) => Math.round(value * 10) / 10;
const round = (d) => d.replace(/-?\d+\.\d+/g, (v) => String(n(Number(v))));

const gradients = {
  l: '<linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".38"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".6" stop-color="#2a1608" stop-opacity="0"/><stop offset="1" stop-color="#2a1608" stop-opacity=".26"/></linearGradient>',
  k: '<linearGradient id="k"><stop offset="0" stop-color="#2a1608" stop-opacity=".2"/><stop offset=".2" stop-color="#fff" stop-opacity=".12"/><stop offset=".3" stop-color="#fff" stop-opacity=".42"/><stop offset=".44" stop-color="#fff" stop-opacity="0"/><stop offset=".68" stop-color="#2a1608" stop-opacity="0"/><stop offset="1" stop-color="#2a1608" stop-opacity=".32"/></linearGradient>',
  s: '<radialGradient id="s" cx=".36" cy=".3" r=".78"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".28" stop-color="#fff" stop-opacity=".1"/><stop offset=".6" stop-color="#2a1608" stop-opacity="0"/><stop offset="1" stop-color="#2a1608" stop-opacity=".36"/></radialGradient>',
  v: '<linearGradient id="v" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a1608" stop-opacity=".22"/></linearGradient>',
  m: '<linearGradient id="m"><stop offset="0" stop-color="#1b2730" stop-opacity=".38"/><stop offset=".18" stop-color="#fff" stop-opacity=".7"/><stop offset=".36" stop-color="#fff" stop-opacity="0"/><stop offset=".62" stop-color="#1b2730" stop-opacity=".18"/><stop offset=".82" stop-color="#fff" stop-opacity=".36"/><stop offset="1" stop-color="#1b2730" stop-opacity=".42"/></linearGradient>',
  w: '<radialGradient id="w"><stop offset="0" stop-color="#2a1608" stop-opacity=".34"/><stop offset=".6" stop-color="#2a1608" stop-opacity=".16"/><stop offset="1" stop-color="#2a1608" stop-opacity="0"/></radialGradient>',
};

/** A whole picture made of its content. */
export function picture(content, width = 256, height = 256) {
  const defs = Object.keys(gradients)
    .filter((id) => content.includes(`url(#${id})`))
    .map((id) => gradients[id])
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${content}</svg>\n`;
}

export const fill = (d, color, more = "") => `<path d="${round(d)}" fill="${color}"${more}/>`;
export const line = (d, color, width = 3, more = "") =>
  `<path d="${round(d)}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
/** A shape in its colour with light on it: l flat, k round like a bottle, s like a ball, v from above, m metal. */
export const lit = (d, color, light = "l") => fill(d, color) + fill(d, `url(#${light})`);

export const rectPath = (x, y, w, h, r = 0) => {
  const k = Math.min(r, w / 2, h / 2);
  return `M${n(x + k)} ${n(y)}h${n(w - 2 * k)}a${n(k)} ${n(k)} 0 0 1 ${n(k)} ${n(k)}v${n(h - 2 * k)}a${n(k)} ${n(k)} 0 0 1 ${n(-k)} ${n(k)}h${n(-(w - 2 * k))}a${n(k)} ${n(k)} 0 0 1 ${n(-k)} ${n(-k)}v${n(-(h - 2 * k))}a${n(k)} ${n(k)} 0 0 1 ${n(k)} ${n(-k)}z`;
};
export const ellPath = (cx, cy, rx, ry = rx) =>
  `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 1 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-2 * rx)} 0z`;
export const rect = (x, y, w, h, r, color, light) =>
  light ? lit(rectPath(x, y, w, h, r), color, light) : fill(rectPath(x, y, w, h, r), color);
export const ell = (cx, cy, rx, ry, color, light) =>
  light ? lit(ellPath(cx, cy, rx, ry), color, light) : fill(ellPath(cx, cy, rx, ry), color);
export const ball = (cx, cy, r, color) => ell(cx, cy, r, r, color, "s");

/** The part of content inside the shape d. */
export function within(d, content) {
  clips += 1;
  const id = `c${clips}`;
  return `<clipPath id="${id}"><path d="${round(d)}"/></clipPath><g clip-path="url(#${id})">${content}</g>`;
}

/** content moved to x, y, scaled by s and rotated by a degrees; s may be [x, y]. */
export function at(x, y, s, content, a = 0) {
  const scale = Array.isArray(s) ? `${s[0]} ${s[1]}` : s;
  const turn = a ? `rotate(${n(a)})` : "";
  const size = s === 1 ? "" : `scale(${scale})`;
  return `<g transform="translate(${n(x)} ${n(y)})${turn}${size}">${content}</g>`;
}
export const veil = (content, opacity) => `<g opacity="${opacity}">${content}</g>`;
export const shadow = (cx, cy, rx, ry = rx * 0.16) =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#w)"/>`;

/** Pseudorandom numbers from 0 to 1 that are the same at every run. */
export function random(seed) {
  let a = (seed * 0x9e3779b9) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
/** draw(x, y, i, random) at count places in an ellipse, from back to front. */
export function scatter(count, seed, cx, cy, rx, ry, draw) {
  const next = random(seed);
  const spots = Array.from({ length: count }, () => {
    const a = next() * Math.PI * 2;
    const q = Math.sqrt(next());
    return [cx + Math.cos(a) * q * rx, cy + Math.sin(a) * q * ry];
  });
  spots.sort((a, b) => a[1] - b[1]);
  return spots.map(([x, y], i) => draw(n(x), n(y), i, next)).join("");
}
/** thing (around 0,0) at several places: [x, y, size, rotation]. */
export const several = (thing, places) =>
  places.map(([x, y, s = 1, a = 0]) => at(x, y, s, thing, a)).join("");

/** Two colours mixed, with share t of the second. */
export function mix(a, b, t = 0.5) {
  const part = (c, i) => Number.parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `#${[0, 1, 2]
    .map((i) =>
      Math.round(part(a, i) * (1 - t) + part(b, i) * t)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
export const dark = (c, t = 0.25) => mix(c, "#2a1608", t);
export const pale = (c, t = 0.4) => mix(c, "#ffffff", t);
/** A shade visible on c: darker, or paler on nearly black colours. */
export const shade = (c, t = 0.25) => (brightness(c) < 60 ? pale(c, t) : dark(c, t));
const brightness = (c) =>
  [1, 3, 5].reduce((sum, i) => sum + Number.parseInt(c.slice(i, i + 2), 16), 0) / 3;
/** The paint of objects that come in several colours, by the chosen colour. */
export const paint = {
  white: C.white,
  black: "#2A2C34",
  navy: C.navy,
  grey: "#9AA8B2",
  beige: "#E3D2B0",
  red: C.red,
  green: C.forest,
  blue: C.blue,
  pink: C.rose,
  brown: "#9C5728",
};
