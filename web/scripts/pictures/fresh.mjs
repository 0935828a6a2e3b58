/** Fruit, vegetables, herbs, nuts, meat and fish, each around 0,0 with a radius of 50. */
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
  random,
  rect,
  scatter,
  several,
  shadow,
  within,
} from "./draw.mjs";

export const leaf = (color = C.leaf, l = 40, w = 16) =>
  lit(`M0 0Q${l * 0.4} ${-w} ${l} 0Q${l * 0.4} ${w} 0 0z`, color) +
  line(`M4 0H${l - 6}`, dark(color, 0.3), 1.5);
export const stem = (x, y, dx, dy, color = C.brown, w = 4) =>
  line(`M${x} ${y}q0 ${dy / 2} ${dx} ${dy}`, color, w);

export const tomato = (c = C.tomato) =>
  lit("M0-38C34-48 54-20 50 6C46 34 22 44 0 44C-22 44-46 34-50 6C-54-20-34-48 0-38z", c, "s") +
  several(leaf(C.green, 22, 9), [
    [0, -36, 1, -10],
    [0, -36, 1, 40],
    [0, -36, 1, 100],
    [0, -36, 1, 150],
    [0, -36, 1, 200],
  ]) +
  stem(0, -36, 5, -14, C.forest, 5);
export const potato = (c = "#CFA263") =>
  lit("M-48 6C-50-24-20-40 10-38C40-36 54-14 48 12C42 36 10 42-14 38C-36 34-46 24-48 6z", c, "s") +
  [
    [-20, -8],
    [8, -16],
    [24, 8],
    [-8, 18],
    [34, -10],
  ]
    .map(([x, y]) => ell(x, y, 3.4, 2, dark(c, 0.3)))
    .join("");
export const onion = (c) =>
  line("M0-40q-4-12-10-16M0-40q2-12 2-18M0-40q6-8 12-12", dark(c, 0.2), 3) +
  lit("M0-44C8-34 48-28 48 6C48 34 22 44 0 44C-22 44-48 34-48 6C-48-28-8-34 0-44z", c, "s") +
  line(
    "M0-40C-30-20-34 20-14 42M0-40C30-20 34 20 14 42M0-40V43",
    dark(c, 0.22),
    1.6,
    ' opacity=".7"',
  ) +
  line("M-8 45q2 6-2 8M0 45v9M8 45q-2 6 3 8", C.sand, 2);
export const garlic = () =>
  lit(
    "M0-52C4-30 46-26 46 8C46 34 20 42 0 42C-20 42-46 34-46 8C-46-26-4-30 0-52z",
    "#F6EFE6",
    "s",
  ) +
  line("M0-40C-22-20-26 20-10 41M0-40C22-20 26 20 10 41", "#B79AB0", 2) +
  line("M-34-12C-42 8-36 28-24 36M34-12C42 8 36 28 24 36", "#CDB6C8", 1.5);
export const cucumber = (c = C.green) =>
  lit("M-62-8Q-66 14-46 16Q0 28 50 8Q66 0 60-14Q56-24 44-20Q0-6-46-18Q-58-20-62-8z", c, "v") +
  [-40, -20, 0, 20, 40].map((x) => ell(x, 2 - Math.abs(x) * 0.04, 2, 1.4, pale(c, 0.4))).join("") +
  line("M-48-6Q0 8 46-10", pale(c, 0.35), 2, ' opacity=".6"') +
  ell(58, -10, 4, 5, C.lime);
export const slice = (c = C.green, inner = "#DDEBB0") =>
  ell(0, 0, 34, 34, c, "l") +
  ell(0, 0, 29, 29, inner) +
  Array.from({ length: 8 }, (_, i) => at(0, 0, 1, ell(0, -14, 2.6, 5, pale(c, 0.55)), i * 45)).join(
    "",
  );
export const carrot = () =>
  several(leaf(C.leaf, 40, 9), [
    [-40, 0, 1, 150],
    [-40, 0, 1.1, 180],
    [-40, 0, 1, 210],
  ]) +
  lit("M-44-16Q-50 0-44 16Q0 18 62 2Q64 0 62-2Q0-20-44-16z", C.orange, "v") +
  line("M-28-12q4 6 2 12M-6 14q-4-6-2-10M12-8q3 4 2 8M28 8q-2-3-1-6", dark(C.orange, 0.2), 2);
export const pepper = (c = C.green) =>
  lit(
    "M0-32C14-46 50-40 50-6C50 26 34 46 20 46C10 46 8 40 0 40C-8 40-10 46-20 46C-34 46-50 26-50-6C-50-40-14-46 0-32z",
    c,
    "s",
  ) +
  line("M0-30C-10-10-10 20-4 38M0-30C16-8 16 20 10 40", dark(c, 0.28), 2.5, ' opacity=".7"') +
  line("M0-32q-2-12 8-20", C.forest, 8) +
  ell(0, -32, 14, 5, C.forest);
export const chilli = (c = C.red) =>
  lit("M-40-14C-44-2-30 10-6 14C24 20 48 10 60-6C44 4 22 0 4-8C-14-16-34-26-40-14z", c, "v") +
  line("M-38-14q-12-4-16-16", C.forest, 6) +
  ell(-36, -12, 7, 9, C.green);
export const aubergine = (c = "#3B1F47") =>
  lit("M-10-34C10-44 24-26 34-4C48 26 34 50 6 50C-28 50-44 20-34-6C-30-20-24-28-10-34z", c, "s") +
  fill("M-20-24C-26-44-4-56 4-44C18-46 22-34 16-24C8-32 2-22-4-28C-8-20-14-20-20-24z", C.green) +
  line("M-4-44q-4-10-12-14", C.forest, 7);
export const courgette = () =>
  lit(
    "M-58-8Q-62 10-46 14Q0 22 50 12Q62 8 60-6Q58-14 48-12Q0-4-46-16Q-56-18-58-8z",
    "#7FA847",
    "v",
  ) +
  line("M-46-4Q0 8 50-2M-40 8Q0 16 46 6", pale("#7FA847", 0.5), 2.4, ' opacity=".7"') +
  rect(-72, -10, 18, 14, 3, C.forest, "v");
