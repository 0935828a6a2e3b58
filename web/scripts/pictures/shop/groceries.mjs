/** The grocers, the greengrocer, the butcher and the house shop of the demo. */

import * as d from "../dishes.mjs";
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
  pale,
  rect,
  scatter,
  several,
  shadow,
  within,
} from "../draw.mjs";
import * as f from "../fresh.mjs";
import * as p from "../packs.mjs";
import { word } from "../words.mjs";

const drop = lit(
  "M0-48C22-14 36 4 36 20C36 40 20 50 0 50C-20 50-36 40-36 20C-36 4-22-14 0-48z",
  C.white,
  "l",
);
const cow =
  fill(
    "M-46-34Q-30-40-24-26Q0-36 24-26Q30-40 46-34Q44-16 30-14Q34 16 20 36Q0 50-20 36Q-34 16-30-14Q-44-16-46-34z",
    C.white,
  ) +
  fill("M6-30Q30-28 30-10Q26 8 12 2Q2-10 6-30z", C.ink) +
  ell(0, 30, 22, 15, C.pink) +
  ell(-8, 30, 3, 4, C.wine) +
  ell(8, 30, 3, 4, C.wine) +
  ell(-14, -4, 4, 5, C.ink) +
  ell(15, -6, 4, 5, C.white);
const splash = lit(
  "M-50 10C-46-18-30-6-22-24C-16-46 0-24 8-38C20-50 18-18 34-20C52-20 40 4 52 14C40 40-40 40-50 10z",
  C.white,
  "s",
);
const _cheeseWedge = (c = C.straw) =>
  fill("M-52 4L36-30L52-2L-52 4z", pale(c, 0.25)) +
  lit("M-52 4L52-2V34L-52 40z", c) +
  [
    [-24, 20, 8],
    [8, 12, 6],
    [28, 22, 9],
    [-4, 30, 5],
  ]
    .map(([x, y, r]) => ell(x, y, r, r * 0.8, dark(c, 0.2)))
    .join("");
const olives =
  several(ell(0, 0, 19, 15, C.olive, "s") + ell(-12, -2, 4, 4, C.red), [
    [-20, 8],
    [20, 10, 1, 20],
    [2, -14, 1, -20],
  ]) + at(6, -34, 0.9, f.leaf(C.green, 30, 10), -30);
const eggs = (c, full) => {
  const rows = full
    ? [
        [3, 92, 0.5],
        [4, 120, 0.52],
        [5, 150, 0.54],
      ]
    : [
        [4, 128, 0.62],
        [5, 158, 0.6],
      ];
  const top = rows
    .map(([count, y, s]) =>
      Array.from({ length: count }, (_, i) =>
        at(128 + (i - (count - 1) / 2) * (full ? 42 : 43), y, s, f.egg(c)),
      ).join(""),
    )
    .join("");
  return (
    shadow(128, 214, 118, 15) +
    fill("M30 118h196l14 40H16z", "#8C8578") +
    top +
    lit(
      "M14 160q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0q9-12 19 0l-14 48q-2 6-10 6H34q-8 0-10-6z",
      "#A9A195",
      "v",
    )
  );
};
const grains = (seed, thing, bed) =>
  rect(40, 30, 180, 220, 0, bed) + d.bits(190, seed, 128, 140, 92, 110, thing);
const ellipseGrain = (rx, ry, cs) => (i) => ell(0, 0, rx, ry, cs[i % cs.length]);
const _jarOf = (color, bits) => ({ color, inside: bits });
const canOf = (o, thing) => p.can({ tin: true, ...o, art: thing });
const sprig =
  several(f.leaf(C.leaf, 44, 15), [
    [0, 40, 1, -90],
    [0, 24, 0.9, -140],
    [0, 24, 0.9, -40],
    [0, 4, 0.8, -130],
    [0, 4, 0.8, -50],
  ]) + line("M0 48V-10", C.forest, 3);
const _iceBits = d.bits(16, 4, 128, 180, 50, 34, () => ell(0, 0, 2.6, 2.6, C.white));
const flake = Array.from({ length: 6 }, (_, i) =>
  at(0, 0, 1, line("M0 0V-40M0-26l-10-9M0-26l10-9", C.white, 5), i * 60),
).join("");
const frozen = (o) => p.bag({ color: C.blue, wide: true, ...o }) + at(206, 88, 0.44, flake);
const honeycomb = [
  [0, 0],
  [24, 14],
  [-24, 14],
  [0, 28],
  [24, -14],
  [-24, -14],
  [0, -28],
]
  .map(([x, y]) =>
    at(
      x,
      y,
      1,
      lit("M-14 0L-7-13H7L14 0L7 13H-7z", C.saffron) +
        line("M-14 0L-7-13H7L14 0L7 13H-7z", C.rust, 2),
    ),
  )
  .join("");
const crisp = (c = "#EDB544") =>
  lit("M-44 4C-40-30 0-36 34-20C52-6 40 26 8 30C-20 34-46 22-44 4z", c, "l") +
  line("M-30 0q24-18 56-6", pale(c, 0.5), 4);
const biscuit = (c = "#D9A04E") =>
  rect(-38, -28, 76, 56, 10, c, "l") +
  [
    [-18, -10],
    [0, -10],
    [18, -10],
    [-18, 10],
    [0, 10],
    [18, 10],
  ]
    .map(([x, y]) => ell(x, y, 2.8, 2.4, dark(c, 0.35)))
    .join("");
const choc = (c = C.cocoa) =>
  [0, 1, 2]
    .map((i) => [0, 1].map((k) => rect(-46 + i * 31, -24 + k * 26, 29, 24, 4, c, "l")).join(""))
    .join("");
const wafer = [0, 1, 2, 3, 4]
  .map((i) => rect(-46, -26 + i * 10, 92, 10, 2, i % 2 ? C.cocoa : "#E3B266", "v"))
  .join("");
const bubbles = (seed = 3) =>
  d.bits(18, seed, 128, 130, 34, 80, (i) => line(ellPath(0, 0, 2 + (i % 4)), C.white, 1.6));
const _mountain =
  fill("M-50 34L-14-30L4-2L20-22L52 34z", C.white) +
  fill("M-14-30L-2-10L-14-14L-24-12z", C.sky) +
  fill("M20-22L28-8L20-12L12-8z", C.sky);
const waterBottle = (o = {}) =>
  p.bottle({
    kind: "soda",
    color: "#A9DDF4",
    glass: C.ice,
    cap: C.blue,
    label: C.blue,
    ink: C.white,
    say: "مياه",
    level: 40,
    size: 32,
    ...o,
  });

