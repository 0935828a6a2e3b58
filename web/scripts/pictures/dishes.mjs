/** Drawings of prepared food: plates, bowls, sandwiches, pizza, bread, sweets, cups and glasses, on the whole tile. */
import {
  at,
  ball,
  C,
  dark,
  ell,
  ellPath,
  fill,
  line,
  lit,
  mix,
  n,
  pale,
  rect,
  scatter,
  shadow,
  veil,
  within,
} from "./draw.mjs";
import * as f from "./fresh.mjs";

/* Vessels: their contents are drawn on their surface. */
export const plate = (content, o = {}) => {
  const y = 150;
  return (
    shadow(128, y + 62, 116, 20) +
    ell(128, y + 6, 118, 68, dark(o.color ?? C.paper, 0.22)) +
    ell(128, y, 118, 68, o.color ?? C.paper, "l") +
    (o.rim ? line(ellPath(128, y, 108, 61), o.rim, 3) : "") +
    ell(128, y + 1, 92, 50, dark(o.color ?? C.paper, 0.07)) +
    content
  );
};
/** A bowl seen from slightly above; surface is clipped to its mouth, heap rises above it. */
export const bowl = (surface, o = {}) => {
  const c = o.color ?? C.paper;
  const y = o.y ?? 126;
  const d = `M22 ${y}C24 ${y + 64} 70 ${y + 102} 92 ${y + 104}h72C186 ${y + 102} 232 ${y + 64} 234 ${y}z`;
  return (
    shadow(128, y + 106, 88, 14) +
    lit(d, c, "k") +
    (o.band ? within(d, line(`M22 ${y + 34}Q128 ${y + 92} 234 ${y + 34}`, o.band, 9)) : "") +
    ell(128, y, 106, 42, pale(c, 0.5)) +
    ell(128, y, 106, 42, dark(c, 0.16), "v") +
    within(ellPath(128, y + 2, 97, 36), ell(128, y + 2, 100, 40, o.soup ?? C.cream) + surface) +
    (o.heap ?? "") +
    line(`M22 ${y}A106 42 0 0 0 234 ${y}`, pale(c, 0.35), 5)
  );
};
/** A clay tagen, dark and low. */
export const tagen = (surface, o = {}) => bowl(surface, { color: "#9B4A2A", y: 122, ...o });
/** A paper box for takeaway with its contents visible at the top. */
export const takeaway = (content, c = C.paper, mark = "") =>
  shadow(128, 232, 84, 13) +
  content +
  lit("M44 128h168l-20 104h-128z", c, "k") +
  fill("M44 128h168l-3 14h-162z", dark(c, 0.1)) +
  mark;
/** A small clear tub for dips and sauces. */
export const dip = (color, topping = "", c = C.ice) => {
  const d = "M54 110h148l-16 106q-2 12-16 12h-84q-14 0-16-12z";
  return (
    shadow(128, 232, 74, 12) +
    fill(d, c) +
    within(d, rect(40, 128, 180, 120, 0, color)) +
    fill(d, "url(#k)") +
    ell(128, 110, 76, 26, pale(c, 0.4)) +
    ell(128, 112, 68, 21, color, "l") +
    within(ellPath(128, 112, 68, 21), topping) +
    line("M54 110a74 26 0 0 0 148 0", C.white, 5)
  );
};
export const board = (content, c = C.wood) =>
  shadow(128, 216, 120, 16) +
  rect(18, 122, 220, 92, 22, dark(c, 0.3)) +
  rect(18, 114, 220, 92, 22, c, "v") +
  line("M36 138h110M60 184h140M150 150h68", dark(c, 0.18), 2) +
  content;
/** A round tray of steel for sharing. */
export const round = (content) =>
  shadow(128, 212, 122, 18) +
  ell(128, 152, 122, 72, C.iron) +
  ell(128, 146, 122, 72, C.steel, "m") +
  ell(128, 147, 110, 62, pale(C.steel, 0.35), "l") +
  content;