export const cabbage = (c = "#B9DB93") =>
  ball(0, 2, 50, c) +
  fill("M-48 10C-40-30-8-46 10-46C-8-20-10 20 4 50C-24 52-44 36-48 10z", mix(c, C.leaf, 0.25)) +
  fill("M48 6C44-24 28-42 10-46C24-20 26 20 6 50C32 50 48 30 48 6z", mix(c, C.leaf, 0.42)) +
  line(
    "M-30 34C-24 4-12-20 4-40M-40 6q12-2 18-8M-34 20q14 0 20-6M30 34C30 6 26-16 14-40M44 8q-8-2-14-8M38 24q-6 0-10-6",
    pale(c, 0.6),
    2.2,
  ) +
  ell(0, 0, 49, 49, "url(#s)");
export const floret = (c, stalk) =>
  lit("M-14 10Q-16 40-10 48H10Q16 40 14 10z", stalk, "k") +
  [
    [-26, 6, 20],
    [26, 6, 20],
    [-14, -14, 22],
    [14, -16, 22],
    [0, 4, 22],
    [0, -28, 17],
    [-34, -10, 13],
    [34, -10, 13],
  ]
    .map(([x, y, r]) => ball(x, y, r, c))
    .join("") +
  scatter(26, 7, 0, -8, 38, 26, (x, y) => ell(x, y, 2.2, 1.8, pale(c, 0.35)));
export const cauliflower = () =>
  several(leaf(C.leaf, 62, 26), [
    [0, 30, 1, -150],
    [0, 30, 1, -30],
    [0, 34, 0.9, 190],
    [0, 34, 0.9, -10],
  ]) +
  at(0, -4, 0.95, floret("#F3E6C6", "#DCE6B4")) +
  several(leaf(C.leaf, 50, 22), [
    [-6, 46, 0.9, -130],
    [6, 46, 0.9, -50],
  ]);
export const broccoli = () => floret("#3E8A3C", "#9CC56C");
export const peapod = () =>
  lit("M-58-4Q-20-34 58-10Q30 26-30 20Q-54 14-58-4z", C.leaf, "v") +
  fill("M-46-2Q-14-22 44-8Q20 14-26 12Q-42 8-46-2z", dark(C.leaf, 0.35)) +
  [-32, -16, 0, 16, 31].map((x) => ball(x, 1 - Math.abs(x) * 0.08, 9.5, "#8CCB4F")).join("") +
  line("M58-10q8-4 10-10", C.forest, 4);
export const beanpod = () =>
  line("M-54 12Q-10-22 54-8", dark(C.leaf, 0.22), 13) +
  line("M-54 10Q-10-24 54-10", C.leaf, 9) +
  line("M-46 4Q-10-22 44-12", pale(C.leaf, 0.45), 2) +
  line("M54-9l10-4", C.forest, 3);
export const okra = () =>
  lit("M-32-12Q-38 2-30 12Q10 14 56 0Q10-18-32-12z", "#6FA83E", "v") +
  line("M-26-4Q10-6 48 0M-26 5Q10 6 46 1", dark("#6FA83E", 0.2), 1.6) +
  lit("M-32-13q-14 2-14 13q0 10 14 12q4-12 0-25z", "#4C8630") +
  line("M-44 0h-10", C.forest, 6);
export const sweetPotato = () =>
  lit(
    "M-60 6C-46-22-10-34 20-30C44-26 56-10 62-6C54 18 20 34-10 30C-34 28-48 14-60 6z",
    "#B5583A",
    "s",
  ) + line("M-24-12l12 3M4-18l10 2M10 8l14-2M-20 12l10 1", dark("#B5583A", 0.3), 2);
export const corn = () => {
  let grains = "";
  for (let col = -3; col <= 3; col += 1)
    for (let row = -7; row <= 8; row += 1)
      grains += ell(
        row * 9 + 6,
        col * 9.4 * (row > 4 ? 1 - (row - 4) * 0.1 : 1),
        4.9,
        4.9,
        (row + col) % 3 ? C.straw : mix(C.straw, C.saffron, 0.45),
      );
  const d = "M-60-26Q-6-38 46-22Q80-10 86 0Q80 10 46 22Q-6 38-60 26z";
  const husk = "M-82 0C-78-30-50-44-14-38C14-44 30-36 44-46C30-12-10-12-34-4z";
  return (
    fill(d, C.saffron) +
    within(d, grains) +
    fill(d, "url(#v)") +
    lit(husk, C.leaf) +
    at(0, 0, [1, -1], lit(husk, dark(C.leaf, 0.14))) +
    line("M-74-4C-56-24-20-32 20-36M-74 4C-56 24-20 32 20 36", dark(C.leaf, 0.3), 2) +
    line("M-78 0H-96", C.olive, 12)
  );
};
export const mushroom = (c = "#F2E7D8") =>
  lit("M-15 0Q-12 30-18 44Q0 50 18 44Q12 30 15 0z", pale(c, 0.4), "k") +
  lit("M-48 6C-48-28-24-42 0-42C24-42 48-28 48 6Q24 14 0 14Q-24 14-48 6z", c, "s") +
  fill("M-48 6Q0 24 48 6Q24 14 0 14Q-24 14-48 6z", dark(c, 0.3));
export const pumpkin = () =>
  [
    [-28, 24],
    [28, 24],
    [-14, 24],
    [14, 24],
  ]
    .map(([x, rx]) => ell(x, 6, rx, 38, C.orange, "s"))
    .join("") +
  ell(0, 6, 20, 40, mix(C.orange, C.saffron, 0.3), "s") +
  line("M0-34q-2-12 10-18", C.forest, 9);
export const pumpkinWedge = () =>
  fill("M-54-12Q0-60 54-12Q30 50 0 52Q-30 50-54-12z", dark(C.orange, 0.2)) +
  lit("M-48-8Q0-48 48-8Q26 42 0 44Q-26 42-48-8z", "#F6A63C") +
  fill("M-26-2Q0-24 26-2Q12 24 0 24Q-12 24-26-2z", "#E4832A") +
  scatter(9, 4, 0, 2, 16, 12, (x, y) => at(x, y, 1, ell(0, 0, 3, 5, C.cream), x * 6));