export const souqGanayen = {
  "full-cream-milk": () =>
    p.carton({
      color: C.blue,
      band: C.paper,
      ink: C.blue,
      say: "لبن",
      art: cow,
      cap: C.tomato,
      size: 44,
    }),
  "half-fat-milk": () =>
    p.carton({
      color: "#5BB7D9",
      band: C.white,
      ink: "#1B6F94",
      say: "نصف دسم",
      art: splash,
      cap: C.white,
      size: 34,
    }),
  "lactose-free-milk": () =>
    p.carton({
      color: C.paper,
      ink: C.violet,
      say: "خالي اللاكتوز",
      art: at(0, 0, 1, splash.replaceAll(C.white, C.lilac)),
      cap: C.violet,
      size: 30,
    }),
  "chocolate-milk": () =>
    p.carton({
      brick: true,
      color: "#6B3A20",
      band: C.saffron,
      ink: C.cocoa,
      say: "شوكولاتة",
      art: choc("#8A5A3A"),
    }),
  "natural-yoghurt": () =>
    p.tub({
      cup: true,
      foil: true,
      lid: C.sky,
      color: C.paper,
      ink: C.blue,
      say: "زبادي",
      art: at(0, 0, 0.9, splash.replaceAll(C.white, C.ice)),
      stripe: C.blue,
    }),
  "strawberry-yoghurt": () =>
    p.tub({
      cup: true,
      foil: true,
      lid: C.rose,
      color: C.pink,
      ink: C.red,
      say: "زبادي",
      art: f.strawberry(),
    }),
  labneh: () =>
    p.tub({
      flat: true,
      color: C.paper,
      lid: C.green,
      ink: C.forest,
      say: "لبنة",
      art: olives,
      size: 34,
    }),
  "rayeb-milk": () =>
    p.bottle({
      kind: "milk",
      color: "#FBF6EA",
      cap: C.green,
      label: C.green,
      ink: C.white,
      say: "رايب",
      size: 36,
    }),
  "cooking-cream": () =>
    p.carton({
      brick: true,
      straw: false,
      color: C.wine,
      band: C.paper,
      ink: C.wine,
      say: "كريمة",
      art: at(
        0,
        0,
        0.86,
        ell(0, 16, 48, 18, C.paper, "l") +
          lit("M-30 10C-34-20 30-26 22 6Q0 20-30 10z", C.white, "s"),
      ),
      size: 36,
    }),
  "istanbuli-cheese": () =>
    p.tub({
      color: C.paper,
      lid: C.red,
      ink: C.red,
      say: "إسطنبولي",
      art: several(
        at(0, 0, 1.1, d.cheeseCube("#FFF3D9") + ell(-6, 2, 3, 2, C.red) + ell(8, 8, 3, 2, C.red)),
        [
          [-22, 6],
          [24, 8],
          [0, -16],
        ],
      ),
      size: 34,
    }),
  "feta-cheese": () =>
    p.carton({
      brick: true,
      straw: false,
      color: C.white,
      ink: C.blue,
      say: "فيتا",
      foot: C.blue,
      art:
        several(at(0, 0, 1.1, d.cheeseCube(C.paper)), [
          [-22, 2],
          [22, 4],
        ]) + at(2, -20, 0.5, olives),
      band: C.sky,
      size: 44,
    }),
  "areesh-cheese": () =>
    d.plate(
      lit(
        "M52 140C48 112 84 104 116 106C150 100 200 106 206 138C206 168 168 178 128 178C88 180 54 170 52 140z",
        C.white,
        "s",
      ) +
        d.bits(40, 3, 128, 140, 66, 26, () => ell(0, 0, 7, 5, C.paper, "s")) +
        several(f.leaf(C.green, 30, 12), [
          [120, 112, 1, -40],
          [120, 112, 1, -100],
        ]),
      { color: C.mint },
    ),
  "mozzarella-block": () =>
    p.wrapped(
      { say: "موتزاريلا", band: C.green, y: 146 },
      rect(26, 92, 204, 130, 10, "#FFF8E4", "l"),
    ),
  "cheese-triangles": () =>
    shadow(128, 212, 112, 15) +
    ell(128, 148, 112, 64, C.navy) +
    ell(128, 138, 112, 64, C.blue, "l") +
    ell(128, 138, 98, 54, C.paper) +
    Array.from({ length: 8 }, (_, i) => {
      const a = (i * Math.PI) / 4;
      const b = a + Math.PI / 4 - 0.06;
      const q = (t, r) =>
        `${(128 + Math.cos(t) * 92 * r).toFixed(1)} ${(138 + Math.sin(t) * 49 * r).toFixed(1)}`;
      return lit(`M${q(a + 0.3, 0.12)}L${q(a, 1)}L${q(b, 1)}z`, i % 2 ? C.steel : C.straw);
    }).join("") +
    ell(128, 138, 28, 16, C.tomato, "l") +
    word("جبنة", 128, 138, 46, 19, C.white),
  "roumi-cheese": () =>
    shadow(128, 212, 112, 15) +
    lit("M20 116Q128 56 236 116v60Q128 226 20 176z", "#D98A2B", "k") +
    ell(128, 116, 108, 42, "#F0C25A", "l") +
    fill("M128 116L232 104Q240 140 190 154z", "#A8641F") +
    fill("M128 116L190 154v52Q150 206 128 180z", "#F6D884") +
    fill("M128 116L232 104v60L190 206v-52z", "#EFC865").replace("#EFC865", "#F3D078") +
    d.bits(14, 3, 164, 166, 24, 26, () => ell(0, 0, 3, 2.4, C.ink)) +
    d.bits(8, 5, 90, 110, 50, 18, () => ell(0, 0, 3, 2, C.ink)),
  "cheddar-slices": () =>
    p.wrapped(
      { say: "شيدر", band: C.red, y: 158 },
      [0, 1, 2, 3, 4]
        .map((i) => rect(52 - i * 4, 84 + i * 12, 150, 130, 6, i % 2 ? "#F29A2E" : "#F6AC44", "l"))
        .join(""),
    ),
  gouda: () =>
    shadow(128, 214, 108, 14) +
    lit("M24 170L150 76Q220 92 232 132V176Q180 214 24 206z", "#F4CE62", "l") +
    fill("M24 170L150 76Q220 92 232 132L24 170z", "#F9DF92") +
    line("M150 76Q220 92 232 132V176", "#D0322B", 16) +
    [
      [90, 186, 9],
      [140, 172, 12],
      [190, 168, 8],
      [112, 164, 6],
      [170, 190, 7],
    ]
      .map(([x, y, r]) => ell(x, y, r, r * 0.8, dark("#F4CE62", 0.2)))
      .join(""),
  "mish-cheese": () =>
    p.jar({
      color: "#D9A24A",
      lid: C.tomato,
      say: "مش",
      band: C.tomato,
      art: f.chilli(),
      inside: d.bits(20, 3, 128, 110, 60, 30, (i) => ell(0, 0, 9, 6, [C.cream, "#C9822E"][i % 2])),
    }),
  "white-eggs": () => eggs(C.white, true),
  "brown-eggs": () => eggs("#CC8A58", true),
  "country-eggs": () =>
    shadow(128, 216, 112, 15) +
    ell(128, 164, 104, 50, "#B98A3C") +
    d.bits(70, 3, 128, 158, 104, 46, (i) =>
      line("M-20 0Q0-6 20 2", [C.straw, "#D9A94A", "#A87A2C"][i % 3], 4),
    ) +
    several(f.egg("#F0DCC0"), [
      [84, 140, 0.86, -14],
      [128, 128, 0.9, 4],
      [172, 142, 0.86, 16],
    ]) +
    several(f.egg("#D9B088"), [
      [106, 160, 0.86, -6],
      [152, 164, 0.86, 10],
    ]) +
    d.bits(16, 8, 128, 192, 90, 14, (i) => line("M-20 0Q0-6 20 2", [C.straw, "#D9A94A"][i % 2], 4)),
  butter: () =>
    shadow(128, 208, 112, 14) +
    fill("M30 128l60-34h140l-52 34z", pale(C.straw, 0.5)) +
    fill("M178 128l52-34v62l-52 40z", dark(C.straw, 0.16)) +
    lit("M30 128h148v68H30z", C.straw) +
    fill("M92 128l60-34h78v62l-52 40H92z", C.paper) +
    fill("M178 128l52-34v62l-52 40z", "#D9E2E6") +
    fill("M92 150h86v24H92z", C.blue) +
    fill("M178 150l52-38v20l-52 42z", C.navy) +
    word("زبدة", 135, 162, 62, 24, C.white),
  "buffalo-ghee": () =>
    p.jar({
      low: true,
      opaque: true,
      color: "#F3CB4E",
      lid: C.green,
      say: "سمن",
      label: C.green,
      ink: C.white,
      art: at(0, 0, 0.8, cow),
      inside: "",
    }),
  "egyptian-rice": () =>
    p.clear({
      color: "#F3EBDD",
      inside: grains(4, ellipseGrain(6, 3, [C.white, "#EFE4CF", "#E2D4B8"]), "#EDE2CE"),
      label: C.green,
      ink: C.white,
      say: "أرز",
      band: C.green,
      size: 54,
    }),
  "basmati-rice": () =>
    p.bag({
      color: "#8C1F4B",
      say: "بسمتي",
      band: C.saffron,
      ink: "#8C1F4B",
      inside:
        rect(60, 130, 140, 120, 0, C.paper) +
        d.bits(60, 6, 128, 184, 50, 40, (i) => ell(0, 0, 10, 2, [C.white, "#E9DDC2"][i % 2])),
      foot: "#6A1538",
    }),
  spaghetti: () =>
    p.clear({
      color: C.straw,
      inside:
        rect(40, 30, 180, 220, 0, C.saffron) +
        Array.from({ length: 32 }, (_, i) =>
          line(`M${58 + i * 4.6} 40V236`, i % 2 ? "#F8D878" : "#E9B745", 3),
        ).join(""),
      label: C.red,
      ink: C.white,
      say: "إسباجتي",
      band: C.red,
      size: 36,
    }),
  penne: () =>
    p.clear({
      color: C.straw,
      inside: grains(5, () => at(0, 0, 1.5, d.pasta("penne", "#F3C75A")), "#C98F2B"),
      label: C.red,
      ink: C.white,
      say: "قلم",
      band: C.red,
      size: 46,
    }),
  orzo: () =>
    p.clear({
      color: C.straw,
      inside: grains(
        6,
        (i) => lit("M-11 0Q0-9 11 0Q0 9-11 0z", i % 2 ? "#F8DE92" : "#EFC766"),
        "#C98F2B",
      ),
      label: C.red,
      ink: C.white,
      say: "لسان عصفور",
      band: C.red,
      size: 40,
    }),
  vermicelli: () =>
    p.clear({
      color: C.straw,
      inside:
        rect(40, 30, 180, 220, 0, "#C98F2B") +
        d.bits(170, 3, 128, 140, 92, 110, (i) =>
          line("M-16 0Q0-7 16 2", ["#F8D878", "#E9B745", "#DDA035"][i % 3], 2.6),
        ),
      label: C.red,
      ink: C.white,
      say: "شعرية",
      band: C.red,
      size: 42,
    }),
  "white-flour": () =>
    p.sack({ color: C.paper, ink: C.blue, say: "دقيق", art: f.wheat(), foot: C.blue }),
  semolina: () =>
    p.sack({
      color: "#F6DE9A",
      ink: C.rust,
      say: "سميد",
      art: at(
        0,
        0,
        0.9,
        ell(0, 20, 50, 24, C.saffron, "s") +
          d.bits(40, 3, 0, 10, 40, 20, () => ell(0, 0, 2, 2, C.cream)),
      ),
      foot: C.rust,
    }),
  "rolled-oats": () =>
    p.box({
      color: "#D9A15A",
      say: "شوفان",
      band: C.brown,
      art: at(
        0,
        0,
        0.9,
        d.bits(40, 3, 0, 10, 46, 28, (i) => ell(0, 0, 9, 6, i % 2 ? C.cream : "#E3C793", "l")),
      ),
      foot: C.brown,
    }),
  "corn-flakes": () =>
    p.box({
      color: C.saffron,
      say: "كورن فليكس",
      band: C.tomato,
      size: 28,
      art: at(
        -128 * 0.44,
        -128 * 0.46,
        0.44,
        d.bowl(
          d.bits(40, 3, 128, 124, 90, 32, () => at(0, 0, 0.36, crisp())),
          {
            color: C.sky,
            soup: C.white,
            heap: d.bits(24, 5, 128, 112, 70, 18, () => at(0, 0, 0.36, crisp())),
          },
        ),
      ),
      artSize: 1.15,
    }),
  freek: () =>
    p.clear({
      color: "#8E9A4A",
      inside: grains(8, ellipseGrain(8, 3.6, ["#A7AE5A", "#7F8A3C", "#C2BC72"]), "#6E7734"),
      label: C.sand,
      ink: C.forest,
      say: "فريك",
      band: C.forest,
      size: 46,
    }),
  "brown-lentils": () =>
    p.clear({
      color: "#7D5A35",
      inside: grains(3, ellipseGrain(6, 5, ["#8C6840", "#6B4A2A", "#A37E50"]), "#5E4024"),
      say: "عدس بجبة",
      ink: C.brown,
      band: C.brown,
      size: 38,
    }),
  "yellow-lentils": () =>
    p.clear({
      color: C.saffron,
      inside: grains(3, ellipseGrain(6, 5, ["#F6B233", "#E9972A", "#FAC75A"]), "#D98A22"),
      say: "عدس أصفر",
      ink: C.rust,
      band: C.saffron,
      size: 38,
    }),
  "foul-beans": () =>
    p.clear({
      color: "#9C6B3A",
      inside:
        rect(40, 30, 180, 220, 0, "#6E4722") +
        d.bits(110, 3, 128, 140, 92, 110, (i) =>
          at(0, 0, 0.34, f.bean(["#B88350", "#9C6B3A", "#C79762"][i % 3])),
        ),
      label: C.saffron,
      ink: C.cocoa,
      say: "فول تدميس",
      band: C.saffron,
      size: 38,
    }),
  "white-beans": () =>
    p.clear({
      color: C.paper,
      inside:
        rect(40, 30, 180, 220, 0, "#D9CDB4") +
        d.bits(120, 5, 128, 140, 92, 110, (i) =>
          at(0, 0, 0.32, f.bean(i % 2 ? "#FBF6EA" : "#EDE3CE")),
        ),
      label: C.teal,
      ink: C.white,
      say: "فاصوليا",
      band: C.teal,
      size: 42,
    }),
  chickpeas: () =>
    p.clear({
      color: "#E5BE79",
      inside:
        rect(40, 30, 180, 220, 0, "#B98F4A") +
        d.bits(
          120,
          5,
          128,
          140,
          92,
          110,
          (i) => ball(0, 0, 10, i % 2 ? "#E9C684" : "#DDB266") + ell(2, 4, 2, 1.4, "#B98F4A"),
        ),
      label: C.forest,
      ink: C.white,
      say: "حمص",
      band: C.forest,
      size: 48,
    }),
  "popcorn-kernels": () =>
    p.clear({
      color: C.saffron,
      inside:
        rect(40, 30, 180, 220, 0, "#C97A1A") +
        d.bits(
          130,
          5,
          128,
          140,
          92,
          110,
          (i) =>
            lit("M0-9C8-6 10 6 0 9C-10 6-8-6 0-9z", i % 2 ? "#F8B52C" : "#EE9A1E") +
            ell(0, -6, 3, 2, C.cream),
        ),
      label: C.tomato,
      ink: C.white,
      say: "فشار",
      band: C.tomato,
      size: 48,
    }),
  "sunflower-oil": () =>
    p.bottle({
      kind: "oil",
      glass: true,
      color: "#F6C534",
      cap: C.saffron,
      say: "زيت",
      band: C.green,
      art: at(0, 0, 0.96, f.flower(C.saffron, C.cocoa, 14)),
      size: 34,
      level: 70,
    }),
  "corn-oil": () =>
    p.bottle({
      kind: "tall",
      glass: true,
      color: "#F2B632",
      cap: C.tomato,
      say: "ذرة",
      band: C.tomato,
      art: at(0, 0, 0.9, f.corn(), -30),
      level: 60,
    }),
  "extra-virgin-olive-oil": () =>
    p.bottle({
      kind: "wine",
      color: "#3F5524",
      cap: C.cocoa,
      say: "زيتون",
      ink: C.forest,
      label: C.cream,
      art: olives,
    }),
  "tomato-paste": () =>
    p.jar({ color: C.red, lid: C.green, say: "صلصة", band: C.red, art: f.tomato() }),
  ketchup: () =>
    p.bottle({
      kind: "small",
      color: C.tomato,
      cap: C.white,
      say: "كاتشب",
      label: C.white,
      ink: C.red,
      art: f.tomato(),
      box: [80, 120, 96, 88],
    }),
  mayonnaise: () =>
    p.jar({
      color: "#FBF1D2",
      opaque: true,
      lid: C.blue,
      say: "مايونيز",
      label: C.blue,
      ink: C.white,
      size: 30,
      art: at(0, 0, 0.9, at(-14, 4, 0.7, f.egg("#F6E6C4")) + at(22, 10, 0.62, f.lemon())),
    }),
  tahini: () =>
    p.jar({
      color: "#DCBF86",
      lid: C.brown,
      say: "طحينة",
      band: C.brown,
      art: d.bits(26, 3, 0, 4, 40, 24, (i) =>
        at(0, 0, 0.22, f.almond(i % 2 ? "#EBD8AC" : "#D9BC7C")),
      ),
    }),
  "tuna-in-oil": () =>
    p.can({
      flat: true,
      color: C.blue,
      say: "تونة",
      art: at(0, 0, 0.7, f.fish("#7FA6BC")),
      size: 32,
    }),
  "canned-foul": () =>
    canOf(
      { color: "#2F6B3C", say: "فول", stripe: C.saffron, size: 36 },
      several(f.bean("#9C6B3A"), [
        [-20, 0, 0.6, 10],
        [22, 2, 0.6, -20],
        [2, 20, 0.6],
      ]),
    ),
  "sweet-corn": () =>
    canOf(
      { color: C.saffron, say: "ذرة", stripe: C.leaf, size: 36 },
      at(6, 2, 0.82, f.corn(), -24),
    ),
  "green-olives": () =>
    p.jar({
      color: "#B9C46A",
      lid: C.forest,
      say: "زيتون",
      band: C.forest,
      inside: several(ell(0, 0, 15, 12, "#8E9A3A", "s") + ell(-9, 0, 3.4, 3.4, C.red), [
        [88, 102],
        [118, 96, 1, 40],
        [150, 104, 1, -20],
        [172, 98],
        [100, 226, 1, 20],
        [140, 228],
        [172, 224, 1, 50],
      ]),
      art: at(0, 0, 0.8, olives),
    }),
  "pickled-cucumbers": () =>
    p.jar({
      color: "#C2CC74",
      lid: C.leaf,
      say: "مخلل",
      band: C.leaf,
      inside: several(f.cucumber("#6E8A2E"), [
        [96, 104, 0.5, 70],
        [130, 100, 0.5, 84],
        [164, 106, 0.5, 100],
        [110, 226, 0.5, 80],
        [150, 228, 0.5, 96],
      ]),
      art: f.cucumber(),
    }),
  vinegar: () =>
    p.bottle({
      kind: "wine",
      glass: true,
      color: "#EAF3F0",
      cap: C.tomato,
      say: "خل",
      label: C.tomato,
      ink: C.white,
      size: 44,
    }),
  "table-salt": () =>
    p.bag({
      color: C.blue,
      say: "ملح",
      size: 48,
      art: at(
        0,
        0,
        0.9,
        ell(0, 18, 50, 22, C.white, "s") + lit("M-34 16Q0-44 34 16z", C.white, "l"),
      ),
      stripe: C.sky,
    }),
  "ground-cumin": () =>
    p.shaker({ color: "#A8763A", lid: C.green, say: "كمون", ink: C.brown, seed: 3 }),
  "black-pepper": () =>
    p.shaker({
      color: "#4A423C",
      lid: C.ink,
      say: "فلفل أسود",
      ink: C.ink,
      seed: 4,
      art: d.bits(10, 3, 0, 2, 36, 20, () => ball(0, 0, 9, "#3A322C")),
    }),
  "chilli-powder": () =>
    p.shaker({ color: "#C4321E", lid: C.red, say: "شطة", ink: C.red, seed: 5, art: f.chilli() }),
  "dried-coriander": () =>
    p.shaker({
      color: "#B9A45E",
      lid: C.olive,
      say: "كزبرة",
      ink: C.olive,
      seed: 6,
      art: d.bits(12, 3, 0, 2, 36, 20, () => ball(0, 0, 9, "#C4AE68")),
    }),
  turmeric: () =>
    p.shaker({
      color: "#EFA51E",
      lid: C.saffron,
      say: "كركم",
      ink: C.rust,
      seed: 7,
      art: at(
        0,
        0,
        0.8,
        lit(
          "M-50 6C-30-20-10-6 0-24C14-26 12-4 50-8C44 20 10 14 0 30C-14 28-30 22-50 6z",
          "#D98A22",
          "s",
        ),
      ),
    }),
  "seven-spices": () =>
    p.shaker({
      color: "#8A4F28",
      lid: C.violet,
      say: "بهارات",
      ink: C.violet,
      seed: 8,
      art: Array.from({ length: 8 }, (_, i) =>
        at(0, 0, 0.9, lit("M0 0Q-8-24 0-42Q8-24 0 0z", "#7A4A26"), i * 45),
      ).join(""),
    }),
  dokka: () =>
    p.clear({
      color: "#C9A45C",
      inside: grains(
        9,
        ellipseGrain(4, 2.4, [C.cream, "#B98A42", "#8A6230", "#E0C080"]),
        "#A8803C",
      ),
      label: C.tomato,
      ink: C.white,
      say: "دقة",
      band: C.tomato,
      size: 50,
    }),
  "cinnamon-sticks": () =>
    shadow(128, 214, 104, 13) +
    several(
      rect(-100, -13, 200, 26, 8, "#A8642E", "v") +
        line("M-98-3H98", dark("#A8642E", 0.35), 4) +
        ell(-98, -5, 6, 7, "#6E3C18") +
        ell(-98, 7, 5, 5, "#8A4F22"),
      [
        [128, 118, 1, -10],
        [132, 150, 1, 4],
        [124, 182, 1, -6],
      ],
    ) +
    line("M114 94Q128 150 118 206M138 92Q152 150 142 206", C.sand, 6),
  sugar: () =>
    p.sack({
      color: C.white,
      ink: C.red,
      say: "سكر",
      art: several(
        fill("M-20-8L0-20L20-8L0 4z", C.white) +
          fill("M-20-8L0 4V26L-20 14z", "#E6EBEE") +
          fill("M20-8L0 4V26L20 14z", "#CBD4D9"),
        [
          [-22, 10],
          [22, 12],
          [0, -18],
        ],
      ),
      foot: C.red,
    }),
  "black-tea": () =>
    p.box({
      cube: true,
      color: C.red,
      say: "شاي",
      band: C.saffron,
      ink: C.red,
      size: 44,
      art: at(-128 * 0.42, -132 * 0.42, 0.42, d.cup("#7E2B12", { steam: false })),
      artSize: 1.1,
    }),
  "green-tea-bags": () =>
    p.box({
      low: true,
      color: "#6FA63A",
      say: "شاي أخضر",
      size: 30,
      art: several(f.leaf(C.forest, 48, 18), [
        [-30, 10, 1, -30],
        [2, 14, 1, -60],
        [6, 10, 1, -10],
      ]),
    }),
  "dried-hibiscus": () =>
    p.bag({
      color: "#EFD9C0",
      say: "كركديه",
      ink: "#8E1030",
      inside:
        rect(60, 130, 140, 120, 0, "#5A0A24") +
        d.bits(50, 4, 128, 184, 50, 40, (i) =>
          lit("M-12 4Q-8-12 0-6Q8-14 12 2Q2 12-12 4z", ["#8E1030", "#6A0C28", "#A8244A"][i % 3]),
        ),
      size: 36,
    }),
  chamomile: () =>
    p.box({
      color: "#F6E7B0",
      ink: C.forest,
      say: "بابونج",
      art: at(
        0,
        0,
        0.9,
        several(f.flower(C.white, C.saffron, 10), [
          [-20, -12, 0.8],
          [26, 6, 0.7],
          [-14, 30, 0.6],
        ]),
      ),
      foot: C.leaf,
    }),
  "clover-honey": () =>
    p.jar({
      color: "#F0A821",
      lid: C.straw,
      say: "عسل",
      label: C.paper,
      ink: C.rust,
      art: honeycomb,
      size: 34,
    }) +
    at(
      206,
      150,
      1,
      line("M0 0V-92", C.wood, 8) +
        [0, 14, 28, 42].map((y) => ell(0, y, 17 - y * 0.12, 8, C.wood, "k")).join("") +
        lit("M-12 44Q0 60 12 44Q8 76 0 80Q-8 76-12 44z", "#F0A821", "s"),
      14,
    ),
  "black-honey": () =>
    p.jar({
      color: "#33170C",
      lid: C.cocoa,
      say: "عسل أسود",
      label: C.sand,
      ink: C.cocoa,
      size: 28,
      art: several(
        rect(-7, -40, 14, 80, 4, "#7FA04A", "k") + line("M-7-16h14M-7 12h14", "#4F7030", 3),
        [
          [-12, 4, 1, -14],
          [14, 4, 1, 12],
        ],
      ),
    }),
  "strawberry-jam": () =>
    p.jar({
      low: true,
      color: "#C21F33",
      lid: C.tomato,
      say: "مربى",
      art: f.strawberry(),
      size: 28,
    }),
  "apricot-jam": () =>
    p.jar({
      low: true,
      color: "#F0942A",
      lid: C.orange,
      say: "مربى",
      art: at(0, 0, 0.96, f.peach()),
      size: 28,
    }),
  halawa: () =>
    p.tub({
      flat: true,
      color: "#EAD3A0",
      lid: C.tomato,
      ink: C.brown,
      say: "حلاوة",
      art: at(
        0,
        0,
        0.9,
        d.square(
          "#D9BC7C",
          d.bits(8, 3, 0, 0, 34, 16, () => ell(0, 0, 4, 3, "#86A83A")),
        ),
      ),
      size: 36,
    }),
  "salted-crisps": () =>
    p.pillow({
      color: C.saffron,
      say: "شيبسي".replace("شيبسي", "بطاطس"),
      ink: C.red,
      stripe: C.tomato,
      art: several(crisp(), [
        [-14, 8, 0.9, -10],
        [18, -6, 0.9, 16],
      ]),
    }),
  "ketchup-potato-chips": () =>
    p.pillow({
      color: C.tomato,
      say: "كاتشب",
      stripe: C.straw,
      art: at(-14, 10, 0.8, crisp()) + at(24, -4, 0.62, f.tomato()),
    }),
  "butter-popcorn": () =>
    shadow(128, 236, 78, 12) +
    several(
      ball(0, 0, 15, "#FBEBC0") +
        ball(-11, 9, 11, C.white) +
        ball(11, 8, 12, "#F8DE94") +
        ball(1, 13, 9, C.paper),
      [
        [84, 78],
        [116, 64],
        [150, 68],
        [178, 84],
        [100, 92],
        [136, 88],
        [164, 98],
        [74, 100],
        [128, 42],
        [190, 104],
      ],
    ) +
    lit("M58 104h140l-20 130H78z", C.paper, "k") +
    fill(
      "M58 104h20l6 130H78zM98 104h20l2 130h-14zM138 104h20l-8 130h-14zM178 104h20l-20 130h-10z",
      C.tomato,
    ) +
    ell(128, 172, 36, 22, C.paper) +
    word("فشار", 128, 172, 52, 24, C.red),
  "tea-biscuits": () => p.pillow({ flat: true, color: C.rust, say: "بسكويت", art: biscuit() }),
  "chocolate-sandwich-biscuits": () =>
    p.pillow({
      flat: true,
      color: C.navy,
      say: "بسكويت",
      art:
        ell(0, 10, 44, 30, C.cocoa) +
        ell(0, 2, 42, 28, C.paper) +
        ell(0, -6, 44, 30, "#5E3620", "l") +
        d.bits(10, 3, 0, -6, 30, 18, () => ell(0, 0, 2.6, 2, C.cocoa)),
    }),
  "hazelnut-wafers": () =>
    p.pillow({
      flat: true,
      color: "#8A5A2C",
      say: "ويفر",
      stripe: C.saffron,
      art: at(0, 0, 0.9, wafer) + at(30, 30, 0.44, f.hazelnut()),
    }),
  "milk-chocolate-bar": () =>
    at(
      0,
      0,
      1,
      shadow(128, 214, 104, 14) +
        at(
          128,
          140,
          1,
          lit("M-100-44H100V56H-100z", C.violet, "v") +
            lit("M40-44H100V56H40z", C.steel, "m") +
            [0, 1]
              .map((i) =>
                [0, 1, 2]
                  .map((k) => rect(70 + i * 24, -40 + k * 32, 24, 30, 4, "#7A4A2A", "l"))
                  .join(""),
              )
              .join("") +
            word("شوكولاتة", -30, -8, 120, 34, C.white) +
            at(-34, 30, 0.34, splash),
          -8,
        ),
    ),
  "dark-chocolate": () =>
    shadow(128, 226, 76, 13) +
    rect(74, 26, 108, 130, 4, C.steel, "m") +
    at(128, 68, 1.04, choc("#2E170D")) +
    at(128, 32, 1.04, choc("#2E170D")) +
    lit("M66 104h124v122q0 6-6 6H72q-6 0-6-6z", "#221510", "k") +
    rect(66, 128, 124, 6, 0, C.saffron) +
    word("داكنة", 128, 168, 92, 36, C.saffron) +
    at(128, 206, 0.4, f.hazelnut("#8A5A2C")),
  "fruit-chews": () =>
    p.bag({
      color: C.rose,
      say: "حلوى",
      stripe: C.straw,
      art:
        several(
          rect(-22, -14, 44, 28, 8, C.tomato, "l") +
            fill("M-22 0L-40-14V14zM22 0L40-14V14z", C.tomato),
          [[-18, -10, 0.9, -20]],
        ) +
        at(
          20,
          16,
          0.9,
          rect(-22, -14, 44, 28, 8, C.leaf, "l") + fill("M-22 0L-40-14V14zM22 0L40-14V14z", C.leaf),
          16,
        ),
      size: 40,
    }),
  "salted-peanuts": () =>
    p.bag({
      color: "#C23B22",
      say: "فول سوداني",
      size: 32,
      inside:
        rect(60, 130, 140, 120, 0, "#8A5A2C") +
        d.bits(26, 4, 128, 186, 46, 36, () => at(0, 0, 0.36, f.peanut())),
    }),
  "natural-water": () => waterBottle({ say: "مياه", art: undefined }),
  "water-pack-of-six": () =>
    shadow(128, 234, 112, 14) +
    several(at(-128, -128, 1, waterBottle({ say: undefined, label: C.blue })), [
      [62, 122, 0.84],
      [194, 122, 0.84],
      [128, 118, 0.84],
      [62, 138, 0.9],
      [194, 138, 0.9],
      [128, 134, 0.9],
    ]) +
    fill("M14 118Q128 96 242 118V226Q128 246 14 226z", C.ice, ' opacity=".3"') +
    fill("M14 160Q128 148 242 160V208Q128 222 14 208z", C.navy) +
    word("مياه ×6".replace("×6", ""), 128, 186, 110, 42, C.white) +
    line("M98 58Q128 30 158 58", C.white, 7),
  "sparkling-water": () =>
    p.bottle({
      kind: "wine",
      glass: C.mint,
      color: "#7FCBA8",
      cap: C.steel,
      say: "فوارة",
      label: C.forest,
      ink: C.white,
      level: 60,
      inside: bubbles(),
      size: 34,
    }),
  "cola-bottle": () =>
    p.bottle({
      kind: "soda",
      glass: true,
      color: "#2B130B",
      cap: C.red,
      label: C.red,
      ink: C.white,
      say: "كولا",
      level: 62,
      size: 38,
    }),
  "lemon-soda": () =>
    p.bottle({
      kind: "soda",
      glass: "#BFE3A0",
      color: "#DCEB8A",
      cap: C.saffron,
      label: C.leaf,
      ink: C.white,
      say: "ليمون",
      level: 62,
      inside: bubbles(4),
      size: 34,
    }) + at(196, 214, 0.46, f.lemon()),
  "mango-nectar": () =>
    shadow(128, 236, 116, 13) +
    several(
      at(
        -118,
        -150,
        1,
        p.carton({
          brick: true,
          straw: false,
          color: C.orange,
          band: C.straw,
          ink: C.rust,
          say: "مانجو",
          art: f.mango(),
        }),
      ),
      [
        [56, 132, 0.66],
        [118, 132, 0.66],
        [180, 132, 0.66],
        [76, 160, 0.74],
        [150, 160, 0.74],
      ],
    ) +
    line("M214 96l14-30", C.paper, 5),
  "orange-juice-carton": () =>
    p.carton({
      color: C.orange,
      band: C.paper,
      ink: C.rust,
      say: "برتقال",
      art: f.citrusHalf(),
      cap: C.green,
    }),
  "instant-coffee": () =>
    p.jar({
      color: "#5B3419",
      lid: C.cocoa,
      say: "قهوة",
      band: C.red,
      art: several(f.coffeeBean(), [
        [-16, 0, 0.7, -20],
        [18, 8, 0.7, 24],
      ]),
      inside: d.bits(60, 3, 128, 100, 60, 20, (i) =>
        ell(0, 0, 4, 3, i % 2 ? "#7A4B25" : "#3E2010"),
      ),
    }),
  "frozen-molokhia": () =>
    frozen({ color: "#2F7D46", say: "ملوخية", size: 36, art: sprig, stripe: C.ice }),
  "frozen-peas-and-carrots": () =>
    frozen({
      color: C.blue,
      say: "بسلة وجزر",
      size: 32,
      inside:
        rect(50, 130, 160, 120, 0, C.green) +
        d.bits(60, 4, 128, 190, 56, 38, (i) =>
          i % 3 ? ball(0, 0, 8, "#7FBF4D") : rect(-7, -7, 14, 14, 2, C.orange, "l"),
        ),
    }),
  "frozen-strawberries": () =>
    frozen({
      color: "#C23A63",
      say: "فراولة",
      size: 38,
      inside:
        rect(50, 130, 160, 120, 0, C.pink) +
        several(f.strawberry(), [
          [100, 186, 0.5, -20],
          [138, 178, 0.5, 14],
          [162, 200, 0.5, 40],
          [122, 210, 0.5, -8],
        ]),
    }),
  "frozen-fries": () =>
    frozen({
      color: C.tomato,
      say: "بطاطس",
      size: 38,
      inside: rect(50, 130, 160, 120, 0, C.straw) + at(0, 74, 1, d.fries(9, 3, 84, 172, 128, 60)),
    }),
  "breaded-shrimp": () =>
    p.box({
      low: true,
      color: C.teal,
      say: "جمبري",
      size: 36,
      art: several(f.shrimp("#DD9A3E"), [
        [-24, 4, 0.6, -20],
        [26, 6, 0.6, 30],
      ]),
    }) + at(210, 106, 0.3, flake),
  "cheese-sambousek": () =>
    p.box({
      low: true,
      color: C.saffron,
      say: "سمبوسك",
      ink: C.cocoa,
      size: 34,
      art: several(
        lit("M-40 22L0-30L40 22Q0 32-40 22z", "#E3AE5A", "l") +
          line("M-36 18Q0 26 36 18", C.rust, 3),
        [
          [-22, 4, 0.8, -10],
          [26, 6, 0.8, 12],
        ],
      ),
    }),
  "frozen-pizza": () =>
    p.box({
      size3: [24, 62, 190, 170, 14],
      color: C.red,
      say: "بيتزا",
      size: 42,
      art: at(
        -128 * 0.5,
        -132 * 0.5,
        0.5,
        d.pizza(
          several(ell(0, 0, 14, 9, C.red), [
            [90, 110],
            [150, 100],
            [170, 150],
            [110, 160],
            [60, 140],
          ]),
        ),
      ),
      artSize: 1.2,
    }),
  "vanilla-ice-cream-tub": () =>
    p.tub({
      color: "#FBEFC8",
      lid: C.brown,
      ink: C.brown,
      say: "فانيليا",
      art: at(
        0,
        0,
        0.9,
        ball(-20, 6, 26, "#FFF6DC") + ball(20, 6, 26, "#F8E6B4") + ball(0, -14, 26, C.paper),
      ),
      stripe: C.saffron,
    }),
  "chocolate-cones": () =>
    shadow(128, 238, 80, 12) +
    several(
      lit("M-30-30H30L4 76Q0 82-4 76z", "#D9A04E", "k") +
        line("M-22-12L10 50M0-24L18 20M22-12L-10 50M0-24L-18 20", "#A8702C", 2.6) +
        lit(
          "M-36-28C-44-54-20-60-18-72C-10-92 10-92 18-72C20-60 44-54 36-28Q0-14-36-28z",
          "#5E3018",
          "s",
        ) +
        d.bits(10, 3, 0, -52, 22, 20, () => ell(0, 0, 3, 2.2, C.sand)),
      [
        [82, 136, 1.06, -10],
        [176, 136, 1.06, 10],
        [128, 146, 1.16, 0],
      ],
    ),
  "lemon-ice-pops": () =>
    shadow(128, 238, 70, 12) +
    several(
      rect(-9, 46, 18, 44, 8, C.wood, "k") +
        rect(-34, -72, 68, 124, 30, "#F6DE5A", "k") +
        line("M-12-50V30M12-50V30", "#FBF0B0", 7),
      [
        [92, 126, 1.06, -10],
        [164, 134, 1.06, 8],
      ],
    ) +
    at(128, 206, 0.56, f.lemonSlice()),
};