/* Grains and bits. */
export const rice = (cx, cy, rx, ry, seed = 1, c = C.paper) =>
  ell(cx, cy, rx, ry, dark(c, 0.1), "s") +
  scatter(n(rx * 1.5), seed, cx, cy, rx * 0.93, ry * 0.9, (x, y, i, q) =>
    at(x, y, 1, ell(0, 0, 5.2, 2.2, i % 4 ? c : dark(c, 0.14)), q() * 180),
  );
export const bits = (count, seed, cx, cy, rx, ry, thing) =>
  scatter(count, seed, cx, cy, rx, ry, (x, y, i, q) =>
    at(x, y, 1, typeof thing === "function" ? thing(i) : thing, n(q() * 360)),
  );
export const pasta = (kind, c = C.straw) =>
  kind === "penne"
    ? line("M-11 0H11", dark(c, 0.2), 9) +
      line("M-11-1H11", c, 7) +
      ell(12, -1, 1.6, 3, dark(c, 0.4))
    : kind === "ring"
      ? line(ellPath(0, 0, 6), c, 4)
      : line("M-10 2Q0-7 10 2", dark(c, 0.2), 7) + line("M-10 1Q0-8 10 1", c, 5);
export const noodles = (cx, cy, rx, ry, seed, c = C.straw, count = 60) =>
  scatter(count, seed, cx, cy, rx, ry, (x, y, i) =>
    line(`M${x - 20} ${y}q10-14 20 0t20-2`, [c, pale(c, 0.3), dark(c, 0.14)][i % 3], 4.5),
  );
export const friedOnion = (count, seed, cx, cy, rx, ry) =>
  bits(count, seed, cx, cy, rx, ry, (i) =>
    line("M-13 3Q-2-11 12 2", [C.brown, "#A2622B", C.cocoa][i % 3], 4.6),
  );
export const chickpea = ball(0, 0, 8, "#E5BE79");
export const lentil = (c = "#7D5A35") => ell(0, 0, 4, 2.8, c);
export const parsley = (count, seed, cx, cy, rx, ry) =>
  bits(count, seed, cx, cy, rx, ry, (i) =>
    fill("M0 4L-4 0L-2-5L3-4L5 1z", i % 2 ? C.leaf : C.green),
  );
export const tomatoSlice =
  ell(0, 0, 19, 14, C.red, "l") +
  ell(0, 0, 15, 10.5, "#F0624C") +
  [
    [-6, -2],
    [6, -2],
    [0, 4],
  ]
    .map(([x, y]) => ell(x, y, 4, 2.6, C.straw))
    .join("");
export const sauce = (cx, cy, rx, ry, c = C.tomato) =>
  lit(
    `M${cx - rx} ${cy}q${rx * 0.1}-${ry} ${rx * 0.6}-${ry * 0.8}q${rx * 0.4}-${ry * 0.5} ${rx * 0.8} 0q${rx * 0.7} ${ry * 0.1} ${rx * 0.55} ${ry * 0.9}q-${rx * 0.2} ${ry} -${rx * 0.8} ${ry * 0.7}q-${rx} ${ry * 0.4} -${rx * 1.15} -${ry * 0.8}z`,
    c,
    "s",
  );
export const fries = (count = 13, seed = 2, x0 = 66, x1 = 190, y = 140, tall = 78) =>
  scatter(count, seed, (x0 + x1) / 2, y, 1, 1, () => "") +
  Array.from({ length: count }, (_, i) => {
    const x = x0 + ((x1 - x0) * i) / (count - 1);
    const h = tall * (0.72 + ((i * 37) % 10) / 28);
    return at(
      x,
      y,
      1,
      rect(-6, -h, 12, h + 20, 2, i % 2 ? "#F2BE4B" : "#E9A93A", "k"),
      (i - count / 2) * 2.4,
    );
  }).join("");