const mintLeaf =
  "M0 0C3-9 8-14 13-17L17-16.5L20-20L24-18.5L28-21L31-18.5L36-19L38-15L44-14L40-9L39-5L34-3L31 .5L26 .8L22 3.5L17 3L12 4.5C7 4.5 3 3 0 0z";
const rocketLeaf =
  "M0 70C-2 60-3 54-4 48C-10 50-20 48-24 40C-18 39-11 38-6 35C-14 33-26 29-30 17C-21 19-12 20-6 17C-12 13-25 7-28-6C-19-3-11-1-6-3C-12-9-16-15-15-24C-13-35-6-41 0-42C6-41 13-35 15-24C16-15 12-9 6-3C11-1 19-3 28-6C25 7 12 13 6 17C12 20 21 19 30 17C26 29 14 33 6 35C11 38 18 39 24 40C20 48 10 50 4 48C3 54 2 60 0 70z";
const molokhiaLeaf =
  "M0 44L-7 52L-9 41C-12 40-15 37-17 33L-22 31L-21 23L-26 18L-22 11L-25 3L-19-4L-20-13L-13-20L-11-30L-5-36L0-52L5-36L11-30L13-20L20-13L19-4L25 3L22 11L26 18L21 23L22 31L17 33C15 37 12 40 9 41L7 52z";

/** Leaves of molokhia picked off the stalk, toothed and pointed, heaped in a bowl. */
export function molokhiaBowl(c = "#2E7D3A") {
  const leaf = (x, y, size, turn, tone) =>
    at(
      x,
      y,
      size,
      lit(molokhiaLeaf, tone) +
        line(
          "M0 44V-40M0 30l-14-10M0 30l14-10M0 10l-15-11M0 10l15-11M0-10l-10-10M0-10l10-10",
          pale(c, 0.42),
          1.6,
        ),
      turn,
    );
  const heap = [
    [66, 130, 0.86, -64, 0.16],
    [190, 130, 0.86, 64, 0.16],
    [84, 96, 0.92, -34, 0.06],
    [172, 96, 0.92, 34, 0.06],
    [128, 80, 1, 2, 0.14],
    [104, 122, 0.96, -18, 0],
    [154, 124, 0.96, 22, 0],
    [128, 138, 0.9, -84, 0.1],
  ];
  return (
    shadow(128, 224, 84, 13) +
    heap
      .map(([x, y, size, turn, deep]) => leaf(x, y, size, turn, deep ? dark(c, deep) : c))
      .join("") +
    lit("M38 150H218C214 194 180 220 128 220C76 220 42 194 38 150z", C.wood) +
    rect(34, 143, 188, 15, 7, pale(C.wood, 0.25), "k")
  );
}

/** A bunch of herbs tied with string; `kind` sets the shape of its leaves. */
export function bunch(kind, c = C.leaf) {
  const next = random(kind.length * 7 + 3);
  let stems = "";
  let leaves = "";
  const count = kind === "dill" ? 15 : 11;
  for (let i = 0; i < count; i += 1) {
    const a = -62 + (124 * i) / (count - 1);
    const len = 88 + next() * 22;
    const x = Math.sin((a * Math.PI) / 180) * len * 0.8;
    const y = 20 - Math.cos((a * Math.PI) / 180) * len;
    stems += line(`M${n(x * 0.05)} 60Q${n(x * 0.1)} 10 ${n(x)} ${n(y)}`, dark(c, 0.22), 3.2);
    if (kind === "dill") {
      for (let k = 0; k < 6; k += 1) {
        const q = 0.45 + k * 0.11;
        leaves += at(
          x * q,
          40 + (y - 40) * q,
          1,
          line(
            "M0 0q-8-7-12-16M0 0q8-7 12-16M0 0v-15M-5-8l-9-2M5-8l9-2",
            i % 2 ? c : dark(c, 0.12),
            2.2,
          ),
          a * 0.6,
        );
      }
    } else if (kind === "mint") {
      // Pairs of toothed leaves, smaller towards the tip, on few stems.
      if (i % 5) continue;
      for (const [q, size] of [
        [0.46, 1.25],
        [0.76, 1.12],
        [1.02, 0.84],
      ]) {
        const tone = q === 0.76 ? dark(c, 0.13) : c;
        for (const side of [-1, 1])
          leaves += at(
            x * q,
            40 + (y - 40) * q,
            [size * side, size],
            lit(mintLeaf, tone) +
              line("M0 0L33-12M9-3.5l3-7M18-6.5l4-6M10-4l9 2M19-7l9 2", pale(c, 0.42), 1.4),
            a * 0.6,
          );
      }
      leaves += at(
        x * 1.1,
        40 + (y - 40) * 1.1,
        1.1,
        lit("M-7 6Q-9-8 0-16Q9-8 7 6z", pale(c, 0.16)),
        a * 0.6,
      );
    } else if (kind === "rocket") {
      // Few long leaves, cut deep into lobes to both sides of a pale rib.
      if (i % 2) continue;
      leaves += at(
        x,
        y + 14,
        1.02,
        lit(rocketLeaf, i % 4 ? dark(c, 0.16) : c) +
          line(
            "M0 64V-32M0 44l-15-5M0 44l15-5M0 27l-20-7M0 27l20-7M0 7l-19-9M0 7l19-9",
            pale(c, 0.5),
            1.9,
          ),
        a * 0.9,
      );
    } else if (kind === "long") {
      leaves += at(
        x,
        y + 8,
        1,
        lit("M0 40C-20 20-20-14 0-36C20-14 20 20 0 40z", i % 2 ? c : dark(c, 0.12)) +
          line("M0 36V-26M0 10l-9-8M0 10l9-8M0-4l-8-7M0-4l8-7", pale(c, 0.35), 1.5),
        a * 0.9,
      );
    } else {
      // parsley in points, coriander in rounds
      const lobe =
        kind === "parsley"
          ? "M0 12L-9 0L-16 2L-14-9L-5-12L0-24L5-12L14-9L16 2L9 0z"
          : "M0 12C-10 10-18 4-15-5C-14-12-7-12-6-15C-4-22 4-22 6-15C7-12 14-12 15-5C18 4 10 10 0 12z";
      for (const [q, sx] of [
        [1, 0],
        [0.8, -15],
        [0.8, 15],
        [0.62, 0],
      ])
        leaves += at(
          x * q + sx,
          40 + (y - 40) * q,
          0.95,
          lit(lobe, (i + sx) % 2 ? dark(c, 0.14) : c),
          a,
        );
    }
  }
  return at(
    128,
    132,
    1.08,
    shadow(0, 84, 56, 10) +
      Array.from({ length: 9 }, (_, i) =>
        line(
          `M${-12 + i * 3} 58L${-26 + i * 6.5} ${80 + (i % 2) * 4}`,
          i % 2 ? dark(c, 0.12) : pale(c, 0.25),
          4,
        ),
      ).join("") +
      stems +
      leaves +
      rect(-16, 48, 32, 9, 4, C.sand, "k"),
  );
}
export const lettuce = (c = C.leaf) => {
  const frill =
    "M0 60C-50 50-66 10-54-14C-50-30-40-28-38-40C-26-58-14-50-4-60C8-66 18-54 28-52C42-50 40-36 50-30C64-14 52 46 0 60z";
  return at(
    0,
    0,
    0.95,
    several(lit(frill, dark(c, 0.12)), [
      [-34, 4, 0.82, -24],
      [34, 4, 0.82, 24],
    ]) +
      lit(frill, c) +
      lit(
        "M0 62C-30 50-36 20-28-4C-20-24-10-22-2-30C10-24 24-22 30-2C34 22 28 50 0 62z",
        pale(c, 0.28),
      ) +
      line("M0 58V-18M0 34l-16-16M0 34l16-16M0 12l-12-12M0 12l12-12", pale(c, 0.65), 3),
  );
};
export const cosLettuce = () => {
  const one = (c) =>
    lit("M-8 66C-34 30-38-20-22-52C-14-70 14-70 22-52C38-20 34 30 8 66z", c) +
    line("M0 62V-44M0 20l-16-14M0 20l16-14M0-4l-14-12M0-4l14-12", pale(c, 0.6), 3);
  return (
    several(one(dark(C.leaf, 0.15)), [
      [-26, 2, 0.86, -16],
      [26, 2, 0.86, 16],
    ]) +
    one(C.leaf) +
    at(0, 12, 0.72, one(pale(C.leaf, 0.25)))
  );
};