const pile = (thing, places) => shadow(128, 216, 104, 16) + several(thing, places);
const five = [
  [76, 122, 1.02, -6],
  [180, 120, 1.02, 8],
  [128, 96, 1.02, 2],
  [92, 170, 1.08, 4],
  [166, 170, 1.08, -4],
];
const three = [
  [128, 96, 1.16, 4],
  [82, 160, 1.2, -8],
  [174, 162, 1.2, 8],
];
const sprawl = [
  [128, 92, 1.2, -8],
  [122, 122, 1.24, 4],
  [134, 152, 1.24, -4],
  [126, 182, 1.26, 6],
];
const nuts = (thing, count = 34, s = 0.5, seed = 3) =>
  shadow(128, 214, 108, 15) +
  scatter(count, seed, 128, 148, 84, 50, (x, y, _i, q) => at(x, y, s, thing, q() * 360));
export const gheitAkhdar = {
  tomatoes: () => pile(f.tomato(), five),
  potatoes: () =>
    pile(
      f.potato(),
      five.map(([x, y, s, a]) => [x, y, s, a * 4]),
    ),
  "red-onions": () => pile(f.onion("#9A3358"), three),
  "golden-onions": () => pile(f.onion("#CF9440"), three),
  "baladi-garlic": () =>
    pile(f.garlic(), three) +
    at(214, 206, 0.5, lit("M-24 30C-40-10-6-40 12-44C40-20 30 30 6 36z", "#F1E6DC", "s"), 30),
  cucumbers: () => pile(f.cucumber(), sprawl) + at(206, 186, 0.9, f.slice()),
  carrots: () =>
    pile(
      f.carrot(),
      sprawl.map(([x, y, s, a]) => [x + 6, y, s * 1.05, a - 6]),
    ),
  "green-peppers": () => pile(f.pepper(C.green), three),
  "hot-peppers": () =>
    pile(f.chilli(C.leaf), [
      [120, 96, 1.3, -20],
      [134, 124, 1.3, 8],
      [118, 152, 1.34, -12],
    ]) +
    several(f.chilli(C.red), [
      [140, 176, 1.34, 6],
      [112, 196, 1.2, -8],
    ]),
  eggplant: () =>
    pile(f.aubergine(), [
      [86, 128, 1.4, -14],
      [168, 132, 1.4, 12],
    ]),
  zucchini: () => pile(f.courgette(), sprawl) + at(204, 188, 0.8, f.slice("#7FA847", "#EEF3CB")),
  "white-cabbage": () =>
    shadow(128, 220, 92, 14) +
    several(lit("M0 0C-40-20-50-70-20-90C10-70 20-30 0 0z", "#8FBF5A"), [
      [82, 204, 0.86, -40],
      [174, 204, [-0.86, 0.86], 40],
    ]) +
    at(128, 122, 1.66, f.cabbage()),
  cauliflower: () => shadow(128, 220, 92, 14) + at(128, 128, 1.6, f.cauliflower()),
  broccoli: () => shadow(128, 220, 82, 13) + at(128, 124, 1.8, f.broccoli()),
  "green-peas-in-the-pod": () =>
    pile(f.peapod(), [
      [120, 100, 1.3, -18],
      [136, 140, 1.4, 6],
      [116, 182, 1.3, -8],
    ]) +
    several(ball(0, 0, 10, "#8CCB4F"), [
      [204, 188],
      [222, 178],
      [214, 202],
      [62, 206],
    ]),
  "green-beans": () =>
    shadow(128, 210, 108, 14) +
    [
      [-4, 92],
      [8, 108],
      [-8, 122],
      [4, 138],
      [-6, 152],
      [10, 166],
      [0, 182],
      [-10, 196],
    ]
      .map(([a, y], i) => at(128 + (i % 3) * 6 - 6, y, 1.6, f.beanpod(), a))
      .join(""),
  "sweet-potatoes": () =>
    shadow(128, 218, 104, 14) +
    several(f.sweetPotato(), [
      [116, 104, 1.5, -14],
      [134, 150, 1.6, 10],
    ]) +
    at(
      94,
      186,
      1,
      ell(0, 4, 46, 32, "#9A452B") +
        ell(0, 0, 46, 32, "#B5583A") +
        ell(0, -1, 41, 28, "#F09A4E", "l") +
        line(ellPath(0, -1, 29, 19), "#F6BC7E", 2.5) +
        scatter(16, 4, 0, -1, 26, 16, (x, y) => ell(x, y, 2.2, 1.4, "#DE7F35")),
      -6,
    ),
  "corn-cobs": () =>
    shadow(128, 226, 96, 13) +
    at(88, 132, 1.16, f.corn(), -72) +
    at(164, 136, 1.16, f.corn(), -106),
  "button-mushrooms": () =>
    shadow(128, 220, 108, 14) +
    several(f.mushroom("#EADBC6"), [
      [84, 106, 1.3, -12],
      [174, 112, 1.3, 12],
    ]) +
    // One cut in half: the flesh pale, the gills a brown arch in it.
    at(
      126,
      164,
      1.4,
      lit(
        "M-48 6C-48-28-24-42 0-42C24-42 48-28 48 6Q38 18 18 12Q14 30 20 42Q0 50-20 42Q-14 30-18 12Q-38 18-48 6z",
        "#C9B397",
      ) +
        fill(
          "M-43 4C-43-25-21-38 0-38C21-38 43-25 43 4Q34 12 14 8Q10 30 15 39Q0 45-15 39Q-10 30-14 8Q-34 12-43 4z",
          "#FBF3E4",
        ) +
        fill(
          "M-38 3Q-28-14-12-10Q-13-2-14 8Q-30 11-38 3zM38 3Q28-14 12-10Q13-2 14 8Q30 11 38 3z",
          "#A98562",
        ) +
        line("M-32 4L-20-8M-22 7L-15-6M32 4L20-8M22 7L15-6", "#7F5F42", 1.6),
    ),
  pumpkin: () =>
    shadow(128, 220, 96, 14) +
    at(108, 118, 1.66, f.pumpkin()) +
    at(190, 182, 0.86, f.pumpkinWedge()),
  okra: () =>
    shadow(128, 212, 104, 14) +
    [
      [-30, 90, 96],
      [20, 164, 98],
      [-8, 122, 118],
      [34, 84, 140],
      [-24, 170, 138],
      [6, 128, 158],
      [-34, 86, 180],
      [24, 168, 180],
      [-4, 126, 196],
    ]
      .map(([a, x, y]) => at(x, y, 1, f.okra(), a))
      .join(""),
  parsley: () => f.bunch("parsley", "#4A9A36"),
  "fresh-coriander": () => f.bunch("coriander", "#6BB544"),
  dill: () => f.bunch("dill", "#3F8F52"),
  mint: () => f.bunch("mint", "#2F8A4A"),
  arugula: () => f.bunch("rocket", "#3E7F2E"),
  lettuce: () => shadow(128, 224, 76, 12) + at(128, 124, 1.5, f.cosLettuce()),
  spinach: () => f.bunch("long", "#1F6B36"),
  "fresh-molokhia": () => f.molokhiaBowl(),
  bananas: () => shadow(128, 214, 96, 14) + at(128, 126, 1.5, f.bananas("#F0C040", true)),
  "imported-bananas": () =>
    shadow(136, 222, 84, 13) +
    at(
      138,
      140,
      1.34,
      several(f.banana("#F6DC4A"), [
        [20, 4, 1, 22],
        [8, 2, 1, 6],
        [-4, -2, 1, -10],
        [-16, -8, 1, -26],
      ]),
    ) +
    ell(150, 156, 13, 10, C.blue) +
    ell(150, 156, 9, 6, C.white),
  "navel-oranges": () =>
    pile(f.orange(), [
      [128, 92, 1.1],
      [78, 156, 1.14],
    ]) + at(176, 160, 1.14, f.citrusHalf()),
  mandarins: () =>
    pile(
      f.mandarin(),
      five.map(([x, y, s]) => [x, y, s * 0.94]),
    ),
  "baladi-lemons": () =>
    pile(f.lemon("#F2D43A"), [
      [78, 118, 0.9, -10],
      [176, 112, 0.9, 14],
      [128, 88, 0.86, 4],
      [90, 168, 0.96, 8],
    ]) + at(172, 168, 0.96, f.citrusHalf(C.straw, "#F4EE9A")),
  "red-apples": () => pile(f.apple("#BF2430"), three),
  "green-apples": () => pile(f.apple("#8FBF3A", pale("#8FBF3A", 0.3)), three),
  guavas: () =>
    pile(f.guava(), [
      [92, 116, 1.3, -10],
      [164, 128, 1.3, 10],
    ]) + at(124, 180, 0.9, f.guavaHalf()),
  "seedless-grapes": () => shadow(128, 224, 76, 12) + at(128, 128, 1.62, f.grapes("#B5CF4E")),
  "ewais-mangoes": () =>
    pile(f.mango(), [
      [100, 108, 1.3, -10],
      [160, 150, 1.3, 6],
      [82, 178, 1.1, 20],
    ]),
  strawberries: () =>
    pile(f.strawberry(), [
      [82, 104, 0.98, -14],
      [168, 104, 0.98, 14],
      [124, 92, 0.98, 2],
      [98, 164, 1.06, -8],
      [158, 166, 1.06, 12],
    ]) + at(208, 196, 0.7, f.strawberryHalf(), 20),
  watermelon: () =>
    shadow(128, 220, 104, 15) +
    at(108, 116, 1.5, f.melon()) +
    at(172, 180, 1.14, f.melonSlice(), -6),
  cantaloupe: () =>
    shadow(128, 220, 100, 15) +
    at(112, 116, 1.6, f.cantaloupe()) +
    at(176, 178, 1, f.cantaloupeWedge()),
  peaches: () => pile(f.peach(), three),
  kiwis: () =>
    pile(f.kiwi(), [
      [86, 112, 1.1, -10],
      [168, 108, 1.1, 14],
    ]) +
    several(f.kiwiHalf(), [
      [92, 176, 1.06],
      [172, 174, 1.06],
    ]),
  pineapple: () => shadow(128, 226, 66, 12) + at(128, 132, 1.46, f.pineapple()),
  avocado: () =>
    shadow(128, 216, 92, 14) +
    at(88, 124, 1.5, f.avocado(), -10) +
    at(168, 134, 1.5, f.avocadoHalf(), 10),
  coconut: () =>
    shadow(128, 218, 100, 15) + at(98, 108, 1.4, f.coconut()) + at(166, 164, 1.3, f.coconutHalf()),
  "siwa-dates": () => nuts(f.date("#A8622A"), 26, 0.66),
  "medjool-dates": () =>
    p
      .box({ low: true, size3: [22, 96, 190, 126, 20], color: "#5A3418", window: "" })
      .replace(/$/, "") +
    several(f.date("#4A2110"), [
      [60, 150, 0.64],
      [118, 146, 0.64, 4],
      [172, 150, 0.64, -4],
      [86, 184, 0.64, 3],
      [146, 186, 0.64, -3],
    ]) +
    word("مجدول", 117, 120, 96, 28, C.saffron),
  "roasted-hazelnuts": () => nuts(f.hazelnut(), 26, 0.52),
  pistachios: () => nuts(f.pistachio(), 30, 0.54, 5),
  "walnut-halves": () => nuts(f.walnut(), 20, 0.62, 6),
  "golden-raisins": () =>
    nuts(
      ell(0, 0, 34, 24, "#D9962E", "s") +
        line("M-24-6q12 10 24 0t24 4M-20 8q16 8 34-2", "#A8681C", 4),
      60,
      0.36,
      7,
    ),
  "roasted-sunflower-seeds": () =>
    nuts(f.seed("#3A3F46"), 70, 0.46, 8) + at(208, 92, 0.5, f.flower(C.saffron, C.cocoa, 14)),
};