export const salad = (cx, cy, rx, ry, seed = 4) =>
  ell(cx, cy, rx, ry, C.green) +
  bits(
    n(rx * 0.5),
    seed,
    cx,
    cy,
    rx * 0.92,
    ry * 0.85,
    (i) =>
      [
        lit("M-10 6L-8-8L6-10L11 5z", C.tomato),
        lit("M-9-7h16l3 12h-17z", "#BFE08A") + line("M-9-7h16", C.green, 3),
        fill("M-9 2q8-12 18 0q-8-4-18 0z", "#D9A7C7"),
        lit("M-11 4Q0-14 12 2Q2 8-11 4z", C.leaf),
      ][i % 4],
  );
export const friedEgg = (s = 1) =>
  at(
    0,
    0,
    s,
    lit("M-54 4C-60-24-26-38 0-32C30-44 60-20 52 6C56 32 20 36-4 32C-34 40-56 28-54 4z", C.white) +
      line("M-54 4C-60-24-26-38 0-32C30-44 60-20 52 6", "#EBD9B5", 2.5) +
      ball(0, -2, 18, C.saffron),
  );
export const taameya = (c = "#7A5A24") =>
  lit("M-38 6C-40-20-20-32 2-32C26-32 42-18 38 6C34 24 14 28 0 28C-18 28-34 24-38 6z", c, "s") +
  bits(18, 9, 0, -4, 30, 24, (i) => ell(0, 0, 2.6, 1.8, i % 2 ? C.sand : dark(c, 0.35)));
export const taameyaCut = () =>
  taameya() +
  ell(6, 2, 24, 19, "#6C9A3A") +
  bits(22, 6, 6, 2, 21, 16, (i) => ell(0, 0, 2, 1.6, i % 2 ? "#9CC457" : "#4D7A2A"));
export const cheeseCube = (c = C.paper) =>
  fill("M-22-8L0-20L24-10L2 2z", pale(c, 0.5)) +
  fill("M-22-8L2 2V24L-22 12z", c) +
  fill("M2 2L24-10V12L2 24z", dark(c, 0.14));

/* Sandwiches. */
/** A baladi pocket cut open, its filling above the rim. */
export const pocket = (filling, o = {}) => {
  const c = o.bread ?? C.crust;
  return (
    shadow(128, 218, 104, 15) +
    lit("M30 128C26 60 84 36 128 36C172 36 230 60 226 128z", dark(c, 0.1)) +
    filling +
    lit("M22 132C60 150 196 150 234 132C240 190 190 218 128 218C66 218 16 190 22 132z", c, "s") +
    scatter(16, 8, 128, 184, 74, 22, (x, y, i) =>
      ell(x, y, 4 + (i % 3) * 2, 2.4, mix(c, C.brown, 0.35)),
    ) +
    scatter(24, 3, 128, 180, 84, 26, (x, y) => ell(x, y, 1.4, 1, C.cream))
  );
};
/** A fino roll split along its top. */
export const roll = (filling, o = {}) => {
  const c = o.bread ?? "#D99545";
  return (
    shadow(128, 208, 112, 14) +
    lit("M20 126C20 86 60 82 128 82C196 82 236 86 236 126z", dark(c, 0.14)) +
    filling +
    lit("M14 138C30 152 226 152 242 138C250 188 216 208 128 208C40 208 6 188 14 138z", c, "v") +
    line("M44 182q84 14 168 0", pale(c, 0.4), 4, ' opacity=".6"')
  );
};
/** Thin bread rolled, cut, in paper. */
export const wrap = (filling, o = {}) =>
  at(
    128,
    132,
    1,
    shadow(0, 96, 70, 12) +
      at(
        0,
        0,
        1,
        ell(0, -72, 44, 20, "#E8CB98", "l") +
          ell(0, -72, 36, 15, C.cream) +
          within(ellPath(0, -72, 36, 15), at(-128, -200, 1, filling)) +
          lit("M-44-72A44 20 0 0 0 44-72L38 20h-76z", "#E8CB98", "k") +
          [
            [-20, -30],
            [14, -40],
            [4, -8],
            [-24, 2],
            [26, -12],
          ]
            .map(([x, y]) => ell(x, y, 6, 4, C.toast))
            .join("") +
          lit("M-46-2L0 14L46-14L34 96h-64z", o.paper ?? C.paper, "k") +
          line("M-40 30L38 18M-38 52L36 40", o.stripe ?? C.tomato, 5),
        14,
      ),
  );