export const banana = (c = C.straw) =>
  lit("M-52-34C-50 14-16 44 34 40C48 38 54 30 54 24C20 22-14 0-30-44C-34-54-52-48-52-34z", c, "l") +
  line("M-42-38C-34 6-6 30 44 32", dark(c, 0.16), 2.5) +
  rect(-54, -56, 14, 16, 3, C.brown) +
  ell(53, 30, 5, 6, C.brown);
export const bananas = (c, spots) =>
  several(banana(c), [
    [12, 12, 1, 16],
    [4, 2, 1, 4],
    [-6, -6, 1, -8],
  ]) +
  fill("M-66-64l22-8l8 22l-22 10z", C.brown) +
  (spots
    ? [
        [-20, 10],
        [-4, 24],
        [10, 20],
        [18, 34],
        [-30, -4],
      ]
        .map(([x, y]) => ell(x, y, 3, 2, C.brown))
        .join("")
    : "");
export const orange = (c = C.orange) =>
  ball(0, 0, 48, c) +
  scatter(22, 5, 4, 4, 36, 36, (x, y) => ell(x, y, 1.3, 1.3, dark(c, 0.18))) +
  ell(0, -38, 6, 3, C.forest);
export const citrusHalf = (c = C.orange, flesh = "#F9B24A") =>
  ball(0, 0, 46, c) +
  ell(0, 0, 41, 41, C.cream) +
  Array.from({ length: 9 }, (_, i) =>
    at(0, 0, 1, lit("M0-4L-11-34Q0-40 11-34z", flesh), i * 40),
  ).join("");
export const mandarin = () =>
  ell(0, 4, 50, 42, "#F28A22", "s") +
  several(leaf(C.green, 36, 14), [
    [2, -36, 1, -20],
    [0, -36, 1, 200],
  ]) +
  ell(0, -36, 5, 3, C.forest);
export const lemon = (c = C.straw) =>
  lit(
    "M-58 4C-52-2-50-8-44-16C-28-40 22-42 42-16C48-8 54-4 60 4C52 10 48 14 42 20C22 42-28 40-44 20C-50 12-54 10-58 4z",
    c,
    "s",
  ) + scatter(16, 3, 0, 0, 34, 22, (x, y) => ell(x, y, 1.3, 1.2, dark(c, 0.16)));
export const apple = (c = C.red, blush) =>
  lit(
    "M0-30C16-46 50-38 48-2C46 30 24 46 10 44C4 43-4 43-10 44C-24 46-46 30-48-2C-50-38-16-46 0-30z",
    c,
    "s",
  ) +
  (blush ? ell(-18, -2, 14, 22, blush, undefined) : "") +
  line("M0-28q0-14 8-22", C.brown, 5) +
  at(4, -40, 1, leaf(C.leaf, 32, 13), -18);
export const guava = () =>
  lit(
    "M0-46C14-46 18-28 30-14C50 8 44 46 0 46C-44 46-50 8-30-14C-18-28-14-46 0-46z",
    "#C8D46A",
    "s",
  ) +
  ell(0, -43, 8, 4, C.olive) +
  ell(0, 43, 7, 3, C.brown);
export const guavaHalf = () =>
  ball(0, 0, 46, "#BFCF62") +
  ell(0, 0, 41, 41, "#F8E3D2") +
  ell(0, 0, 28, 28, "#F0A0A0") +
  scatter(18, 8, 0, 0, 22, 22, (x, y) => ell(x, y, 2.4, 2.4, C.cream));