const tray = (thing, places, o = {}) => p.tray({ tray: C.white, ...o }, several(thing, places));
const onIce = (content) =>
  shadow(128, 214, 118, 15) +
  ell(128, 164, 118, 52, "#BFE0EE") +
  d.bits(54, 4, 128, 164, 106, 44, (i) =>
    lit("M-12 4L-6-10L10-8L13 6L0 11z", i % 2 ? C.white : C.ice),
  ) +
  content;
const parsleyAt = (x, y, s = 0.9) => at(x, y, s, f.parsleySprig());
const _birdRaw = (c, wing) => at(0, 0, 1, f.rawChicken(c)) + (wing ?? "");
export const darSorour = {
  "beef-cubes": () =>
    tray(f.meatCube(), [
      [66, 128, 0.62, -6],
      [116, 122, 0.62, 4],
      [166, 126, 0.62, -4],
      [90, 164, 0.66, 6],
      [142, 166, 0.66, -6],
      [196, 162, 0.6, 4],
    ]) + parsleyAt(208, 120, 0.8),
  "minced-beef": () => tray(f.mince(), [[128, 142, 1.06]]),
  "ribeye-steak": () =>
    d.board(
      at(128, 150, 1.5, f.steak()) +
        at(
          214,
          132,
          1,
          line("M0 30L8-30", C.forest, 3) +
            Array.from({ length: 7 }, (_, i) =>
              line(`M${1 + i} ${24 - i * 8}l-9-6M${1 + i} ${24 - i * 8}l10-4`, C.green, 3),
            ).join(""),
        ),
    ),
  "veal-shank": () => d.board(at(118, 152, 1.36, f.shank())),
  escalope: () =>
    tray(
      lit(
        "M-60 4C-60-30-16-38 16-32C50-30 66-6 54 14C44 34 0 34-24 28C-48 26-60 18-60 4z",
        "#D8747A",
        "l",
      ) + line("M-40-4q30-16 70-4M-34 12q30-10 60 0", "#EDA7A6", 3.5),
      [
        [104, 126, 1],
        [152, 142, 1, 8],
        [108, 164, 1, -4],
      ],
    ) + at(204, 182, 0.56, f.lemonSlice()),
  "lamb-shoulder": () =>
    d.board(
      at(
        128,
        150,
        1,
        lit(
          "M-96 20C-104-30-40-64 10-58C60-54 104-26 92 18C82 52 20 50-20 48C-60 48-90 46-96 20z",
          "#C2544C",
          "s",
        ) +
          lit("M-96 20C-104-30-40-64 10-58C-10-40-46-30-60 0C-66 22-90 30-96 20z", C.cream) +
          line("M-20-30q40-10 70 12M-30 4q44-14 90 6M-20 30q40-10 80-6", C.pink, 5) +
          rect(78, 0, 40, 20, 9, C.cream, "v"),
      ),
    ) + parsleyAt(54, 122),
  "lamb-chops-raw": () =>
    tray(f.chop(), [
      [80, 128, 0.86, -10],
      [150, 124, 0.86, 4],
      [88, 168, 0.9, 6],
      [160, 166, 0.9, -6],
    ]),
  "beef-liver": () =>
    tray(f.liver(), [
      [120, 128, 1.1, -6],
      [138, 162, 1.06, 4],
    ]) + at(206, 122, 0.56, f.lemonSlice()),
  "oriental-sausage": () =>
    tray(f.sausage(), [
      [92, 124, 0.94, -20],
      [164, 130, 0.94, 12],
      [112, 158, 0.98, -4],
      [156, 176, 0.94, 8],
    ]) + at(60, 180, 0.4, f.garlic()),
  "burger-patties": () =>
    shadow(128, 214, 92, 14) +
    [0, 1, 2]
      .map(
        (i) =>
          at(84, 186 - i * 32, 1.06, f.patty()) +
          at(174, 190 - i * 32, 1.06, f.patty()) +
          (i < 2
            ? fill(`M28 ${168 - i * 32}h112l4 6H24zM118 ${172 - i * 32}h112l4 6H114z`, C.white)
            : ""),
      )
      .join(""),
  "seasoned-kofta": () =>
    tray(skewered(), [
      [128, 122, 0.9, 0],
      [128, 148, 0.9, 0],
      [128, 174, 0.9, 0],
    ]),
  pastirma: () =>
    p.wrapped(
      { say: "بسطرمة", band: C.wine, y: 166, film: C.ice },
      rect(26, 66, 204, 170, 0, "#F3E4C8") +
        several(f.pastirma(), [
          [74, 110, 0.9, -10],
          [130, 112, 0.94, 6],
          [186, 112, 0.9, -4],
        ]),
    ),
  "whole-chicken": () =>
    tray(f.rawChicken("#F6DCB8"), [[128, 136, 1.36]], { tray: C.sky }) + parsleyAt(44, 196, 0.8),
  "chicken-breast-fillet": () =>
    tray(f.breast(), [
      [92, 126, 1, -8],
      [158, 136, 1, 6],
      [100, 170, 0.94, 4],
    ]) + parsleyAt(204, 182, 0.8),
  "chicken-thighs": () =>
    tray(f.thigh("#EDB08E"), [
      [88, 120, 0.74, -8],
      [150, 138, 0.76, 172],
      [92, 164, 0.78, 4],
      [160, 178, 0.7, 176],
    ]),
  "marinated-shish": () =>
    tray(
      lit("M-28-22Q0-32 28-20Q34 0 24 22Q0 30-26 22Q-34 0-28-22z", "#E07A2C", "s") +
        d.bits(8, 3, 0, 0, 20, 16, (i) => ell(0, 0, 3, 2, [C.red, C.leaf, C.cream][i % 3])),
      [
        [68, 128, 0.84],
        [116, 124, 0.84, 14],
        [166, 128, 0.84, -10],
        [92, 166, 0.88, 8],
        [142, 168, 0.88, -6],
        [192, 164, 0.84, 12],
      ],
    ) + at(206, 112, 0.46, f.chilli(), -20),
  "chicken-pane": () =>
    tray(f.breadedStrip(), [
      [84, 112, 1, -6],
      [168, 114, 1, 4],
      [80, 146, 1.04, 4],
      [166, 148, 1.04, -6],
      [86, 180, 1, -4],
      [160, 182, 1, 4],
    ]) + at(206, 190, 0.5, f.lemonSlice()),
  duck: () =>
    d.board(at(128, 150, 1.4, f.rawChicken("#E2B27A")) + at(196, 178, 0.5, f.citrusHalf())) +
    parsleyAt(212, 190),
  "pair-of-pigeons": () =>
    tray(
      lit("M-44 12C-50-22-16-40 10-34C40-30 50-4 40 16C28 36-26 38-44 12z", "#D9A58C", "s") +
        line("M6-32Q-4 0 4 34", "#A87460", 3) +
        line("M38 16l20 10M34 22l16 18", "#C98A72", 7),
      [
        [84, 140, 1.06, -6],
        [164, 144, 1.06, 6],
      ],
    ),
  "turkey-breast": () =>
    d.board(
      lit(
        "M36 160C30 110 84 84 138 92C196 98 230 130 222 166C214 194 160 196 118 194C70 196 40 190 36 160z",
        "#EBB79C",
        "s",
      ) +
        line("M58 148q60-40 136-8M60 168q70-30 146-2", pale("#EBB79C", 0.5), 5) +
        fill(
          "M176 112C206 124 226 146 222 166C214 186 190 192 176 192Q160 150 176 112z",
          "#F6D8C4",
        ) +
        line("M186 126q12 26 2 56M200 138q8 18 2 40", "#E3AE93", 3),
    ) + parsleyAt(52, 196),
  rabbit: () =>
    d.board(
      lit(
        "M24 156C26 128 70 122 104 128C150 116 190 118 226 106C240 112 236 130 220 136C240 142 238 160 222 160C190 160 172 178 120 182C70 190 22 186 24 156z",
        "#E5A697",
        "s",
      ) +
        line(
          "M60 150q40 8 110-14M110 136q6 20 0 38M78 138q6 18 2 36M146 130q6 18 2 34",
          "#B97064",
          3.5,
        ),
    ) + parsleyAt(206, 192),
  tilapia: () =>
    onIce(
      several(f.fish("#8A9A94", "#DDE5DC"), [
        [122, 124, 1.06, -6],
        [136, 166, 1.1, 4],
      ]),
    ),
  mullet: () =>
    onIce(
      several(f.fish("#6E8CA6", "#E9F0F4", "#3E5A78"), [
        [124, 118, [1.16, 0.7], -4],
        [130, 146, [1.16, 0.7], 3],
        [126, 176, [1.16, 0.7], -3],
      ]),
    ),
  "sea-bass": () =>
    onIce(at(128, 148, 1.24, f.fish("#5F7280", "#F0F2EE", "#2E3E4C"))) +
    at(206, 196, 0.6, f.lemonSlice()) +
    at(52, 190, 0.7, f.parsleySprig()),
  "fish-fillet": () =>
    tray(f.fillet(), [
      [116, 122, 1.06, -4],
      [140, 148, 1.06, 4],
      [118, 176, 1, -2],
    ]) + at(206, 124, 0.56, f.lemonSlice()),
  "medium-shrimp": () =>
    onIce(
      several(f.shrimp(), [
        [74, 130, 0.72, -10],
        [136, 116, 0.76, 14],
        [186, 146, 0.72, 40],
        [98, 176, 0.76, -30],
        [156, 182, 0.74, 10],
      ]),
    ),
  "calamari-rings": () =>
    tray(
      f.ring(),
      [
        [70, 126, 0.8],
        [124, 122, 0.84],
        [178, 126, 0.8],
        [92, 164, 0.86],
        [150, 166, 0.86],
        [202, 170, 0.7],
      ],
      { tray: C.navy },
    ),
  "blue-crab": () => onIce(at(128, 146, 1.24, f.crab())),
  herring: () =>
    p.wrapped(
      { say: "رنجة", band: C.ink, y: 164, film: C.ice },
      rect(26, 66, 204, 170, 0, "#E9DCC3") +
        several(f.fish("#C98A2E", "#E9B85A", "#8A5A1C"), [
          [124, 104, [1, 0.8]],
          [130, 140, [1, 0.8], 2],
        ]),
    ),
  "smoked-salmon": () =>
    p.wrapped(
      { say: "سلمون", band: C.navy, y: 166, film: C.ice },
      rect(26, 66, 204, 170, 0, "#2E4766") +
        several(f.salmon(), [
          [82, 100, 0.9, -10],
          [150, 102, 0.94, 8],
          [116, 128, 0.98, -2],
          [184, 130, 0.84, 10],
          [64, 138, 0.7, 4],
        ]),
    ),
};
function skewered() {
  return (
    line("M-104 0H104", C.wood, 5) +
    at(0, 0, 1.2, f.kofta("#A6453A").replaceAll("M-48-12q", "M-48-12q"))
  );
}