/** Two triangles of toast with layers between. */
export const club = (layers) => {
  const half =
    fill("M-70 50L0-62L70 50z", "") +
    layers
      .map((c, i) => lit(`M-70 ${46 - i * 9}L0 ${-58 - i * 9}L70 ${46 - i * 9}v10h-140z`, c))
      .join("") +
    lit(
      `M-70 ${46 - layers.length * 9}L0 ${-58 - layers.length * 9}L70 ${46 - layers.length * 9}z`,
      "#E4B873",
    ) +
    fill(
      `M-56 ${40 - layers.length * 9}L0 ${-46 - layers.length * 9}L56 ${40 - layers.length * 9}z`,
      C.cream,
    );
  return (
    shadow(128, 214, 108, 14) +
    at(92, 146, 0.95, half.replace(/<path d="[^"]*" fill=""\/>/, ""), -6) +
    at(168, 156, 0.95, half.replace(/<path d="[^"]*" fill=""\/>/, ""), 8) +
    line("M92 20v70M170 32v70", C.wood, 3) +
    ball(92, 20, 7, C.olive) +
    ball(170, 32, 7, C.olive)
  );
};

/* Pizza and feteer. */
export const pizza = (topping, o = {}) =>
  shadow(128, 206, 122, 22) +
  ell(128, 138, 120, 84, dark(C.crust, 0.3)) +
  ell(128, 132, 120, 84, "#D9974A", "l") +
  scatter(26, 3, 128, 132, 118, 82, (x, y) => {
    const q = ((x - 128) / 120) ** 2 + ((y - 132) / 84) ** 2;
    return q > 0.82 ? ell(x, y, 7, 4, C.rust) : "";
  }) +
  ell(128, 131, 103, 70, o.sauce ?? C.tomato) +
  ell(128, 130, 99, 66, o.cheese ?? "#F7D774") +
  scatter(18, 8, 128, 130, 88, 56, (x, y, i) => ell(x, y, 10, 6, i % 2 ? "#FBE9A6" : "#F0B84D")) +
  topping +
  line(
    "M128 131L128 214M128 131L60 62M128 131L214 80M128 131L32 164M128 131L224 170M128 131L136 48",
    "#B9772F",
    2.2,
    ' opacity=".55"',
  );
export const feteer = (o = {}) => {
  const layers = [0, 1, 2, 3]
    .map((i) =>
      ell(128, 168 - i * 10, 108, 56, i % 2 ? "#D9993F" : "#F1CB7E", i === 3 ? "l" : undefined),
    )
    .join("");
  return (
    shadow(128, 218, 114, 18) +
    ell(128, 178, 112, 60, "#B8742C") +
    layers +
    ell(128, 138, 108, 56, "#E5AE55", "l") +
    line(
      "M60 120C90 100 120 150 160 116M92 164C120 140 150 180 196 150M48 146C60 140 76 150 84 144",
      "#C17E30",
      4,
    ) +
    scatter(14, 5, 128, 138, 90, 44, (x, y) => ell(x, y, 9, 4, "#B8702A", undefined)) +
    (o.top ?? "")
  );
};
export const feteera = (filling, inside, over = "") => {
  // a third of the pie is pulled out, so that its filling is visible
  return (
    feteer({ top: over }) +
    fill("M118 132L238 150Q232 196 150 212z", "#8A5420") +
    shadow(180, 216, 66, 10) +
    fill("M112 152L236 166Q230 214 148 230V242Q236 230 240 178L240 172z", "#C98A39") +
    lit("M112 152L238 166Q232 216 146 232z", inside) +
    filling +
    line("M238 166Q232 216 146 232", "#E5AE55", 12)
  );
};

/* Bread and pastries. */
export const baladi = () =>
  lit(
    "M-80 0C-80-36-40-44 0-44C40-44 80-36 80 0C80 30 40 40 0 40C-40 40-80 30-80 0z",
    C.crust,
    "s",
  ) +
  scatter(26, 4, 0, -2, 66, 32, (x, y, i) =>
    ell(x, y, 5 + (i % 4) * 2, 3, mix(C.crust, C.brown, i % 3 ? 0.3 : 0.5)),
  ) +
  scatter(30, 7, 0, 0, 70, 34, (x, y) => ell(x, y, 1.3, 1, C.cream));
export const shami = () =>
  ell(0, 0, 80, 40, "#F4E3BC", "s") +
  scatter(14, 6, 0, -4, 62, 28, (x, y, i) =>
    ell(x, y, 8 - (i % 3) * 2, 4, mix("#F4E3BC", C.toast, 0.45)),
  );
/** A soft roll three times as long as it is wide, with the slit of its crust. */
export const fino = () =>
  lit(
    "M-90 2C-92-14-74-26-44-27C-14-29 18-29 46-27C76-26 92-14 90 2C90 18 72 25 44 26C14 28-16 28-46 26C-74 25-90 18-90 2z",
    "#DB9A4C",
    "v",
  ) +
  line("M-66-12Q0-24 66-12", pale("#DB9A4C", 0.55), 7, ' opacity=".65"') +
  fill("M-58 2Q0-12 58 0Q0-2-58 2z", "#B8722E") +
  line("M-58 2Q0-12 58 0", "#F3D49B", 2.5);
export const baguette = () =>
  lit(
    "M-104 0C-104-22-70-24 0-24C70-24 104-22 104 0C104 20 70 22 0 22C-70 22-104 20-104 0z",
    "#CF8B3E",
    "v",
  ) +
  [-70, -36, -2, 32, 66]
    .map((x) => fill(`M${x - 10} 12Q${x - 4}-14 ${x + 22}-18Q${x + 16} 6 ${x - 10} 12z`, "#F2D7A0"))
    .join("");
export const loaf = (crust, crumb, topping = "") =>
  shadow(132, 214, 104, 14) +
  lit(
    "M60 84C40 84 34 58 60 48Q120 34 196 48C228 54 226 84 212 88V196q0 16-16 16H76q-16 0-16-16z",
    crust,
    "k",
  ) +
  lit(
    "M40 104C22 104 18 76 42 68Q84 58 132 68C156 76 152 104 136 106V198q0 14-14 14H54q-14 0-14-14z",
    crust,
  ) +
  fill(
    "M48 100C32 98 34 80 48 76Q88 68 124 76C140 80 142 98 128 100V194q0 10-10 10H58q-10 0-10-10z",
    crumb,
  ) +
  scatter(24, 5, 88, 146, 32, 48, (x, y, i) => ell(x, y, 2 + (i % 3), 1.8, dark(crumb, 0.12))) +
  topping;
export const croissant = (o = {}) => {
  const c = o.color ?? "#D98F3C";
  return (
    shadow(128, 206, 108, 14) +
    lit(
      "M14 190C6 130 50 76 128 72C206 76 250 130 242 190C236 204 222 202 214 192C196 160 172 148 128 148C84 148 60 160 42 192C34 202 20 204 14 190z",
      c,
      "v",
    ) +
    line(
      "M58 102C46 130 40 156 40 186M92 80C82 104 84 128 92 152M128 72V148M164 80C174 104 172 128 164 152M198 102C210 130 216 156 216 186",
      dark(c, 0.3),
      4,
    ) +
    line(
      "M72 96Q66 120 66 144M110 78Q104 104 108 138M146 78Q152 104 148 138M184 96Q190 120 190 144",
      pale(c, 0.5),
      5,
      ' opacity=".55"',
    ) +
    (o.top ?? "")
  );
};
export const doughnut = (c = C.rose) =>
  shadow(128, 214, 96, 15) +
  ell(128, 146, 98, 72, "#D9993F", "l") +
  lit(
    "M32 138C34 84 84 66 128 66C172 66 222 84 224 138C224 160 206 150 196 166C186 184 168 168 154 180C140 192 118 176 102 180C84 186 78 166 62 168C46 170 34 156 32 138z",
    c,
  ) +
  ell(128, 128, 30, 20, "#A86A28") +
  ell(128, 131, 25, 15, "#E9C48A") +
  bits(26, 7, 128, 122, 84, 46, (i) =>
    rect(-5, -1.6, 10, 3.2, 1.6, [C.white, C.straw, C.teal, C.tomato][i % 4]),
  );
export const cupcake = (o = {}) =>
  lit("M-42 6H42L32 58H-32z", o.paper ?? C.tomato, "k") +
  line("M-24 8l5 48M-8 8l2 48M8 8l-2 48M24 8l-5 48", dark(o.paper ?? C.tomato, 0.25), 2.5) +
  (o.cream
    ? lit(
        "M-48 10C-56-8-40-20-34-20C-34-36-16-42-12-42C-8-58 8-58 12-42C24-42 34-34 34-20C42-20 56-8 48 10z",
        o.cream,
        "s",
      ) + line("M-38-8q38 16 76 0M-28-26q28 12 56 0", dark(o.cream, 0.14), 3)
    : lit("M-48 10C-56-30-20-44 0-44C20-44 56-30 48 10z", "#DFA04C", "s")) +
  (o.top ?? "");
export const cookie = (c = "#C98A45", chips = C.cocoa) =>
  ell(0, 4, 44, 40, dark(c, 0.3)) +
  ell(0, 0, 44, 40, c, "l") +
  (chips
    ? [
        [-20, -14],
        [8, -22],
        [22, -2],
        [-6, 2],
        [-24, 12],
        [10, 18],
        [28, 14],
      ]
        .map(([x, y]) => ell(x, y, 5.4, 4.4, chips, "l"))
        .join("")
    : "");
export const kahk = () =>
  ell(0, 4, 46, 38, "#C99A5B") +
  ell(0, 0, 46, 38, "#E8CC9C", "s") +
  Array.from({ length: 12 }, (_, i) => at(0, 0, 1, line("M0-12L0-32", "#C79B5E", 3), i * 30)).join(
    "",
  ) +
  line(ellPath(0, 0, 11, 9), "#C79B5E", 3) +
  bits(46, 3, 0, -4, 42, 32, () => ell(0, 0, 2.4, 2, C.white));
export const pastry = (c = "#DDA04A") =>
  lit("M-66 20L-50-26Q0-40 50-26L66 20Q0 36-66 20z", c, "v") +
  line("M-54 8Q0 22 54 8M-50-6Q0 8 50-6M-46-18Q0-6 46-18", dark(c, 0.25), 2.6);
export const simit = () =>
  `<path d="${ellPath(128, 140, 78, 58)}" fill="none" stroke="#8E4E1C" stroke-width="42"/><path d="${ellPath(128, 136, 78, 58)}" fill="none" stroke="#C47A2E" stroke-width="38"/>` +
  line(ellPath(128, 128, 78, 54), "#E0A355", 9, ' opacity=".7"') +
  scatter(150, 5, 128, 136, 98, 78, (x, y) => {
    const q = ((x - 128) / 78) ** 2 + ((y - 136) / 58) ** 2;
    return q > 0.68 && q < 1.36 ? ell(x, y, 3, 2, C.cream) : "";
  });

/* Sweets. */
export const diamond = (c, nut) =>
  fill("M-46 0L0-26L46 0L0 26z", pale(c, 0.14)) +
  fill("M-46 0L0 26V46L-46 20z", c) +
  fill("M46 0L0 26V46L46 20z", dark(c, 0.2)) +
  line("M-44 7L0 32L44 7M-44 14L0 39L44 14", dark(c, 0.3), 1.6) +
  (nut ?? "");
export const square = (c, top) =>
  fill("M-50 0L0-28L50 0L0 28z", pale(c, 0.16)) +
  fill("M-50 0L0 28V56L-50 28z", c) +
  fill("M50 0L0 28V56L50 28z", dark(c, 0.18)) +
  top;
export const kunafa = (c = "#D98A2B") =>
  ell(0, 22, 92, 52, dark(c, 0.35)) +
  lit("M-92 0v22A92 52 0 0 0 92 22V0z", c, "k") +
  ell(0, 0, 92, 52, c, "l") +
  noodles(0, 0, 78, 40, 9, c, 70);
export const cakeSlice = (layers, top, c) => {
  const h = 22;
  let out = shadow(128, 222, 100, 14);
  layers.forEach((color, i) => {
    const y = 198 - i * h;
    out +=
      fill(`M34 ${y - 22}L196 ${y - 4}v${h}L34 ${y}z`, color) +
      fill(`M196 ${y - 4}L230 ${y - 46}v${h}L196 ${y + 18}z`, dark(color, 0.2));
  });
  const y = 198 - (layers.length - 1) * h - 22;
  return (
    out + lit(`M34 ${y}L196 ${y + 18}L230 ${y - 24}Q200 ${y - 54} 140 ${y - 46}z`, c) + (top ?? "")
  );
};
export const wholeCake = (c, drip, top = "") =>
  shadow(128, 222, 108, 16) +
  ell(128, 208, 112, 24, C.paper, "l") +
  lit("M42 112v82a86 28 0 0 0 172 0v-82z", c, "k") +
  ell(128, 112, 86, 32, pale(drip, 0.12), "l") +
  lit(
    "M42 112A86 32 0 0 0 214 112v18q-8 18-16 2q-10-8-14 8q-8 26-18 4q-8-10-16 4q-8 22-18 0q-8-8-16 6q-8 18-18-4q-8-12-16 2q-8 14-16-6q-10-10-14-4q-8 6-10-12z",
    drip,
  ) +
  top;
/** A dessert glass with layers. */
export const dessert = (c, top, o = {}) => {
  const d = "M66 84h124l-14 130q-2 14-16 14h-64q-14 0-16-14z";
  return (
    shadow(128, 232, 66, 12) +
    fill(d, C.ice) +
    within(d, rect(50, 98, 160, 140, 0, c) + (o.layer ? rect(50, 170, 160, 70, 0, o.layer) : "")) +
    fill(d, "url(#k)") +
    ell(128, 86, 62, 18, pale(c, 0.2), "l") +
    top +
    line("M66 84a62 18 0 0 0 124 0", C.white, 4, ' opacity=".8"')
  );
};

/* Cups and glasses. */
/** A plastic cup of juice with a straw and its fruit on the rim. */
export const juice = (c, o = {}) => {
  const d = "M70 62h116l-14 164q-1 10-12 10h-64q-11 0-12-10z";
  const straw = o.straw === false ? "" : line("M140 92L162 14l26-6", o.strawColor ?? C.tomato, 8);
  return (
    shadow(128, 238, 66, 12) +
    straw +
    fill(d, C.ice) +
    within(
      d,
      (o.layers ?? [[78, c]]).map(([y, color]) => rect(50, y, 160, 190, 0, color)).join("") +
        (o.inside ?? ""),
    ) +
    fill(d, "url(#k)") +
    ell(128, 78, 56, 11, pale(o.foam ?? o.layers?.[0][1] ?? c, 0.3), "l") +
    (o.ice
      ? [
          [100, 74, 12],
          [132, 70, -8],
          [156, 78, 20],
        ]
          .map(([x, y, a]) =>
            at(
              x,
              y,
              1,
              rect(-11, -11, 22, 22, 4, C.white) +
                rect(-11, -11, 22, 22, 4, C.sky, "l").replace(
                  'fill="#8CC5EC"',
                  'fill="#8CC5EC" opacity=".5"',
                ),
              a,
            ),
          )
          .join("")
      : "") +
    (o.top ?? "") +
    ell(128, 62, 58, 11, "none").replace(
      'fill="none"',
      'fill="none" stroke="#fff" stroke-width="4"',
    ) +
    line("M84 92l8 116", C.white, 6, ' opacity=".4"') +
    (o.rim ?? "")
  );
};
/** A cup and saucer seen from the side. */
export const cup = (c, o = {}) => {
  const color = o.color ?? C.paper;
  const s = o.small ? 0.8 : 1;
  return (
    shadow(128, 222, 104, 15) +
    ell(128, 208, 104, 22, dark(color, 0.16)) +
    ell(128, 203, 104, 22, color, "l") +
    at(
      128,
      206,
      s,
      line("M62-92C108-96 108-30 52-36", color, 14) +
        line("M62-92C108-96 108-30 52-36", dark(color, 0.14), 4) +
        lit("M-76-112h152q0 84-46 108h-60q-46-24-46-108z", color, "k") +
        (o.band
          ? within(
              "M-76-112h152q0 84-46 108h-60q-46-24-46-108z",
              rect(-80, -70, 160, 16, 0, o.band),
            )
          : "") +
        ell(0, -112, 76, 22, dark(color, 0.12)) +
        ell(0, -111, 68, 18, c, "l") +
        (o.top ? within(ellPath(0, -111, 68, 18), at(0, -111, 1, o.top)) : ""),
    ) +
    (o.steam === false
      ? ""
      : veil(
          line("M104 62q-14-16 0-30q12-12 0-26M142 62q-14-16 0-30q12-12 0-26", C.white, 7),
          0.75,
        ))
  );
};
/** A glass of tea, or any hot drink visible through the glass. */
export const teaGlass = (c, o = {}) => {
  const d = "M82 58h92q-10 44-4 84q2 48-8 84q-2 8-12 8h-44q-10 0-12-8q-10-36-8-84q6-40-4-84z";
  return (
    shadow(128, 236, 72, 12) +
    ell(128, 230, 78, 14, C.paper, "l") +
    fill(d, C.ice) +
    within(
      d,
      rect(60, 82, 140, 180, 0, c) +
        (o.layer ? rect(60, 150, 140, 100, 0, o.layer) : "") +
        (o.inside ?? ""),
    ) +
    fill(d, "url(#k)") +
    ell(128, 82, 43, 9, pale(c, 0.25), "l") +
    (o.top ?? "") +
    line("M92 94q-4 40 2 110", C.white, 5, ' opacity=".5"') +
    (o.steam === false
      ? ""
      : veil(
          line("M112 46q-12-12 0-22q10-10 0-20M146 46q-12-12 0-22q10-10 0-20", C.white, 6),
          0.75,
        ))
  );
};
/** A tall mug of glass with a handle. */
export const mug = (c, o = {}) => {
  const d = "M60 70h116v138q0 22-22 22h-72q-22 0-22-22z";
  return (
    shadow(122, 234, 84, 13) +
    line("M176 100C224 98 224 180 176 178", o.color ?? C.ice, 14) +
    fill(d, o.color ?? C.ice) +
    (o.color
      ? ""
      : within(
          d,
          rect(50, 88, 140, 160, 0, c) + (o.layer ? rect(50, 160, 140, 90, 0, o.layer) : ""),
        )) +
    fill(d, "url(#k)") +
    (o.mark ?? "") +
    ell(118, 74, 56, 14, pale(o.foam ?? c, 0.1), "l") +
    (o.top ?? "") +
    (o.steam === false
      ? ""
      : veil(line("M98 54q-12-12 0-22q10-10 0-20M136 54q-12-12 0-22q10-10 0-20", C.white, 6), 0.75))
  );
};
/** A paper cup with a lid and sleeve. */
export const paperCup = (o = {}) => {
  const d = "M72 66h112l-14 162q-1 8-10 8h-64q-9 0-10-8z";
  return (
    shadow(128, 238, 62, 12) +
    lit(d, o.color ?? C.paper, "k") +
    within(d, fill("M60 116h140v70h-140z", o.sleeve ?? C.wood)) +
    within(d, fill("M60 116h140v70h-140z", "url(#k)")) +
    (o.mark ?? "") +
    rect(64, 50, 128, 20, 6, o.lid ?? C.cocoa, "k") +
    rect(76, 36, 104, 18, 6, o.lid ?? C.cocoa, "k")
  );
};
export { f };