export const grapes = (c = C.lime) => {
  const spots = [
    [-34, -26],
    [-12, -30],
    [12, -30],
    [34, -26],
    [-24, -8],
    [0, -10],
    [24, -8],
    [-14, 10],
    [12, 10],
    [-2, 28],
    [14, 28],
    [4, 46],
  ];
  return (
    line("M2-34V-58", C.brown, 5) +
    at(4, -46, 1.1, leaf(C.leaf, 40, 20), -20) +
    spots.map(([x, y]) => ball(x, y, 15, c)).join("")
  );
};
export const mango = (c = "#F3A73B") =>
  lit("M-46 22C-56-12-26-46 10-46C40-46 56-22 48 6C40 32 6 40-14 46C-30 48-42 38-46 22z", c, "s") +
  lit(
    "M-46 22C-56-12-26-46 10-46C-6-30-14-8-10 18C-8 34-10 42-14 46C-30 48-42 38-46 22z",
    "#7FAE3E",
    "l",
  ).replace(/fill="#7FAE3E"/, 'fill="#8FB046" opacity=".75"') +
  line("M10-46q2-8 8-10", C.brown, 5);
export const strawberry = () =>
  lit(
    "M0 50C-26 40-48 4-42-18C-36-38-14-34 0-30C14-34 36-38 42-18C48 4 26 40 0 50z",
    C.tomato,
    "s",
  ) +
  [
    [-24, -14],
    [-8, -16],
    [10, -14],
    [26, -12],
    [-18, 2],
    [0, 2],
    [18, 4],
    [-10, 18],
    [10, 20],
    [0, 34],
  ]
    .map(([x, y]) => ell(x, y, 2, 3, C.straw))
    .join("") +
  several(leaf(C.green, 26, 11), [
    [0, -30, 1, -160],
    [0, -30, 1, -20],
    [0, -30, 1, -125],
    [0, -30, 1, -55],
    [0, -30, 1, 170],
    [0, -30, 1, 10],
  ]) +
  line("M0-34v-14", C.green, 4);
export const strawberryHalf = () =>
  lit("M0 48C-24 38-44 4-38-16C-32-34-12-30 0-26C12-30 32-34 38-16C44 4 24 38 0 48z", C.tomato) +
  fill("M0 34C-16 24-28 2-24-10C-18-20-8-16 0-12C8-16 18-20 24-10C28 2 16 24 0 34z", C.pink) +
  fill("M0 22C-6 14-10 4-8-2Q0-6 8-2C10 4 6 14 0 22z", C.paper);
export const melon = (c = "#3F7F3A") =>
  ell(0, 0, 58, 50, c, undefined) +
  within(
    ellPath(0, 0, 58, 50),
    [-44, -26, -8, 10, 28, 46]
      .map((x) =>
        line(
          `M${x * 0.4}-56q${x * 1.1} 20 ${x * 0.7} 56q${-x * 0.2} 40 ${-x * 0.7} 56`,
          "#1F5526",
          6,
        ),
      )
      .join(""),
  ) +
  ell(0, 0, 58, 50, "url(#s)");
export const melonSlice = () => {
  const d = "M-60-18H60A60 60 0 0 1-60-18z";
  return (
    fill(d, "#3F7F3A") +
    fill("M-55-18H55A55 55 0 0 1-55-18z", "#DDEBB5") +
    lit("M-49-18H49A49 49 0 0 1-49-18z", "#E8483F") +
    [
      [-30, -6],
      [-12, -8],
      [6, -7],
      [26, -6],
      [-20, 8],
      [0, 8],
      [18, 8],
      [-6, 20],
    ]
      .map(([x, y]) => ell(x, y, 2.6, 4, C.ink))
      .join("")
  );
};
export const cantaloupe = (c = "#D8BB78") =>
  ball(0, 0, 50, c) +
  within(
    ellPath(0, 0, 50),
    [-40, -20, 0, 20, 40]
      .map((x) => line(`M${x * 0.3}-52Q${x * 1.3} 0 ${x * 0.3} 52`, "#9CA654", 3))
      .join("") +
      scatter(60, 9, 0, 0, 48, 48, (x, y, i) =>
        line(`M${x} ${y}l${(i % 5) - 2} ${5 - (i % 3)}l6 1`, pale(c, 0.5), 1.5),
      ),
  );
export const cantaloupeWedge = () =>
  lit("M-62-20Q-50 48 0 50Q50 48 62-20Q30 22 0 22Q-30 22-62-20z", "#D8BB78") +
  lit("M-56-22Q-40 34 0 36Q40 34 56-22Q34-6 0-6Q-34-6-56-22z", "#F7A65A") +
  scatter(9, 2, 0, 4, 26, 5, (x, y) => ell(x, y, 4, 2.4, C.cream));
export const peach = () =>
  ball(0, 2, 47, "#F5B062") +
  fill("M0-44C34-46 50-20 46 8C42 34 22 48 4 49C20 20 20-20 0-44z", "#E5644C", ' opacity=".75"') +
  ell(0, 2, 47, 47, "url(#s)") +
  line("M2-42C14-16 14 16 4 46", dark("#F5B062", 0.3), 2) +
  at(2, -42, 1, leaf(C.leaf, 34, 13), -24);
export const kiwi = () =>
  ell(0, 0, 50, 42, "#8A6A3C", "s") +
  scatter(50, 6, 0, 0, 46, 38, (x, y) => line(`M${x} ${y}l2-3`, "#B4935C", 1)) +
  ell(46, 0, 4, 6, C.cocoa);
export const kiwiHalf = () =>
  ball(0, 0, 44, "#8A6A3C") +
  ell(0, 0, 40, 40, "#9CCB45") +
  ell(0, 0, 15, 13, "#F1F0C8") +
  Array.from({ length: 16 }, (_, i) =>
    at(0, 0, 1, line("M0-15V-36", "#B7DB6B", 2.5) + ell(0, -20, 1.6, 3, C.ink), i * 22.5 + 5),
  ).join("");
export const pineapple = () => {
  const d = "M0-30C30-30 40-4 40 18C40 48 22 62 0 62C-22 62-40 48-40 18C-40-4-30-30 0-30z";
  let net = "";
  for (let i = -4; i < 6; i += 1)
    net += line(`M-50 ${i * 16}L50 ${i * 16 + 44}M50 ${i * 16}L-50 ${i * 16 + 44}`, "#A86B1C", 2.4);
  return (
    several(leaf(C.green, 52, 12), [
      [0, -26, 1, -90],
      [0, -26, 0.95, -112],
      [0, -26, 0.95, -68],
      [0, -26, 0.8, -135],
      [0, -26, 0.8, -45],
      [0, -26, 0.65, -158],
      [0, -26, 0.65, -22],
    ]) +
    fill(d, "#E5A52F") +
    within(d, net) +
    fill(d, "url(#s)")
  );
};
export const avocado = () =>
  lit(
    "M0-52C16-52 22-34 32-12C46 18 34 52 0 52C-34 52-46 18-32-12C-22-34-16-52 0-52z",
    "#3D5A2A",
    "s",
  ) + line("M0-52v-6", C.brown, 5);