const flowerOf = (c) => at(0, 0, 0.9, f.flower(c, C.straw, 6));
const shirt = (c) => lit("M-18-40Q0-28 18-40L48-26L40 0L26-6V42H-26V-6L-40 0L-48-26z", c);
const plateArt = ell(0, 0, 46, 46, C.white, "l") + line(ellPath(0, 0, 32), C.sky, 3);
const _spark = fill("M0-40Q4-4 40 0Q4 4 0 40Q-4 4-40 0Q-4-4 0-40z", C.white);
const babyFace = (c = "#F3C9A4") =>
  ball(0, 0, 44, c) +
  line("M-4-44q10-12 14 0", C.brown, 4) +
  ell(-14, -4, 4, 5, C.ink) +
  ell(14, -4, 4, 5, C.ink) +
  line("M-12 14q12 12 24 0", C.ink, 4) +
  ell(-26, 10, 7, 5, C.rose) +
  ell(26, 10, 7, 5, C.rose);
const rollOf = (c = C.white, core = C.sand) =>
  ell(0, 60, 46, 15, dark(c, 0.14)) +
  lit("M-46-40V60A46 15 0 0 0 46 60V-40z", c, "k") +
  ell(0, -40, 46, 15, pale(c, 0.2)) +
  line(ellPath(0, -40, 34, 10), dark(c, 0.12), 2) +
  ell(0, -40, 15, 5.5, core) +
  ell(0, -39, 10, 3.4, C.brown);