export const avocadoHalf = () =>
  lit("M0-52C16-52 22-34 32-12C46 18 34 52 0 52C-34 52-46 18-32-12C-22-34-16-52 0-52z", "#3D5A2A") +
  fill("M0-45C12-45 17-29 26-9C38 16 28 45 0 45C-28 45-38 16-26-9C-17-29-12-45 0-45z", "#C5D46C") +
  fill("M0-38C10-38 13-25 20-6C30 14 22 38 0 38C-22 38-30 14-20-6C-13-25-10-38 0-38z", "#EAEDA6") +
  ball(0, 16, 17, "#8C552B");
export const coconut = () =>
  ball(0, 0, 50, "#6B4527") +
  within(
    ellPath(0, 0, 50),
    scatter(70, 4, 0, 0, 48, 48, (x, y) => line(`M${x} ${y}l6-9`, "#8D6338", 1.6)),
  ) +
  [
    [-10, -22],
    [8, -26],
    [2, -10],
  ]
    .map(([x, y]) => ell(x, y, 5, 5, C.cocoa))
    .join("");
export const coconutHalf = () =>
  ell(0, 0, 50, 44, "#6B4527", "l") +
  ell(0, -4, 45, 37, C.white) +
  ell(0, 0, 34, 26, "#E7EEF0") +
  ell(0, 6, 26, 17, C.white);
export const date = (c = "#6E3417") =>
  ell(0, 0, 40, 22, c, "s") +
  line("M-26-8q24-8 46 0M-30 4q30 10 54-2", pale(c, 0.3), 2) +
  ell(-38, 0, 5, 7, C.sand);
export const hazelnut = (c = "#B5763C") =>
  lit("M0-42C20-30 44-20 42 6C40 30 20 40 0 40C-20 40-40 30-42 6C-44-20-20-30 0-42z", c, "s") +
  fill("M-41 10Q0 26 41 10C38 32 20 40 0 40C-20 40-38 32-41 10z", C.sand);
export const pistachio = () =>
  lit("M-44 0C-34-30 20-34 46-6C30 26-26 32-44 0z", "#E3C693", "s") +
  fill("M-18-6C0-20 30-18 46-6C28 4 4 8-18-6z", "#86A83A") +
  line("M-18-6C4-2 26-2 46-6", "#6B2E4A", 4);
export const walnut = () =>
  lit(
    "M0-40C18-50 46-36 44-6C46 26 20 44 0 40C-20 44-46 26-44-6C-46-36-18-50 0-40z",
    "#C08A52",
    "s",
  ) +
  line(
    "M0-38V38M-12-28q-20 4-16 16q-12 10 0 18q0 16 16 18M12-28q20 4 16 16q12 10 0 18q0 16-16 18",
    dark("#C08A52", 0.35),
    4,
  );
export const almond = (c = "#B0703A") =>
  lit("M-46 0C-26-30 26-26 46 0C26 26-26 30-46 0z", c, "l") +
  line("M-30-4Q0-12 32-2M-28 6Q0 12 30 4", dark(c, 0.25), 2);
export const peanut = () =>
  lit(
    "M-52 0C-52-24-24-28-8-16C8-26 52-26 52 2C52 26 22 26 6 18C-14 30-52 24-52 0z",
    "#D9AC67",
    "v",
  ) + line("M-40-8l10 12M-26-14l8 14M16-10l8 16M32-12l6 16M-36 10l10 4", dark("#D9AC67", 0.25), 2);
export const seed = (c = C.slate) =>
  lit("M-30 0C-16-18 16-16 34 0C16 16-16 18-30 0z", c, "l") +
  line("M-22-2Q0-10 24-1", pale(c, 0.6), 3);
export const bean = (c) =>
  lit("M-40-6C-36-32 20-34 38-10C50 10 32 30 14 22C2 16-8 14-20 18C-36 20-44 8-40-6z", c, "s") +
  ell(2, 12, 8, 3, pale(c, 0.5));
export const pea = (c = "#7FBF4D") => ball(0, 0, 40, c);
export const coffeeBean = (c = C.cocoa) =>
  ell(0, 0, 42, 28, c, "s") + line("M-36-4C-12 12 12-14 36 4", dark(c, 0.6), 5);
export const flower = (c, core = C.straw, petals = 8) =>
  Array.from({ length: petals }, (_, i) =>
    at(0, 0, 1, ell(0, -28, 12, 20, c, "l"), (360 / petals) * i),
  ).join("") + ball(0, 0, 15, core);
export const rose = (c = C.rose) =>
  several(leaf(C.green, 40, 18), [
    [10, 26, 1, 30],
    [-10, 26, 1, 150],
  ]) +
  ball(0, 0, 44, c) +
  line("M-34 8q34 40 68-4M-26-8q26 36 54 4M-18-18q18 26 38 6M-8-24q8 14 20 4", dark(c, 0.3), 3);
export const hibiscus = (c = "#A3173F") =>
  Array.from({ length: 5 }, (_, i) =>
    at(0, 0, 1, lit("M0 4C-30-10-26-44-8-50Q0-44 8-50C26-44 30-10 0 4z", c), i * 72),
  ).join("") +
  line("M0 0L26-30", C.straw, 5) +
  ball(26, -30, 6, C.saffron);
export const wheat = (c = C.saffron) =>
  line("M0 54V-40", dark(c, 0.2), 3) +
  [-30, -14, 2, 18]
    .map((y) =>
      several(lit("M0 0C-16-4-20-18-16-26C-4-22 2-12 0 0z", c), [
        [-1, y, 1, 0],
        [1, y, [-1, 1], 0],
      ]),
    )
    .join("") +
  at(0, -36, 1, lit("M0 6C-8-4-8-16 0-24C8-16 8-4 0 6z", c));

export const egg = (c = C.paper) =>
  lit("M0-46C24-46 40-4 40 14C40 36 22 46 0 46C-22 46-40 36-40 14C-40-4-24-46 0-46z", c, "s");

/* Meat and fish */
const red = "#B8383A";
export const meatCube = (c = red) =>
  fill("M-40-20L4-40L44-24L0-2z", pale(c, 0.2)) +
  fill("M-40-20L0-2V44L-38 22z", c) +
  fill("M0-2L44-24V18L0 44z", dark(c, 0.2)) +
  line("M-28-18q20 4 26-10M-24 6q10 10 18 8M12 8q10-10 22-8", C.pink, 3.5);
export const steak = (c = red) =>
  lit("M-56-6C-60-40-14-50 20-44C50-40 64-12 52 14C42 40 4 46-18 38C-40 32-54 18-56-6z", C.cream) +
  lit("M-48-6C-50-32-12-42 18-36C42-32 54-12 44 10C36 30 4 38-16 31C-34 26-46 14-48-6z", c) +
  line("M-30-10q20-14 34 2q16 14 32 0M-22 12q16-6 26 6M4-28q10 8 24 4", C.pink, 4);
export const mince = (c = red) => {
  const base = ell(0, 22, 74, 34, dark(c, 0.2), "v");
  return (
    base +
    scatter(
      95,
      12,
      0,
      8,
      66,
      32,
      (x, y, i) =>
        line(`M${x - 12} ${y}q6-8 12 0t12-2`, [c, pale(c, 0.22), dark(c, 0.14)][i % 3], 7) +
        (i % 6 ? "" : line(`M${x} ${y}l6-3`, C.pink, 3)),
    )
  );
};
export const shank = () =>
  lit(
    "M-58 26C-70-10-34-40 4-34C30-30 34-10 66-8L68 8C36 10 34 44-6 46C-34 46-52 40-58 26z",
    red,
    "l",
  ) +
  line("M-40 4q24-20 50-10M-36 24q30-6 48-18", C.pink, 4) +
  rect(56, -10, 34, 20, 9, C.cream, "v") +
  ell(88, 0, 7, 10, "#E2C9A5") +
  ell(88, 0, 3, 5, red);
export const chop = (c = red) =>
  rect(10, -8, 70, 15, 7, C.cream, "v") +
  lit("M-52 8C-56-26-16-40 12-26C30-16 26 16 10 28C-14 44-50 36-52 8z", C.cream) +
  lit("M-44 8C-46-18-14-30 8-18C20-10 18 12 4 22C-14 34-42 28-44 8z", c) +
  line("M-28-2q14-10 24 0M-24 12q10 0 16 4", C.pink, 3);
export const liver = () =>
  lit(
    "M-62 10C-66-28-20-44 10-34C40-26 70-16 64 6C58 26 30 16 16 30C-4 50-58 46-62 10z",
    "#6B2420",
    "s",
  ) + line("M-36-8q26-16 54-4M-30 18q20 0 30-10", "#9A4038", 4);
export const sausage = (c = "#A33A2C") =>
  line("M-50 8Q0 30 50-4", dark(c, 0.25), 28) +
  line("M-50 6Q0 28 50-6", c, 24) +
  line("M-46 0Q0 18 44-10", pale(c, 0.4), 4) +
  line("M-62 4l-8-4M62-10l8-6", dark(c, 0.3), 6);
export const patty = (c = red) =>
  ell(0, 8, 54, 26, dark(c, 0.3)) +
  ell(0, 0, 54, 26, c, "l") +
  scatter(26, 5, 0, 0, 44, 19, (x, y, i) => ell(x, y, 4, 2.4, i % 2 ? C.pink : dark(c, 0.2)));
export const kofta = (c = "#7C3D22") =>
  lit("M-64-12Q-70 0-64 12Q0 24 64 12Q70 0 64-12Q0-24-64-12z", c, "v") +
  line(
    "M-48-12q4 12 0 24M-24-15q4 15 0 30M0-16q4 16 0 32M24-15q4 15 0 30M48-12q4 12 0 24",
    dark(c, 0.35),
    3,
  );
export const skewer = (thing) => line("M-98 0H98", C.wood, 4) + thing;
export const pastirma = () =>
  lit("M-44-30C-10-50 40-40 50-10C56 20 30 40 0 38C-34 36-60 0-44-30z", "#7A1F22") +
  line("M-30-16q20-8 36 6q14 12 30 4M-24 8q14-4 24 8", "#C77A72", 3) +
  line("M-44-30C-10-50 40-40 50-10C56 20 30 40 0 38C-34 36-60 0-44-30z", "#C5702C", 7);
export const rawChicken = (c = "#F2CDA8") =>
  lit("M-58 22C-70-22-30-50 6-46C44-44 72-14 58 22C44 48-40 50-58 22z", c, "s") +
  line("M6-44C-6-20-6 10 2 42", dark(c, 0.18), 3) +
  several(
    lit("M0 0C16-18 46-14 54 6C60 20 40 30 22 24C8 20-4 12 0 0z", pale(c, 0.12), "s") +
      ell(58, 20, 10, 8, C.cream, "s"),
    [
      [14, 12, 1, 8],
      [-14, 12, [-1, 1], -8],
    ],
  ) +
  lit("M-46-20C-62-26-66-4-50 6C-42 0-38-10-46-20z", pale(c, 0.1), "s");
export const roastChicken = () => rawChicken("#C26A22");
export const breast = (c = "#F3BFA6") =>
  lit("M-56 12C-58-26-10-46 24-34C52-24 62-2 50 10C38 20 10 18-8 34C-26 46-54 40-56 12z", c, "s") +
  line("M-36-6q34-20 66-4M-34 14q24-12 50-10", pale(c, 0.5), 3);