const nappy = (c = C.white) =>
  lit("M-50-30H50Q52-10 40 2Q20 14 18 34H-18Q-20 14-40 2Q-52-10-50-30z", c, "l") +
  rect(-52, -32, 24, 16, 4, C.sky) +
  rect(28, -32, 24, 16, 4, C.sky) +
  line("M-28-24h56", C.sky, 4);
const pants = (c = C.white) =>
  lit("M-48-32H48L46 0Q20 4 18 28Q0 36-18 28Q-20 4-46 0z", c, "l") +
  line("M-46-26H46M-46-18H46", C.lilac, 4) +
  line("M-44-2Q-22 2-18 24M44-2Q22 2 18 24", C.lilac, 4);
const bear = (c = C.crust) =>
  several(ball(0, 0, 14, c), [
    [-28, -30],
    [28, -30],
  ]) +
  ball(0, 0, 40, c) +
  ell(0, 12, 17, 13, C.cream) +
  ell(0, 6, 6, 4.4, C.cocoa) +
  ell(-14, -8, 4, 5, C.cocoa) +
  ell(14, -8, 4, 5, C.cocoa) +
  line("M0 10v6q-6 6-10 2M0 16q6 6 10 2", C.cocoa, 2.4);
export const beitNaddaf = {
  "automatic-washing-powder": () =>
    p.box({
      cube: true,
      color: C.blue,
      say: "مسحوق",
      band: C.saffron,
      ink: C.navy,
      size: 40,
      art: at(
        0,
        0,
        0.9,
        ell(0, 0, 46, 46, C.white) +
          ell(0, 0, 36, 36, C.sky, "s") +
          line("M-26 6q14-12 26 0t26 0", C.white, 6),
      ),
      foot: C.teal,
    }),
  "liquid-detergent": () =>
    p.bottle({
      kind: "oval",
      color: "#2F6FC9",
      cap: C.orange,
      say: "جل",
      band: C.orange,
      art: shirt(C.white),
      label: C.sky,
      handle: true,
      size: 34,
    }),
  "hand-washing-powder": () =>
    p.bag({
      color: C.tomato,
      say: "غسيل يدوي",
      size: 30,
      band: C.straw,
      ink: C.red,
      art: at(
        0,
        0,
        0.9,
        ell(0, 14, 48, 22, C.sky, "l") +
          several(ball(0, 0, 12, C.white), [
            [-24, -2],
            [0, -10],
            [24, -2],
            [-10, 8],
            [12, 8],
          ]),
      ),
    }),
  "fabric-softener": () =>
    p.bottle({
      kind: "milk",
      color: "#C9A8DE",
      cap: C.violet,
      say: "منعم",
      ink: C.violet,
      art: flowerOf(C.lilac),
      handle: true,
    }),
  bleach: () =>
    p.bottle({
      kind: "tall",
      color: C.white,
      cap: C.blue,
      say: "كلور",
      label: C.blue,
      ink: C.white,
      handle: true,
      size: 40,
    }),
  "stain-remover": () =>
    p.bottle({
      kind: "flask",
      spray: true,
      color: C.rose,
      cap: C.violet,
      say: "بقع",
      label: C.white,
      ink: C.violet,
      art: shirt(C.white) + ell(4, 8, 13, 10, C.brown),
    }),
  "clothes-pins": () =>
    shadow(128, 222, 104, 13) +
    line("M10 92Q128 124 246 92", C.slate, 4) +
    [
      [44, 108, C.tomato],
      [84, 116, C.saffron],
      [128, 120, C.green],
      [172, 116, C.blue],
      [212, 108, C.violet],
    ]
      .map(([x, y, c]) =>
        at(
          x,
          y,
          1,
          rect(-14, -34, 12, 100, 5, c, "k") +
            rect(2, -34, 12, 100, 5, dark(c, 0.12), "k") +
            line("M-14 10h28M-12 16h24", C.steel, 5),
        ),
      )
      .join(""),
  "dish-soap": () =>
    p.bottle({
      kind: "small",
      glass: "#EAF2B0",
      color: "#CDDB3E",
      cap: C.green,
      say: "صابون",
      band: C.green,
      art: plateArt,
      level: 60,
    }) + at(196, 214, 0.46, f.lemon()),
  "scouring-sponges": () =>
    shadow(128, 214, 108, 14) +
    [
      [128, 176, C.straw, C.green],
      [120, 132, C.rose, C.violet],
      [134, 90, C.sky, C.blue],
    ]
      .map(([x, y, c, g]) =>
        at(
          x,
          y,
          1,
          rect(-84, -8, 168, 40, 10, c, "v") +
            d.bits(20, 3, 0, 14, 72, 12, () => ell(0, 0, 4, 2.6, dark(c, 0.16))) +
            rect(-84, -18, 168, 18, 8, g, "v"),
        ),
      )
      .join(""),
  "floor-cleaner": () =>
    p.bottle({
      kind: "flask",
      color: "#E8C83A",
      cap: C.forest,
      say: "أرضيات",
      band: C.forest,
      size: 28,
      art: at(
        0,
        0,
        0.9,
        several(fill("M-30 0L0-18L30 0L0 18z", C.white), [
          [0, -14],
          [0, 24],
        ]) +
          several(fill("M-30 0L0-18L30 0L0 18z", C.sky), [
            [-31, 5],
            [31, 5],
          ]),
      ),
    }),
  "glass-cleaner": () =>
    p.bottle({
      kind: "flask",
      spray: true,
      glass: C.ice,
      color: "#49A8E0",
      cap: C.blue,
      say: "زجاج",
      label: C.white,
      ink: C.blue,
      art: at(
        0,
        0,
        0.8,
        rect(-40, -40, 80, 80, 6, C.sky, "l") +
          line("M0-40V40M-40 0H40", C.white, 7) +
          line("M-40-40h80v80h-80z", C.brown, 6),
      ),
      level: 90,
    }),
  "toilet-cleaner": () =>
    shadow(128, 238, 62, 12) +
    lit(
      "M84 96Q82 60 112 52L150 30Q172 34 168 54L150 72Q176 84 174 112V214q0 22-22 22h-48q-22 0-22-22z",
      "#12458C",
      "k",
    ) +
    fill("M150 30L186 14Q196 22 192 34L168 54z", C.tomato) +
    rect(90, 122, 78, 86, 8, C.white) +
    word("حمامات", 128, 142, 66, 24, C.navy) +
    at(
      128,
      180,
      0.5,
      rect(-28, -50, 56, 26, 6, C.sky, "l") +
        lit("M-34-18H34Q36 20 14 30V46H-14V30Q-36 20-34-18z", C.ice) +
        ell(0, -16, 36, 10, C.sky),
    ),
  "kitchen-degreaser": () =>
    p.bottle({
      kind: "flask",
      spray: true,
      color: C.orange,
      cap: C.ink,
      say: "دهون",
      label: C.straw,
      ink: C.rust,
      art: at(-6, 0, 0.8, ell(0, 4, 40, 26, C.slate, "l") + line("M34-4L66-22", C.ink, 10)),
    }),
  broom: () =>
    shadow(150, 236, 76, 11) +
    line("M188 14L128 148", C.wood, 11) +
    lit("M96 134L152 160L146 178L86 150z", C.tomato) +
    lit("M86 150L146 178Q140 216 130 238L34 196Q64 176 86 150z", C.straw) +
    line(
      "M100 160Q90 190 66 206M116 168Q108 200 92 220M132 174Q126 206 112 228",
      dark(C.straw, 0.3),
      3,
    ),
  "mop-and-bucket": () =>
    shadow(128, 236, 84, 12) +
    line("M186 10L144 120", C.blue, 10) +
    several(line("M0 0Q-6 40 -18 70", C.white, 11), [
      [136, 116, 1, 20],
      [142, 118, 1, 0],
      [150, 120, 1, -20],
    ]) +
    lit("M52 128h152l-18 100q-2 8-10 8H80q-8 0-10-8z", C.tomato, "k") +
    ell(128, 128, 76, 18, dark(C.tomato, 0.3)) +
    ell(128, 132, 64, 12, C.sky) +
    several(line("M0 0Q-6 20 -10 30", C.white, 11), [
      [136, 112, 1, 20],
      [146, 112, 1, -20],
    ]) +
    line("M56 134Q128 220 200 134", C.steel, 5),
  "rubber-gloves": () =>
    shadow(128, 236, 92, 12) +
    several(
      lit(
        "M-30 100V20C-50 0-58-26-46-30C-36-32-28-12-22-8V-64C-22-78-4-78-4-64V-22V-76C-4-90 14-90 14-76V-22V-66C14-80 32-80 32-66V-16V-46C34-58 48-56 48-44V20Q48 40 36 50V100z",
        "#F2C230",
        "l",
      ) + rect(-34, 84, 74, 20, 6, "#D9A41E", "v"),
      [
        [84, 128, 0.98, -8],
        [172, 128, [-0.98, 0.98], 8],
      ],
    ),
  "insect-spray": () =>
    shadow(128, 238, 56, 11) +
    rect(84, 78, 88, 158, 14, "#1F6B3A", "k") +
    fill("M84 150h88v86H84z", C.red) +
    rect(92, 56, 72, 26, 10, C.steel, "m") +
    rect(108, 30, 40, 30, 8, C.saffron, "k") +
    word("مبيد", 128, 118, 76, 36, C.white) +
    at(
      128,
      192,
      0.56,
      ell(0, 6, 20, 30, C.ink) +
        ell(0, -28, 13, 11, C.ink) +
        line(
          "M-18-8L-44-22M-20 8H-48M-18 22L-42 40M18-8L44-22M20 8H48M18 22L42 40M-6-38L-16-54M6-38L16-54",
          C.ink,
          5,
        ),
    ) +
    line("M40 192L84 236".replace("M40 192L84 236", "M92 226L164 158"), C.paper, 7),
  "bath-soap": () =>
    shadow(128, 212, 100, 14) +
    rect(34, 118, 188, 88, 38, dark(C.rose, 0.12)) +
    rect(34, 108, 188, 88, 38, C.rose, "l") +
    rect(58, 124, 140, 56, 26, pale(C.rose, 0.18)) +
    word("صابون", 128, 152, 96, 34, C.wine) +
    several(ball(0, 0, 15, C.ice), [
      [60, 92, 1],
      [88, 74, 0.7],
      [196, 88, 1.1],
      [170, 68, 0.6],
      [214, 116, 0.6],
    ]),
  "hand-wash": () =>
    p.bottle({
      kind: "oval",
      pump: true,
      glass: C.ice,
      color: "#7FCBA8",
      cap: C.white,
      say: "لليدين",
      label: C.white,
      ink: C.teal,
      art: at(0, 0, 0.8, drop.replaceAll(C.white, C.teal)),
      size: 28,
      level: 84,
    }),
  "toilet-paper": () =>
    p.wrapped(
      { say: "تواليت", band: C.blue, y: 172 },
      rect(26, 66, 204, 170, 0, C.sky) +
        several(rollOf(), [
          [74, 118, 0.86],
          [182, 118, 0.86],
          [128, 112, 0.86],
          [74, 190, 0.9],
          [182, 190, 0.9],
          [128, 188, 0.9],
        ]),
    ),
  "kitchen-towels": () =>
    shadow(128, 236, 88, 12) +
    several(rollOf(), [
      [84, 116, [1.06, 1.7]],
      [176, 116, [1.06, 1.7]],
    ]) +
    several(line("M0 0q10-10 20 0t20 0", C.mint, 4), [
      [62, 100],
      [62, 150],
      [62, 196],
      [154, 100],
      [154, 150],
      [154, 196],
    ]) +
    rect(34, 132, 190, 44, 4, C.green) +
    word("مطبخ", 128, 154, 110, 34, C.white),
  "facial-tissues": () =>
    p.box({
      size3: [28, 122, 172, 106, 40],
      color: "#5EB7C4",
      say: "مناديل",
      size: 40,
      foot: C.teal,
    }) +
    ell(132, 112, 60, 9, C.teal) +
    lit(
      "M86 112C74 70 104 66 108 38C126 56 132 40 148 24C152 56 184 62 178 112Q132 124 86 112z",
      C.white,
      "l",
    ) +
    line("M110 108Q112 76 128 56M148 108Q160 82 156 60", "#D5E4E8", 4),
  "trash-bags": () =>
    shadow(128, 236, 84, 12) +
    ell(196, 206, 34, 34, C.ink, "s") +
    ell(196, 206, 14, 14, C.iron) +
    lit(
      "M62 92C28 130 28 226 64 234H150C188 226 186 130 150 92C136 84 76 84 62 92z",
      "#2B343B",
      "s",
    ) +
    lit(
      "M74 92Q60 60 44 56Q70 44 88 66Q98 40 118 42Q118 62 128 66Q150 48 168 58Q148 66 142 92Q106 84 74 92z",
      "#38444D",
    ) +
    line("M70 92Q106 104 144 92", C.tomato, 8) +
    line("M70 130Q58 170 74 212M130 124Q150 160 138 206", "#4A5862", 5),
  "freezer-bags": () =>
    p.box({ low: true, color: C.sky, say: "فريزر", ink: C.navy, size: 40, art: flake }) +
    lit("M58 92L70 40Q120 26 168 44L186 92z", C.ice).replace("/>", ' opacity=".85"/>') +
    line("M66 50Q120 34 172 54", C.blue, 4),
  "aluminium-foil": () =>
    shadow(128, 214, 116, 13) +
    lit("M30 108L208 84V122L30 148z", C.steel, "m") +
    lit("M30 128L210 104Q228 130 210 156L30 186z", C.steel, "m") +
    ell(30, 157, 14, 29, C.iron) +
    ell(30, 157, 6, 13, C.sand) +
    lit("M30 186L210 156L236 196L56 226z", "#DCE3E8", "l") +
    line("M70 196l30-6M120 204l40-8M170 180l24-4", C.white, 4) +
    rect(92, 120, 92, 40, 4, C.blue).replace(/^/, "") +
    word("فويل", 138, 140, 66, 26, C.white),
  "baking-paper": () =>
    shadow(128, 214, 116, 13) +
    lit("M30 122L210 98Q228 124 210 150L30 180z", "#E3C48C", "v") +
    ell(30, 151, 14, 29, "#B98F52") +
    ell(30, 151, 6, 13, C.brown) +
    lit("M30 180L210 150L240 196L60 228z", "#F3E2BC", "l") +
    several(d.cookie("#C98A45"), [
      [112, 200, 0.36],
      [154, 192, 0.36],
      [196, 184, 0.36],
    ]) +
    word("ورق زبدة", 124, 132, 110, 30, C.brown),
  "baby-diapers": () =>
    p.bag({
      wide: true,
      color: C.teal,
      say: "حفاضات",
      size: 38,
      art: at(0, 0, 1.05, nappy()),
      stripe: C.sky,
      foot: dark(C.teal, 0.2),
    }),
  "pull-up-pants": () =>
    p.bag({
      wide: true,
      color: C.violet,
      say: "كلوت",
      size: 42,
      art: at(0, 0, 1.05, pants()),
      band: C.pink,
      ink: C.violet,
    }),
  "baby-wipes": () =>
    p.pillow({
      flat: true,
      color: "#8CD0E8",
      say: "مناديل",
      ink: C.navy,
      art: rect(-40, -30, 80, 60, 14, C.white, "l") + lit("M-16 4Q-20-30 0-24Q18-40 18 2z", C.ice),
      stripe: C.white,
    }),
  "diaper-changing-mats": () =>
    shadow(128, 216, 112, 14) +
    [0, 1, 2, 3]
      .map((i) =>
        lit(
          `M${24 + i * 2} ${170 - i * 18}L${120} ${210 - i * 18}L${232 - i * 2} ${166 - i * 18}L${136} ${128 - i * 18}z`,
          i % 2 ? C.white : C.sky,
        ),
      )
      .join("") +
    at(128, 114, 0.6, bear()) +
    word("غيار", 128, 160, 60, 24, C.blue),
  "rice-cereal": () =>
    p.box({
      color: "#F6C9D2",
      ink: C.wine,
      say: "سيريال",
      band: C.white,
      art: at(
        -128 * 0.4,
        -150 * 0.4,
        0.4,
        d.bowl(ell(128, 126, 100, 38, C.paper, "l"), { color: C.sky }),
      ),
      artSize: 1.3,
      foot: C.rose,
    }),
  "apple-pur-e": () =>
    p.jar({
      low: true,
      color: "#E3D36A",
      lid: C.leaf,
      say: "تفاح",
      ink: C.green,
      art: f.apple(C.leaf),
    }),
  "vegetable-pur-e": () =>
    p.jar({
      low: true,
      color: "#F08A32",
      lid: C.orange,
      say: "خضار",
      ink: C.rust,
      art: at(-14, 4, 0.8, f.carrot(), -30) + at(20, 4, 0.54, f.broccoli()),
    }),
  "feeding-bottle": () =>
    shadow(128, 238, 58, 11) +
    lit("M112 66Q112 44 122 40Q120 20 128 18Q136 20 134 40Q144 44 144 66z", "#E9B98A", "s") +
    rect(88, 64, 80, 34, 8, C.sky, "k") +
    fill(
      "M90 98h76q8 20 8 40q-8 20 0 40v38q0 20-22 20h-48q-22 0-22-20v-38q8-20 0-40q0-20 8-40z",
      C.ice,
    ) +
    within(
      "M90 98h76q8 20 8 40q-8 20 0 40v38q0 20-22 20h-48q-22 0-22-20v-38q8-20 0-40q0-20 8-40z",
      rect(70, 132, 120, 110, 0, C.white),
    ) +
    fill(
      "M90 98h76q8 20 8 40q-8 20 0 40v38q0 20-22 20h-48q-22 0-22-20v-38q8-20 0-40q0-20 8-40z",
      "url(#k)",
    ) +
    line("M152 130h14M156 150h10M152 170h14M156 190h10M152 210h14", C.blue, 3) +
    at(114, 176, 0.42, bear()),
  "baby-shampoo": () =>
    p.bottle({
      kind: "oval",
      color: "#F6CF4A",
      cap: C.white,
      say: "شامبو",
      ink: C.rust,
      art: babyFace(),
    }),
  "baby-oil": () =>
    p.bottle({
      kind: "small",
      glass: C.ice,
      color: "#F3E3A4",
      cap: C.pink,
      say: "زيت",
      label: C.pink,
      ink: C.wine,
      art: babyFace(),
      level: 100,
    }),
  "diaper-cream": () =>
    p.tube({
      color: C.white,
      say: "كريم",
      ink: C.teal,
      art: flowerOf(C.white).replaceAll(C.white, C.mint),
      cap: C.mint,
      stripe: C.mint,
    }),
  "baby-bath": () =>
    shadow(128, 222, 112, 15) +
    several(ball(0, 0, 15, C.ice), [
      [92, 92],
      [118, 78, 1.2],
      [146, 92, 0.9],
      [170, 84, 0.7],
    ]) +
    lit(
      "M14 112Q20 92 50 102Q128 124 206 102Q236 92 242 112Q238 196 196 212H60Q18 196 14 112z",
      C.sky,
      "v",
    ) +
    fill("M30 116Q128 142 226 116Q218 138 128 140Q38 138 30 116z", C.white) +
    at(
      178,
      102,
      0.5,
      lit(
        "M-40 20C-50-4-20-10-6-4C-14-40 34-40 26-6C44 0 44 26 20 32C0 36-30 36-40 20z",
        C.straw,
        "s",
      ) +
        lit("M-14-16L-34-12L-14-6z", C.orange) +
        ell(2, -18, 4, 4, C.ink),
    ) +
    rect(50, 206, 26, 14, 4, C.blue) +
    rect(180, 206, 26, 14, 4, C.blue),
  "teething-ring": () =>
    shadow(128, 226, 74, 12) +
    `<path d="${ellPath(128, 148, 54, 54)}" fill="none" stroke="${dark(C.mint, 0.2)}" stroke-width="38"/><path d="${ellPath(128, 146, 54, 54)}" fill="none" stroke="${C.mint}" stroke-width="33"/>` +
    Array.from({ length: 8 }, (_, i) =>
      at(
        128 + Math.cos((i * Math.PI) / 4) * 54,
        146 + Math.sin((i * Math.PI) / 4) * 54,
        1,
        ball(0, 0, 9, [C.rose, C.straw, C.sky, C.lilac][i % 4]),
      ),
    ).join("") +
    at(128, 68, 0.7, bear(C.straw)),
};