/** A leg: drumstick to the right, its bone showing, and the thigh it hangs on. */
export const thigh = (c = "#F0C29A", bone = C.cream) => {
  const leg =
    "M-58 2C-60-30-28-46 4-38C26-34 40-18 58-10C66-6 66 6 58 8C44 12 34 26 12 34C-22 46-56 30-58 2z";
  return (
    line("M50-1L82 4", dark(bone, 0.16), 15) +
    line("M50-2L82 2", bone, 11) +
    ell(86, -5, 9, 8, bone, "s") +
    ell(87, 9, 9, 8, bone, "s") +
    lit(leg, c, "s") +
    line("M-40-8Q-18-30 12-24", pale(c, 0.55), 4, ' opacity=".8"') +
    line("M14 16Q34 10 50-2", dark(c, 0.22), 2.5)
  );
};
/** A strip of grilled chicken, with the marks of the grill. */
export const strip = (c = "#C98238") =>
  lit("M-46 6C-50-8-34-15-10-13C16-16 44-14 50-4C52 6 32 12 6 12C-16 15-42 16-46 6z", c, "v") +
  line("M-28-11l-6 22M-8-13l-6 26M12-13l-6 26M32-11l-5 20", dark(c, 0.5), 4, ' opacity=".7"');
/** The same in breadcrumbs. */
export const breadedStrip = (c = "#DDA24A") => {
  const d = "M-48 4C-50-10-38-17-14-15C10-18 40-17 49-6C52 6 38 14 10 14C-18 17-46 16-48 4z";
  return (
    lit(d, c, "v") +
    within(
      d,
      scatter(60, 11, 0, 0, 46, 15, (x, y, i) =>
        ell(x, y, 3 - (i % 3) * 0.6, 2.2, i % 2 ? pale(c, 0.5) : dark(c, 0.28)),
      ),
    )
  );
};
export const pane = (c = "#D99A3E") =>
  lit("M-58 6C-60-26-20-40 14-34C48-28 62-8 52 12C44 30 10 30-8 36C-34 40-56 30-58 6z", c, "l") +
  scatter(70, 15, -2, 0, 46, 28, (x, y, i) =>
    ell(x, y, 3.4, 2.4, i % 2 ? pale(c, 0.35) : dark(c, 0.2)),
  );
export const fish = (c = C.iron, belly = C.ice, back = dark(c, 0.3)) =>
  fill("M52 0L92-30Q84 0 92 30z", back) +
  fill("M-10-32Q14-56 40-26zM0 32Q14 50 30 26z", back) +
  lit("M-88 4C-56-36 20-48 62 0C20 46-56 40-88 4z", c, "v") +
  fill("M-88 4C-56 40 20 46 62 0C20 20-40 24-88 4z", belly, ' opacity=".85"') +
  fill("M-86 2C-56-36 20-48 60-2C20-30-50-22-86 2z", back, ' opacity=".75"') +
  line("M-48-20Q-34 4-48 24", dark(c, 0.35), 3) +
  ball(-64, -4, 7, C.paper) +
  ell(-64, -4, 3.6, 3.6, C.ink) +
  line("M-86 6q8 3 14 1", dark(c, 0.4), 2) +
  [
    [-24, -6],
    [-8, 4],
    [-8, -14],
    [8, -5],
    [24, 3],
    [24, -13],
    [40, -4],
  ]
    .map(([x, y]) => line(`M${x} ${y - 6}q7 6 0 12`, dark(c, 0.22), 2))
    .join("");
export const fillet = (c = "#F7D9C6") =>
  lit("M-70 14C-60-24 10-34 66-18C76-14 72 4 62 8C20 12-10 34-50 34C-66 34-72 26-70 14z", c, "l") +
  line(
    "M-44 20q8-16 0-24M-20 16q8-18 0-26M6 8q6-16 0-24M30 2q5-12 0-18M50 0q3-8 0-13",
    dark(c, 0.14),
    3,
  );
export const shrimp = (c = "#F0876A") =>
  line("M34-34C-20-52-54-10-40 26C-30 46 0 48 16 36", dark(c, 0.2), 30) +
  line("M34-34C-20-52-54-10-40 26C-30 46 0 48 16 36", c, 25) +
  line("M-4-50l4 22M-32-30l20 12M-50-2l24 2M-48 26l20-10M-24 48l8-22", pale(c, 0.45), 4) +
  fill("M16 28l30-6l-6 16l10 14l-34-4z", c) +
  line("M40-36q24-8 34-26M38-28q24 4 40-8", dark(c, 0.2), 3) +
  ell(34, -38, 3, 3, C.ink);
export const ring = (c = "#F6EADB") =>
  `<path d="${ellPath(0, 0, 34, 26)}" fill="none" stroke="${dark(c, 0.16)}" stroke-width="18"/><path d="${ellPath(0, -2, 34, 26)}" fill="none" stroke="${c}" stroke-width="15"/>` +
  line("M-32-10A34 26 0 0 1 6-27", C.white, 4);
export const crab = (c = "#3F7FA6") =>
  several(line("M36 10q24-2 30 20M34 18q18 6 18 26M38 2q28-8 38 6", c, 7), [
    [0, 0],
    [0, 0, [-1, 1]],
  ]) +
  several(
    line("M34-12q24-10 28-26", c, 10) +
      lit(
        "M50-36C46-60 66-72 84-62C76-58 74-52 78-46C84-50 90-48 90-42C84-24 58-22 50-36z",
        mix(c, C.tomato, 0.25),
      ),
    [
      [0, 0],
      [0, 0, [-1, 1]],
    ],
  ) +
  lit("M-56 0Q-40-34 0-34Q40-34 56 0Q40 34 0 34Q-40 34-56 0z", c, "s") +
  several(line("M0 0v-10", C.ink, 4) + ball(0, -12, 6, C.ink), [
    [-14, -30],
    [14, -30],
  ]) +
  line("M-18 14q18 10 36 0", dark(c, 0.4), 3);
export const salmon = () =>
  lit("M-60 0C-50-30 30-36 60-10C66 12 20 34-20 30C-44 28-62 16-60 0z", "#F07F55") +
  line("M-40-6q16 14 10 26M-18-14q18 16 10 38M8-20q18 18 10 38M32-20q14 14 8 28", "#FAC4A6", 4);
export const lemonSlice = () => at(0, 0, 0.6, citrusHalf(C.straw, "#F8E27C"));
export const parsleySprig = () =>
  line("M0 20Q2 0 0-8", C.forest, 3) +
  several(lit("M0 12L-9 0L-16 2L-14-9L-5-12L0-24L5-12L14-9L16 2L9 0z", C.leaf), [
    [0, -12],
    [-14, 2, 0.8, -40],
    [14, 2, 0.8, 40],
  ]);
