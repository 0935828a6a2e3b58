/** The kitchens of the demo: what each of their dishes looks like. */

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
import { can } from "../packs.mjs";
import { word } from "../words.mjs";

const kosharyBase = (seed) =>
  d.bits(
    46,
    seed,
    128,
    112,
    88,
    32,
    (i) => [d.pasta("curl"), d.pasta("ring", C.cream), d.lentil(), d.pasta("penne")][i % 4],
  ) +
  d.rice(128, 108, 62, 20, seed) +
  d.bits(26, seed + 1, 128, 104, 66, 20, (i) => (i % 2 ? d.lentil() : d.pasta("curl")));
const sauceTop = d.sauce(128, 98, 40, 15);
const peas = (count, seed, rx = 46, ry = 14, y = 94) =>
  d.bits(count, seed, 128, y, rx, ry, () => d.chickpea);
const kosharyBowl = (heap, color, band) =>
  d.bowl(
    d.bits(
      60,
      3,
      128,
      126,
      92,
      34,
      (i) => [d.pasta("curl"), d.pasta("penne"), d.lentil(), d.pasta("ring", C.cream)][i % 4],
    ),
    { color, band, heap: kosharyBase(5) + heap },
  );

export const sabaaHabbat = {
  "classic-koshary": () =>
    kosharyBowl(sauceTop + peas(9, 4) + d.friedOnion(14, 6, 128, 84, 36, 10), "#F6EFE2", C.tomato),
  "koshary-extra-onion": () =>
    kosharyBowl(d.friedOnion(70, 6, 128, 86, 64, 26), "#E9DCC3", C.brown),
  "fire-koshary": () =>
    kosharyBowl(
      d.sauce(128, 98, 50, 20, C.red) +
        peas(5, 4) +
        at(112, 74, 0.85, f.chilli(C.red), -24) +
        at(150, 84, 0.75, f.chilli(C.tomato), 16),
      C.slate,
      C.tomato,
    ),
  "koshary-with-chicken": () =>
    kosharyBowl(
      sauceTop +
        several(f.strip("#C98238"), [
          [86, 96, 0.9, -28],
          [168, 92, 0.9, 24],
          [112, 76, 0.96, -12],
          [148, 78, 0.96, 10],
          [128, 98, 1.04, -4],
        ]) +
        peas(5, 8, 60),
      "#F6EFE2",
      C.saffron,
    ),
  "koshary-with-liver": () =>
    kosharyBowl(
      sauceTop +
        several(lit("M-24-6Q0-18 24-4Q14 12-6 12Q-24 10-24-6z", "#5C2A20", "s"), [
          [98, 88, 1, 10],
          [134, 78, 1, -12],
          [160, 92, 1, 20],
          [124, 98, 1, 4],
        ]) +
        several(fill("M-12 0Q0-12 12 0Q0-4-12 0z", C.green), [
          [118, 78],
          [150, 84],
        ]),
      C.cream,
      C.wine,
    ),
  "koshary-sandwich": () =>
    d.roll(
      d.bits(
        70,
        6,
        128,
        106,
        92,
        30,
        (i) => [d.pasta("curl"), d.lentil(), d.pasta("penne"), d.chickpea][i % 4],
      ) +
        d.sauce(128, 100, 60, 12) +
        d.friedOnion(20, 4, 128, 92, 76, 14),
    ),
  "rice-and-lentils": () =>
    d.bowl("", {
      color: C.mint,
      soup: C.cream,
      heap:
        d.rice(128, 108, 84, 34, 3) +
        d.bits(70, 6, 128, 102, 76, 28, () => d.lentil("#6B4626")) +
        d.friedOnion(10, 3, 128, 88, 26, 8),
    }),
  "minced-beef-tagen": () =>
    d.tagen(
      d.bits(60, 3, 128, 124, 90, 32, () => d.pasta("penne", "#E9A24C")),
      {
        heap:
          d.bits(26, 2, 128, 116, 78, 18, () => d.pasta("penne", "#E9A24C")) +
          at(128, 96, 0.62, f.mince("#7A4326")),
      },
    ),
  "chicken-tagen": () =>
    d.tagen(
      d.bits(60, 3, 128, 124, 90, 32, () => d.pasta("penne", "#F0B35C")),
      {
        heap:
          d.bits(30, 2, 128, 116, 80, 18, () => d.pasta("penne", "#F0B35C")) +
          several(f.breast("#E3A869"), [
            [98, 94, 0.62, -10],
            [158, 98, 0.58, 14],
            [128, 80, 0.56, 0],
          ]) +
          d.parsley(14, 5, 128, 88, 50, 14),
      },
    ),
  "mozzarella-tagen": () =>
    d.tagen(ell(128, 124, 100, 38, "#F6DE9A"), {
      heap:
        lit(
          "M40 120C50 84 90 78 128 80C170 76 208 84 216 120C196 142 60 142 40 120z",
          "#F8E4A6",
          "s",
        ) +
        scatter(12, 4, 128, 106, 66, 18, (x, y) => ell(x, y, 10, 5, "#DE9A3E")) +
        line("M70 132q2 26-4 36M150 136q4 30 0 44", "#F8E4A6", 9),
    }),
  "sausage-tagen": () =>
    d.tagen(ell(128, 124, 100, 38, "#B5341F"), {
      heap:
        several(f.sausage("#8E3323"), [
          [92, 104, 0.7, -16],
          [160, 106, 0.7, 14],
          [126, 92, 0.72, 0],
        ]) +
        several(lit("M-16 0Q0-14 16 0Q0 10-16 0z", C.green), [
          [70, 116, 1, 20],
          [188, 114, 1, -30],
          [128, 122],
        ]),
    }),
  "bechamel-pasta": () =>
    shadow(128, 208, 116, 18) +
    fill("M20 120l34-44h150l34 44l-24 76H44z", "#8D4528") +
    lit("M20 120h218l-24 82H44z", "#A95733", "v") +
    fill("M32 118l28-34h138l28 34l-10 8H42z", "#F2DBA4") +
    fill("M140 116l62 2l-16 30h-46z", "#C98A45") +
    within(
      "M140 116l62 2l-16 30h-46z",
      d.bits(12, 3, 164, 134, 30, 14, () => d.pasta("penne", C.cream)),
    ) +
    scatter(16, 8, 118, 102, 70, 14, (x, y) => ell(x, y, 12, 5, "#D9963F")) +
    d.bits(4, 2, 120, 100, 60, 10, () => d.pasta("penne", C.cream)),
  "lentil-soup": () =>
    d.bowl(
      ell(128, 126, 100, 38, "#E7A02C", "l") +
        line("M92 122q30-16 60 2t42 0", "#F6C765", 5) +
        ell(150, 120, 16, 6, "#B4531F", undefined) +
        d.parsley(8, 3, 118, 122, 40, 12),
      { color: "#E9DCC3", band: C.saffron },
    ) + at(206, 104, 0.5, f.lemon(), 20),
  "extra-dakka": () =>
    d.dip(
      "#E8D9A8",
      d.bits(30, 4, 128, 112, 60, 17, (i) =>
        ell(0, 0, 4, 2.4, [C.paper, "#C9A45C", C.rust][i % 3]),
      ),
    ) +
    at(58, 214, 0.42, f.garlic(), -8) +
    at(92, 222, 0.3, f.garlic(), 12),
  "extra-sauce": () =>
    d.dip(
      C.tomato,
      ell(112, 110, 28, 6, "#F0624C") +
        d.bits(8, 3, 128, 112, 50, 12, () => ell(0, 0, 3, 2, C.wine)),
    ) + at(200, 206, 0.5, f.tomato()),
  "rice-pudding": () =>
    d.dessert(
      "#FBF3E2",
      d.rice(128, 84, 54, 14, 4, "#FBF3E2") +
        ell(128, 82, 26, 6, C.toast) +
        d.bits(6, 2, 128, 80, 24, 5, () => ell(0, 0, 5, 3, "#86A83A")),
    ),
};

const foul = (rx = 92, ry = 34) =>
  ell(128, 126, 104, 40, "#7A4527") +
  d.bits(60, 4, 128, 126, rx, ry, (i) =>
    at(0, 0, 0.2, f.bean(["#8E5730", "#6E3D20", "#A2683C"][i % 3])),
  );
const foulFill = d.bits(80, 4, 128, 104, 86, 34, (i) =>
  at(0, 0, 0.22, f.bean(["#8E5730", "#6E3D20", "#A2683C"][i % 3])),
);
const egg = d.friedEgg();
export const qedretSabah = {
  "foul-with-olive-oil-sandwich": () =>
    d.pocket(
      ell(128, 106, 96, 50, "#7A4527") +
        foulFill +
        line("M60 96q30-20 50 2t60-6", "#C7C24A", 8) +
        at(172, 74, 0.4, f.lemonSlice()) +
        at(88, 76, 0.34, ball(0, 0, 44, C.olive)) +
        at(108, 66, 0.3, ball(0, 0, 44, C.olive)),
    ),
  "foul-with-ghee-sandwich": () =>
    d.pocket(
      ell(128, 106, 96, 50, "#7A4527") +
        foulFill +
        lit("M96 84l40-16l30 14l-40 18z", "#F8D766") +
        line("M110 96q10 20-2 30M146 92q14 12 8 26", "#F8D766", 8),
    ),
  "alexandrian-foul-sandwich": () =>
    d.pocket(
      ell(128, 106, 96, 50, "#9A4426") +
        foulFill +
        several(d.tomatoSlice, [
          [70, 100],
          [186, 104],
          [128, 74],
        ]) +
        d.bits(
          26,
          5,
          128,
          92,
          80,
          26,
          (i) =>
            [lit("M-11 8L-10-10L8-10L12 6z", C.tomato), lit("M-10 5L-8-9L10-7L9 8z", C.leaf)][
              i % 2
            ],
        ) +
        at(150, 66, 0.9, f.chilli(C.red), -30) +
        at(104, 70, 0.8, f.chilli(C.leaf), 18),
      { bread: "#E7C58E" },
    ),
  "foul-with-eggs-sandwich": () =>
    d.pocket(
      ell(128, 106, 96, 50, "#7A4527") +
        foulFill +
        several(
          lit("M-26 0A26 20 0 0 1 26 0A26 20 0 0 1-26 0z", C.white) + ball(0, 0, 12, C.saffron),
          [
            [84, 88, 1, -8],
            [134, 76, 1, 6],
            [178, 94, 1, 10],
          ],
        ),
    ),
  "foul-pot": () =>
    shadow(128, 236, 92, 14) +
    lit(
      "M92 62h72l6 30c60 16 58 100 20 138q-4 6-14 6H80q-10 0-14-6C28 192 26 108 86 92z",
      "#B7733E",
      "k",
    ) +
    line("M58 142Q128 170 198 142", dark("#B7733E", 0.25), 4) +
    ell(128, 62, 42, 13, dark("#B7733E", 0.3)) +
    within(
      ellPath(128, 62, 36, 9),
      ell(128, 64, 40, 12, "#7A4527") +
        d.bits(18, 3, 128, 62, 34, 8, () => at(0, 0, 0.16, f.bean("#A2683C"))),
    ) +
    line("M150 66L196 14", C.steel, 7) +
    ell(200, 10, 13, 8, C.steel, "l"),
  "plain-foul-plate": () =>
    d.plate(
      ell(128, 148, 88, 46, "#7A4527", "l") +
        d.bits(70, 4, 128, 146, 80, 38, (i) =>
          at(0, 0, 0.24, f.bean(["#8E5730", "#6E3D20", "#A2683C"][i % 3])),
        ) +
        line("M70 146q30-20 58 2t60-4", "#D0C84E", 6),
    ),
  "taameya-sandwich": () =>
    d.pocket(
      fill("M40 122Q60 60 128 66Q196 60 216 122z", C.leaf) +
        several(d.taameya(), [
          [82, 92, 0.82, -10],
          [136, 80, 0.86, 6],
          [186, 98, 0.78, 12],
        ]) +
        several(d.tomatoSlice, [
          [112, 110],
          [164, 114],
        ]) +
        line("M60 112q40 14 76 2t60 0", C.cream, 7),
    ),
  "stuffed-taameya": () =>
    shadow(128, 216, 100, 14) +
    fill("M30 190l24-34h150l24 34l-20 24H50z", "#E5D3AC") +
    several(d.taameya(), [[84, 152, 1.1, -6]]) +
    at(160, 140, 1.36, d.taameyaCut(), 6) +
    ell(168, 142, 18, 11, C.tomato) +
    bitsOnion(160, 150),
  "taameya-and-fries-sandwich": () =>
    d.pocket(
      at(0, -16, 1, d.fries(9, 2, 90, 170, 106, 62)) +
        several(d.taameya(), [
          [74, 98, 0.78, -10],
          [186, 100, 0.78, 12],
        ]) +
        fill("M50 124q20-22 40-8t40-4t40 2t40 8z", C.leaf),
    ),
  "taameya-pieces": () =>
    d.takeaway(
      several(d.taameya(), [
        [84, 84, 0.86, -8],
        [150, 78, 0.9, 6],
        [116, 60, 0.84, 0],
        [186, 100, 0.8, 10],
        [66, 112, 0.78, 0],
        [120, 104, 0.92, -4],
      ]),
      C.paper,
      at(128, 188, 0.42, d.taameyaCut()),
    ),
  "tahini-tub": () =>
    d.dip(
      "#E5CFA0",
      line("M96 110q30-10 60 4", "#F6E9C9", 5) + line("M110 116q22 6 40-2", "#C9A45C", 3),
    ) +
    several(at(0, 0, 0.16, f.almond("#EBD8AC")), [
      [60, 220],
      [78, 228],
      [194, 222],
      [180, 230],
    ]),
  "mixed-pickles": () =>
    d.dip("#D8E0A0", "", C.ice) +
    several(at(0, 0, 0.5, f.cucumber("#8EA33C")), [
      [100, 152, 1, 40],
      [142, 190, 1, -30],
    ]) +
    several(at(0, 0, 0.36, f.carrot()), [
      [150, 150, 1, -20],
      [104, 190, 1, 24],
    ]) +
    several(lit("M-16-10h32v22h-32z", "#C24C77"), [
      [128, 164, 1, 20],
      [164, 178, 0.8, 50],
    ]) +
    at(128, 102, 0.46, f.cucumber("#8EA33C"), -14) +
    at(160, 106, 0.3, f.chilli(C.leaf)),
  "eggs-with-pastirma": () =>
    d.roll(
      several(f.pastirma(), [
        [68, 112, 0.74, -10],
        [128, 104, 0.76, 4],
        [188, 112, 0.74, 12],
      ]) +
        several(egg, [
          [98, 106, 0.56],
          [160, 104, 0.56],
        ]),
    ),
  "country-eggs-in-ghee": () =>
    shadow(120, 202, 104, 16) +
    line("M196 140L246 112", C.slate, 15) +
    ell(112, 150, 98, 62, C.slate, "l") +
    ell(112, 146, 86, 52, C.ink) +
    ell(112, 148, 82, 48, "#D9A02E", "l") +
    several(egg, [
      [78, 138, 0.78, -6],
      [142, 148, 0.8, 10],
      [106, 168, 0.72, 0],
    ]) +
    d.bits(16, 3, 112, 150, 70, 40, () => ell(0, 0, 2, 1.5, C.cocoa)),
  "egyptian-mashed-potato-sandwich": () =>
    d.roll(
      lit(
        "M30 134C30 96 60 88 84 98C96 78 128 80 140 94C160 80 190 88 196 102C220 96 230 112 226 134z",
        "#F2D98A",
        "s",
      ) +
        d.parsley(20, 4, 128, 110, 84, 16) +
        line("M70 112q16-10 30 0M130 108q16-10 34 2", "#D9B85A", 4),
    ),
  "fries-sandwich": () =>
    d.roll(
      at(0, 0, 1, d.fries(15, 2, 38, 218, 124, 66)) +
        line("M52 112q30 12 60-2t60 0t36-2", C.tomato, 8),
    ),
  "fried-eggplant-sandwich": () =>
    d.roll(
      several(
        ell(0, 0, 36, 24, "#3B1F47") +
          ell(0, -1, 32, 20, "#B98B57", "l") +
          d.bits(12, 3, 0, 0, 24, 14, () => ell(0, 0, 2, 1.4, C.brown)),
        [
          [62, 112, 1, -14],
          [108, 98, 1, 6],
          [154, 100, 1, -6],
          [198, 114, 1, 14],
        ],
      ) + at(86, 116, 0.5, f.chilli(C.leaf), 10),
    ),
  "cheese-with-tomato": () =>
    d.plate(
      lit(
        "M56 150C56 118 90 112 116 116C140 104 184 116 196 142C200 170 160 182 124 180C84 184 54 174 56 150z",
        "#F4E6BE",
        "s",
      ) +
        d.bits(
          24,
          3,
          126,
          148,
          60,
          24,
          (i) => [lit("M-8 6L-8-7L7-7L9 6z", C.tomato), fill("M-5 0l5-5l5 5l-5 5z", C.leaf)][i % 2],
        ) +
        line("M76 154q30-20 52 2t54-6", "#C9B83C", 5),
    ),
  shakshouka: () =>
    shadow(120, 204, 104, 16) +
    line("M198 140L248 116", C.cocoa, 15) +
    ell(112, 150, 98, 62, C.slate, "l") +
    ell(112, 148, 86, 52, "#A82A1C") +
    d.bits(
      40,
      3,
      112,
      148,
      78,
      44,
      (i) =>
        [
          lit("M-12 6Q0-12 14 2Q4 12-12 6z", C.tomato),
          lit("M-10 2Q0-8 12 0Q0 6-10 2z", C.green),
          ell(0, 0, 7, 5, "#E4573D"),
        ][i % 3],
    ) +
    several(egg, [
      [80, 140, 0.52],
      [140, 136, 0.52],
      [112, 168, 0.52],
    ]) +
    d.parsley(12, 6, 112, 148, 70, 36),
  "pharaohs-breakfast-tray": () =>
    d.round(
      at(78, 128, 0.32, at(-128, -146, 1, d.bowl(foul(), { color: C.paper }))) +
        several(d.taameya(), [
          [140, 118, 0.56],
          [172, 126, 0.56],
          [156, 106, 0.5],
        ]) +
        at(196, 156, 0.5, egg) +
        at(128, 166, 0.66, d.baladi(), -4) +
        at(64, 172, 0.3, at(-128, -128, 1, d.dip("#D8E0A0", ""))) +
        several(d.tomatoSlice, [
          [120, 138, 0.8],
          [98, 142, 0.7],
        ]) +
        at(196, 184, 0.34, f.cucumber()),
    ),
  "koshary-tea": () =>
    d.teaGlass("#7E2B12", {
      inside: scatter(26, 3, 128, 214, 34, 10, (x, y) => line(`M${x} ${y}l5-2`, C.cocoa, 2.5)),
    }) +
    several(at(0, 0, 0.9, f.leaf(C.green, 30, 13)), [
      [182, 222, 1, -24],
      [182, 222, 1, -80],
    ]),
};
function bitsOnion(x, y) {
  return several(line("M-10 2q10-10 20 0", "#D9A7C7", 3.5), [
    [x, y, 1, 10],
    [x + 14, y - 8, 1, -20],
  ]);
}

const skewers = (thing, rows, s = 0.84) =>
  rows.map(([x, y, a]) => at(x, y, s, f.skewer(thing), a)).join("");
const garnish = (x, y) => at(x, y, 0.8, f.parsleySprig()) + at(x + 26, y + 6, 0.6, f.lemonSlice());
const kebabBits =
  several(lit("M-16-15Q0-20 16-14Q20 0 15 15Q0 19-16 15Q-20 0-16-15z", "#6E3420", "s"), [
    [-66, 0],
    [-22, 0],
    [22, 0],
    [66, 0],
  ]) +
  several(lit("M-6-14h12v28h-12z", C.green), [
    [-44, 0],
    [0, 0, 1],
  ]) +
  several(lit("M-6-14h12v28h-12z", C.tomato), [[44, 0]]);
const shishBits =
  several(
    lit("M-18-15Q0-22 18-14Q22 0 16 16Q0 20-18 15Q-22 0-18-15z", "#E0963C", "s") +
      line("M-8-10l4 18M6-10l4 18", "#9C5A1E", 3),
    [
      [-66, 0],
      [-22, 0],
      [22, 0],
      [66, 0],
    ],
  ) +
  several(lit("M-5-14h10v28h-10z", C.green), [
    [-44, 0],
    [44, 0],
  ]) +
  several(lit("M-5-14h10v28h-10z", C.tomato), [[0, 0]]);
const riceBed = (x = 128, y = 158, rx = 84, ry = 36, c = "#F3DFA6") => d.rice(x, y, rx, ry, 7, c);
export const darbElGamr = {
  "charcoal-kofta": () =>
    d.plate(
      fill("M34 150Q128 96 222 150Q128 206 34 150z", C.leaf, ' opacity=".9"') +
        skewers(
          f.kofta(),
          [
            [128, 128, -6],
            [128, 148, -6],
            [130, 168, -6],
          ],
          0.98,
        ) +
        several(d.tomatoSlice, [
          [60, 176],
          [86, 190],
        ]) +
        garnish(172, 186),
    ),
  kebab: () =>
    d.plate(
      riceBed() +
        skewers(
          kebabBits,
          [
            [126, 132, -8],
            [130, 158, -8],
          ],
          0.98,
        ) +
        garnish(180, 186),
    ),
  "kebab-and-kofta-mix": () =>
    d.board(
      skewers(
        f.kofta(),
        [
          [92, 132, -22],
          [120, 146, -22],
        ],
        0.72,
      ) +
        skewers(
          kebabBits,
          [
            [148, 156, -22],
            [174, 172, -22],
          ],
          0.72,
        ) +
        several(d.tomatoSlice, [
          [54, 186],
          [204, 132],
        ]) +
        at(216, 190, 0.8, f.parsleySprig()),
    ),
  "lamb-chops": () =>
    d.plate(
      several(f.chop("#7C3F24"), [
        [96, 128, 0.92, -58],
        [134, 130, 0.92, -52],
        [92, 166, 0.9, -12],
        [160, 160, 0.9, -34],
      ]) + garnish(188, 178),
    ),
  tarb: () =>
    d.plate(
      several(
        lit("M-60-14Q-68 0-60 14Q0 22 60 14Q68 0 60-14Q0-22-60-14z", "#A8632F", "v") +
          line(
            "M-50-12L-30 14M-30-14L-10 16M-10-15L10 16M10-15L30 15M30-14L50 12M-30-14L-50 12M-10-15L-30 14M10-15L-10 16M30-14L10 16M50-12L30 15",
            "#F0DDBE",
            2.6,
          ),
        [
          [116, 124, 1, -10],
          [128, 152, 1, -10],
          [140, 180, 1, -10],
        ],
      ) +
        at(196, 128, 0.8, f.parsleySprig()) +
        at(64, 176, 0.66, f.lemonSlice()),
      { rim: C.saffron },
    ),
  "grilled-quail": () =>
    d.plate(
      fill("M40 158Q128 104 216 158Q128 206 40 158z", C.lime, ' opacity=".85"') +
        several(
          f.rawChicken("#A65A22") +
            line("M-40-14L-18 34M-20-30L2 38", "#4F2410", 5, ' opacity=".6"'),
          [
            [90, 136, 0.86, -6],
            [162, 152, 0.86, 6],
          ],
        ) +
        garnish(124, 196),
    ),
  "fattah-with-lamb": () =>
    d.bowl("", {
      color: "#C98C5A",
      heap:
        riceBed(128, 108, 90, 34, C.paper) +
        d.sauce(128, 102, 46, 18) +
        several(lit("M-24-12Q0-24 24-10Q28 8 10 16Q-16 18-26 6z", "#7A4326", "s"), [
          [94, 86, 1, -10],
          [142, 76, 1.1, 8],
          [172, 94, 0.9, 20],
          [120, 98, 0.9],
        ]) +
        several(lit("M-14-8L12-10L14 8L-12 10z", C.crust), [
          [62, 108, 1, 20],
          [196, 112, 1, -14],
          [112, 122, 0.9, 10],
        ]) +
        d.bits(18, 3, 128, 92, 60, 22, () => ell(0, 0, 3.5, 2.4, C.paper)),
    }),
  "ember-family-tray": () =>
    d.round(
      riceBed(128, 142, 98, 46) +
        at(72, 128, 0.72, f.roastChicken()) +
        skewers(
          f.kofta(),
          [
            [164, 112, -14],
            [172, 130, -14],
          ],
          0.56,
        ) +
        skewers(
          kebabBits,
          [
            [160, 156, -14],
            [168, 176, -14],
          ],
          0.5,
        ) +
        several(f.chop("#7C3F24"), [
          [84, 172, 0.5, -20],
          [112, 180, 0.5, -10],
        ]) +
        several(d.tomatoSlice, [
          [40, 162, 0.8],
          [208, 150, 0.8],
        ]),
    ),
  "whole-grilled-chicken": () =>
    d.plate(
      fill("M34 154Q128 104 222 154Q128 210 34 154z", C.leaf) +
        at(128, 126, 1.32, f.roastChicken()) +
        at(52, 176, 0.6, f.lemonSlice()) +
        at(206, 176, 0.6, f.lemonSlice()),
    ),
  "half-grilled-chicken": () =>
    d.plate(
      lit(
        "M40 156C36 112 76 84 118 88C150 90 170 112 176 138C190 150 208 150 220 166C206 184 180 178 164 182C120 198 48 196 40 156z",
        "#B9631F",
        "s",
      ) +
        line("M66 134q36-28 74-14M62 152q40-26 92-8M70 168q44-20 96-2", "#6E3310", 5) +
        lit("M100 160C112 138 150 140 160 160C158 176 120 182 100 160z", "#C97428", "s") +
        salad(196, 124),
    ),
  "shish-tawouk-plate": () =>
    d.plate(
      riceBed(104, 164, 60, 28) +
        skewers(
          shishBits,
          [
            [132, 124, -10],
            [140, 150, -10],
          ],
          0.94,
        ) +
        at(196, 182, 0.28, at(-128, -128, 1, d.dip(C.white, ""))),
    ),
  "spicy-wings": () =>
    d.plate(
      several(f.thigh("#BC3F1B"), [
        [88, 122, 0.62, -34],
        [154, 118, 0.62, 16],
        [76, 156, 0.64, 12],
        [180, 152, 0.62, -20],
        [124, 148, 0.68, -8],
        [120, 182, 0.62, 8],
      ]) +
        d.bits(30, 4, 122, 146, 70, 34, () => ell(0, 0, 2.6, 1.8, C.cream)) +
        at(200, 186, 0.5, f.chilli()),
    ),
  "stuffed-pigeon": () =>
    d.plate(
      riceBed(128, 172, 92, 26, "#C7B06B") +
        several(
          // The grains come out where it was filled.
          f.roastChicken() +
            at(
              -52,
              14,
              1,
              d.bits(26, 3, 0, 0, 13, 18, () => ell(0, 0, 4, 2.6, "#9C8544")),
            ),
          [
            [92, 128, 0.92, -8],
            [162, 146, 0.92, 8],
          ],
        ),
    ),
  "chicken-mandi": () =>
    d.plate(
      d.rice(128, 144, 104, 50, 5, "#F4C866") +
        at(122, 116, 1.12, f.thigh("#C06A22"), -10) +
        line("M84 96q10-12 26-14M92 120q12-8 30-8", "#7A3A12", 4, ' opacity=".55"') +
        d.bits(
          26,
          3,
          128,
          166,
          86,
          24,
          (i) =>
            [
              ell(0, 0, 5, 3, "#B87A2B"),
              at(0, 0, 0.18, f.almond("#E9D2A0")),
              ell(0, 0, 4.4, 3, "#6B3B1C"),
            ][i % 3],
        ),
      { color: C.steel },
    ),
  "kofta-sandwich": () =>
    d.pocket(
      fill("M36 124Q60 70 128 74Q196 70 220 124z", C.leaf) +
        several(f.kofta(), [
          [92, 96, 0.7, -40],
          [132, 86, 0.72, -50],
          [172, 98, 0.7, -34],
        ]) +
        several(d.tomatoSlice, [
          [72, 118],
          [150, 118],
          [196, 116],
        ]) +
        line("M60 116q36 12 70 0t70 2", C.cream, 6),
    ),
  "shish-wrap": () =>
    d.wrap(
      several(lit("M-13-8Q0-14 13-6Q12 8 0 9Q-14 8-13-8z", "#E0963C", "s"), [
        [108, 126],
        [134, 122],
        [150, 130],
        [120, 134],
      ]) + d.parsley(14, 3, 128, 128, 30, 10),
      { stripe: C.saffron },
    ),
  hawawshi: () =>
    shadow(128, 222, 112, 15) +
    fill("M14 206L40 148H216L242 206L222 226H34z", "#EADBB8") +
    line("M40 148L30 226M216 148L226 226", "#D8C598", 2) +
    several(
      // A quarter of the flat loaf: its cuts show bread, meat and bread.
      fill("M-88-14L0 34L88-14V14L0 66L-88 14z", "#E8C07C") +
        fill("M-88-6L0 42L88-6V10L0 60L-88 10z", "#7C4128") +
        within(
          "M-88-6L0 42L88-6V10L0 60L-88 10z",
          scatter(90, 4, 0, 28, 90, 34, (x, y, i) =>
            ell(x, y, 5, 3, ["#A9603C", "#6FA341", C.tomato, "#552717"][i % 4]),
          ),
        ) +
        lit("M-88-14C-84-52-40-68 0-68C40-68 84-52 88-14L0 34z", "#CF9244", "s") +
        scatter(14, 6, 0, -26, 60, 26, (x, y) => ell(x, y, 9, 4, "#A8662A")),
      [
        [96, 108, 0.86, -4],
        [146, 152, 1, 3],
      ],
    ),
  "alexandrian-sausage-sandwich": () =>
    d.roll(
      several(f.sausage("#963022"), [
        [82, 108, 0.8, -6],
        [172, 108, 0.8, 4],
        [128, 96, 0.8, 0],
      ]) +
        d.bits(
          20,
          5,
          128,
          112,
          90,
          14,
          (i) =>
            [
              lit("M-12 2Q0-10 14 0Q2 8-12 2z", C.green),
              lit("M-11 3Q0-9 12 0Q2 8-11 3z", C.tomato),
            ][i % 2],
        ),
    ),
  "liver-sandwich": () =>
    d.roll(
      several(lit("M-28-6Q0-22 28-4Q16 14-6 14Q-28 12-28-6z", "#5C2A20", "s"), [
        [64, 112, 1, -10],
        [106, 98, 1.05, 8],
        [150, 102, 1.05, -8],
        [194, 112, 1, 10],
      ]) +
        several(at(0, 0, 0.5, f.chilli(C.leaf)), [
          [92, 116, 1, 6],
          [166, 116, 1, -10],
        ]) +
        several(line("M-14 4q14-14 28 0", "#E6CFE0", 5), [
          [128, 112],
          [78, 104],
          [180, 106],
        ]),
    ),
  "baladi-salad": () =>
    d.bowl(d.bits(40, 3, 128, 124, 90, 32, saladBit), {
      color: "#E9E2D0",
      soup: C.leaf,
      heap: d.bits(50, 6, 128, 104, 78, 26, saladBit),
    }),
  "tahini-salad": () =>
    d.bowl(
      ell(128, 126, 100, 38, "#E8D3A6", "l") +
        line("M80 124q24-22 48 0t48 0", "#F8ECCF", 8) +
        line("M96 134q30 10 60-2", "#C7C24A", 5) +
        d.parsley(18, 3, 128, 124, 60, 18) +
        d.bits(14, 5, 128, 126, 60, 18, () => ell(0, 0, 2.4, 1.8, C.tomato)),
      { color: C.sky },
    ),
  "baba-ghanoug": () =>
    d.bowl(
      ell(128, 126, 100, 38, "#C9B68A", "l") +
        d.bits(30, 3, 128, 126, 80, 28, (i) =>
          ell(0, 0, 6, 3.4, ["#A8946A", "#E2D5B0", "#6E4C6A"][i % 3]),
        ) +
        line("M86 126q30-18 60 4", "#B9B83C", 6) +
        d.parsley(10, 3, 128, 124, 50, 16),
      { color: "#8E6BA0" },
    ) + at(206, 96, 0.62, f.aubergine(), 38),
  "garlic-dip": () =>
    d.dip(C.white, line("M86 112q20-14 42-2t40-4", C.cream, 6)) +
    at(204, 196, 0.62, f.garlic(), 8) +
    at(62, 218, 0.34, lit("M-30 30C-40-10-10-40 10-44C40-20 30 30 6 36z", "#F6EFE6", "s")),
  "rice-with-vermicelli": () =>
    d.plate(
      d.rice(128, 140, 88, 48, 3) +
        d.bits(46, 4, 128, 132, 74, 38, () => line("M-9 1Q0-4 9 1", C.brown, 3.4)),
    ),
  "fries-with-cumin": () =>
    d.takeaway(
      d.fries(15, 2, 62, 194, 142, 96) +
        d.bits(24, 4, 128, 96, 66, 34, () => ell(0, 0, 2.2, 1.6, C.brown)),
      C.tomato,
      word("بطاطس", 128, 184, 92, 30, C.white),
    ),
  molokhia: () =>
    d.bowl(
      ell(128, 126, 100, 38, "#2F6B2C", "l") +
        d.bits(46, 3, 128, 126, 84, 30, (i) => ell(0, 0, 5, 3, ["#4C8A3A", "#1F4F22"][i % 2])) +
        d.bits(12, 8, 128, 122, 34, 12, () => ell(0, 0, 4, 3, C.cream)),
      { color: "#C98C5A" },
    ) + at(214, 100, 0.34, f.garlic(), 14),
};
function saladBit(i) {
  return [
    lit("M-12 8L-10-10L8-12L13 6z", C.tomato),
    lit("M-11-8h20l3 14h-20z", "#CFE8A0") + line("M-11-8h20", C.green, 4),
    fill("M-10 2q9-13 20 0q-9-4-20 0z", "#D9A7C7"),
    lit("M-12 4Q0-15 13 2Q2 9-12 4z", C.leaf),
  ][i % 4];
}
function salad(x, y) {
  return d.salad(x, y, 30, 18);
}

const disc = (c, ring) => ell(0, 0, 17, 11, ring ?? dark(c, 0.25)) + ell(0, -1, 14.5, 9, c, "l");
const spread = (things, places) =>
  places.map(([x, y, a = 0], i) => at(x, y, 1, things[i % things.length], a)).join("");
const slots = [
  [128, 92, 10],
  [82, 108, -20],
  [176, 108, 30],
  [56, 138, 5],
  [104, 136, -14],
  [152, 138, 22],
  [200, 140, -8],
  [82, 166, 16],
  [128, 172, -10],
  [174, 166, 12],
];
const basil =
  lit("M-18 0C-12-16 10-14 20 0C10 14-12 14-18 0z", C.green) +
  line("M-14 0H16", dark(C.green, 0.3), 1.6);
export const fornNawara = {
  "pizza-margherita": () =>
    d.pizza(
      spread([ell(0, 0, 20, 12, C.white, "l"), basil, ell(0, 0, 16, 10, "#FFF6DF", "l")], slots),
    ),
  "pepperoni-pizza": () =>
    d.pizza(
      spread([disc("#B0352A")], slots) +
        spread(
          [disc("#B0352A")],
          [
            [140, 116],
            [68, 122],
            [190, 124],
          ],
        ),
    ),
  "chicken-ranch-pizza": () =>
    d.pizza(
      spread(
        [
          lit("M-20-4Q0-16 20-2Q12 12-6 12Q-20 10-20-4z", "#E0B070", "s"),
          lit("M-9-5h18v10h-18z", C.green),
        ],
        slots,
      ) + line("M46 118q22 20 44-4t44 0t44 0t36 0M50 158q22 18 44-4t44 0t44 0t30-2", C.white, 6),
      { cheese: "#F6E2A4", sauce: "#E9B65A" },
    ),
  "pastirma-pizza": () => d.pizza(spread([at(0, 0, 0.5, f.pastirma())], slots.slice(0, 9))),
  "seafood-pizza": () =>
    d.pizza(
      spread([at(0, 0, 0.46, f.shrimp()), at(0, 0, 0.5, f.ring()), ell(0, 0, 6, 4, C.ink)], slots),
    ),
  "four-cheese-pizza": () =>
    d.pizza(
      spread(
        [
          ell(0, 0, 24, 14, "#FFF3C9", "l"),
          ell(0, 0, 20, 13, "#E9A63C", "l"),
          ell(0, 0, 18, 12, C.white, "l") + ell(4, 0, 3, 2, C.teal) + ell(-6, 2, 2, 2, C.teal),
        ],
        slots,
      ),
      { sauce: "#EBC66A", cheese: "#F9DF8E" },
    ),
  "garden-pizza": () =>
    d.pizza(
      spread(
        [
          line(ellPath(0, 0, 16, 10), C.green, 5),
          disc("#EF6B4F", C.tomato),
          line(ellPath(0, 0, 6, 4), C.ink, 5),
          at(0, 0, 0.36, f.mushroom()),
          line("M-16 4q16-16 32 0", "#B86A9A", 5),
        ],
        slots,
      ),
    ),
  "oriental-sausage-pizza": () =>
    d.pizza(
      spread(
        [at(0, 0, 0.42, f.sausage("#7E2B1E")), lit("M-10-3Q0-10 12-2Q2 8-10-3z", C.green)],
        slots,
      ),
    ),
  "tuna-pizza": () =>
    d.pizza(
      spread(
        [
          lit("M-20-4Q-4-14 20-4Q14 10-8 10z", "#D9B09A", "l") +
            line("M-10-2q10-6 20 0", "#B07F68", 2),
          line("M-15 4q15-15 30 0", "#C77AA6", 5),
          line(ellPath(0, 0, 6, 4), C.olive, 5),
        ],
        slots,
      ),
    ),
  "plain-feteer-meshaltet": () => d.feteer(),
  "mixed-cheese-feteera": () =>
    d.feteera(
      d.bits(22, 3, 176, 186, 46, 22, (i) => ell(0, 0, 10, 6, [C.white, "#F9E28E"][i % 2])) +
        line("M150 222q0 12-4 20M188 216q2 14 0 24", "#F8E8A8", 8),
      "#F8E6A6",
      d.bits(60, 4, 112, 128, 84, 36, (i) => ell(0, 0, 6, 4, ["#FFF6DC", "#F9DF8A"][i % 2])),
    ),
  "minced-meat-feteera": () =>
    d.feteera(
      d.bits(60, 3, 176, 186, 46, 22, (i) =>
        ell(0, 0, 6, 4, ["#7A4326", "#5E2C1A", C.leaf, "#94553A"][i % 4]),
      ),
      "#7A4326",
      d.bits(46, 5, 108, 128, 80, 34, (i) =>
        ell(0, 0, 4.5, 3, ["#6E3A1E", "#A5582F", C.cream][i % 3]),
      ),
    ),
  "chicken-feteera": () =>
    d.feteera(
      several(f.breast("#F0C98E"), [
        [152, 178, 0.42, 10],
        [196, 178, 0.42, -16],
        [176, 202, 0.42, 6],
      ]) +
        d.bits(14, 5, 176, 188, 44, 20, (i) => lit("M-7-5h14v10h-14z", [C.green, C.tomato][i % 2])),
      "#F6DCA0",
      several(lit("M-9-6h18v12h-18z", C.green), [
        [70, 118, 1, 20],
        [112, 100, 1, -10],
        [158, 112, 1, 30],
        [84, 146, 1, -20],
        [128, 122, 0.9],
      ]) +
        several(lit("M-9-6h18v12h-18z", C.tomato), [
          [92, 112, 1, -20],
          [138, 104, 1, 14],
          [60, 134, 1, 40],
          [106, 140, 1, 10],
          [182, 124, 0.9, -20],
        ]),
    ),
  "sweet-feteera": () =>
    d.feteer({
      top:
        ell(128, 138, 100, 50, C.white).replace('fill="#FFFFFF"', 'fill="#fff" opacity=".55"') +
        line("M52 138q24-24 50 0t50 0t46-2", "#6B3A1C", 6) +
        d.bits(14, 3, 128, 134, 70, 28, (i) => at(0, 0, 0.18, i % 2 ? f.almond() : f.pistachio())),
    }),
  "banana-chocolate-feteera": () =>
    d.feteer({
      top:
        several(
          ell(0, 0, 19, 13, C.straw) +
            ell(0, 0, 16, 10.5, "#FBF0C4") +
            ell(0, 0, 4, 2.6, "#D9B95A"),
          [
            [78, 128],
            [122, 114],
            [166, 124],
            [100, 152],
            [146, 154],
            [190, 142],
            [62, 148],
          ],
        ) + line("M44 124q24 24 48-2t48 2t48 0t28 2M52 160q24 14 48-4t48 2t44-4", C.cocoa, 6),
    }),
  "garlic-bread": () =>
    d.board(
      several(
        ell(0, 5, 48, 30, "#A8682B") +
          ell(0, 0, 48, 30, "#DDA04C", "l") +
          ell(0, -1, 41, 24, "#F8E2A4", "l") +
          d.parsley(16, 3, 0, 0, 34, 18) +
          d.bits(8, 5, 0, 0, 30, 15, () => ell(0, 0, 2.6, 2, C.paper)),
        [
          [70, 152, 1, -8],
          [146, 138, 1, 6],
          [120, 178, 1, 0],
          [196, 168, 0.9, 10],
        ],
      ) + at(214, 120, 0.44, f.garlic()),
    ),
  "mozzarella-sticks": () =>
    d.takeaway(
      several(
        rect(-13, -60, 26, 110, 11, "#C9822E", "k") +
          d.bits(26, 4, 0, -6, 10, 48, (i) => ell(0, 0, 2.6, 2, i % 2 ? "#E9B566" : "#9C5A1E")),
        [
          [70, 112, 1, -20],
          [98, 100, 1, -8],
          [126, 96, 1, 2],
          [156, 100, 1, 10],
          [186, 112, 1, 20],
        ],
      ) + lit("M142 52q14-14 30 2l-4 34q-6 24-14 0q-10 4-12-36z", "#FBEFC4"),
      "#E9DCC3",
      at(128, 188, 0.3, at(-128, -128, 1, ell(128, 128, 90, 50, C.tomato, "l"))),
    ),
  "loaded-wedges": () =>
    d.takeaway(
      several(
        // Its skin behind, one cut side pale and one in the light.
        lit("M-15 46L-20-30Q-8-58 4-62Q18-50 20-24L15 46z", "#A8672C", "l") +
          fill("M-13 46L-15-26Q-6-50 3-56L1 46z", "#F7D98C") +
          fill("M1 46L3-56Q14-46 15-22L12 46z", "#E9BC5E"),
        [
          [76, 108, 0.98, -24],
          [180, 108, 0.98, 24],
          [104, 92, 1.04, -12],
          [154, 92, 1.04, 12],
          [128, 84, 1.1, 0],
          [90, 122, 0.94, -8],
          [168, 122, 0.94, 8],
          [128, 118, 1, 3],
        ],
      ) +
        lit(
          "M60 100Q78 74 100 88Q112 62 134 80Q156 64 168 86Q192 78 198 104Q194 118 188 106Q182 96 176 104Q174 134 164 124Q160 104 150 108Q146 126 138 116Q132 104 122 110Q116 140 106 126Q102 106 92 108Q84 122 78 112Q68 108 60 100z",
          "#F6B93A",
          "l",
        ) +
        d.bits(12, 5, 128, 92, 56, 10, (i) =>
          i % 2 ? rect(-5, -4, 10, 8, 2, "#9C3B26") : ell(0, 0, 6, 4, C.leaf),
        ),
      C.slate,
    ),
  "greek-salad": () =>
    d.bowl(d.bits(30, 3, 128, 124, 90, 32, saladBit), {
      color: C.sky,
      soup: C.leaf,
      heap:
        d.bits(34, 6, 128, 106, 78, 22, saladBit) +
        several(d.cheeseCube(), [
          [96, 92],
          [136, 80],
          [166, 96],
          [122, 106],
        ]) +
        several(ell(0, 0, 11, 9, C.ink, "s"), [
          [76, 104],
          [152, 108],
          [186, 108],
          [112, 80],
        ]),
    }),
  "penne-arrabbiata": () =>
    d.plate(
      ell(128, 148, 84, 42, "#B32E1E", "l") +
        d.bits(44, 3, 128, 142, 76, 36, () => d.pasta("penne", "#F0A24C").replaceAll("9.", "9.")) +
        d.sauce(128, 128, 36, 15) +
        at(150, 122, 0.5, f.chilli(), -20) +
        d.parsley(12, 4, 128, 134, 50, 20),
    ),
  "cola-can": () => can({ color: C.red, say: "كولا", stripe: C.white, size: 44 }),
};

const tin = (things, c = C.tomato) =>
  shadow(128, 214, 118, 16) +
  rect(16, 104, 224, 108, 14, dark(c, 0.25)) +
  rect(16, 94, 224, 108, 14, c, "l") +
  rect(28, 104, 200, 88, 8, C.paper) +
  things;

export const aishBadri = {
  "baladi-bread": () =>
    shadow(128, 220, 100, 15) +
    several(d.baladi(), [
      [128, 186, 1.18, 2],
      [124, 146, 1.18, -5],
      [132, 104, 1.18, 4],
    ]),
  "fino-rolls": () =>
    shadow(128, 220, 112, 15) +
    several(d.fino(), [
      [128, 92, 1.16, -6],
      [124, 132, 1.24, 4],
      [132, 172, 1.28, -4],
    ]),
  "french-baguette": () =>
    shadow(128, 214, 96, 12) +
    several(d.baguette(), [
      [112, 118, 1.06, -34],
      [146, 150, 1.06, -34],
    ]),
  "brown-toast": () =>
    d.loaf(
      "#8A5528",
      "#C99B63",
      d.bits(20, 6, 176, 70, 34, 12, () => ell(0, 0, 3, 1.6, C.sand)),
    ),
  "milk-toast": () => d.loaf("#D9A052", "#FFF6E2"),
  "shami-bread": () =>
    shadow(128, 214, 96, 13) +
    several(d.shami(), [
      [128, 190, 1.16],
      [126, 172, 1.16, 2],
      [130, 154, 1.16, -2],
      [127, 136, 1.16, 2],
      [128, 116, 1.16, -1],
    ]),
  "seed-sourdough": () =>
    shadow(128, 214, 108, 15) +
    lit(
      "M20 160C14 100 70 68 128 68C186 68 242 100 236 160C230 204 180 212 128 212C76 212 26 204 20 160z",
      "#A9662B",
      "s",
    ) +
    [
      [70, 100],
      [112, 86],
      [154, 88],
    ]
      .map(([x, y]) =>
        fill(
          `M${x} ${y + 60}Q${x + 4} ${y + 10} ${x + 44} ${y}Q${x + 34} ${y + 40} ${x} ${y + 60}z`,
          "#F0DDB4",
        ),
      )
      .join("") +
    d.bits(70, 7, 128, 142, 92, 54, (i) => at(0, 0, 0.16, f.seed(i % 2 ? C.slate : C.sand))),
  "oat-rusks": () =>
    shadow(128, 220, 96, 14) +
    several(
      rect(-66, -16, 132, 32, 14, "#CE9A52", "v") +
        d.bits(22, 3, 0, 0, 58, 10, (i) => ell(0, 0, 4, 2.2, i % 2 ? C.cream : "#A8712F")),
      [
        [92, 190, 0.96],
        [166, 190, 0.96],
        [128, 164, 0.98, 3],
        [88, 136, 0.96, -3],
        [170, 134, 0.96, 2],
        [128, 106, 0.96, -4],
      ],
    ),
  "butter-croissant": () => d.croissant(),
  "cheese-croissant": () =>
    d.croissant({
      color: "#DFA14A",
      top:
        lit(
          "M84 96Q128 66 172 96Q180 126 168 134Q160 118 152 132Q144 152 136 130Q126 118 118 134Q108 148 100 128Q84 128 84 96z",
          "#F9DC7C",
          "l",
        ) + d.bits(22, 4, 128, 104, 36, 14, () => ell(0, 0, 2.4, 1.8, C.paper)),
    }),
  "chocolate-croissant": () =>
    d.croissant({
      color: "#C47C34",
      top:
        line("M52 128q20-30 40 0M92 110q18-34 36 0t36 0M164 112q22-24 40 14", C.cocoa, 8) +
        ell(32, 186, 11, 9, C.cocoa) +
        ell(224, 186, 11, 9, C.cocoa),
    }),
  simit: () => shadow(128, 214, 104, 14) + d.simit(),
  "spinach-fatayer": () =>
    shadow(128, 206, 108, 14) +
    several(
      lit("M0-52L62 40Q0 56-62 40z", "#DDA04A", "s") +
        line("M0-50L0 12L60 40M0 12L-60 40", "#B5722A", 5) +
        ell(0, 14, 14, 8, C.forest) +
        d.bits(6, 3, 0, 14, 10, 5, () => ell(0, 0, 3, 2, C.leaf)),
      [
        [82, 120, 0.86, -6],
        [176, 118, 0.86, 8],
        [128, 162, 1, 0],
      ],
    ),
  "cheese-pate": () =>
    shadow(128, 212, 108, 14) +
    several(d.pastry() + d.bits(14, 4, 0, -18, 40, 10, () => ell(0, 0, 2.2, 1.6, C.cream)), [
      [84, 128, 0.86, -8],
      [172, 124, 0.86, 8],
      [128, 172, 1.1, 0],
    ]),
  "mini-pancakes": () =>
    d.plate(
      [0, 1, 2, 3, 4]
        .map(
          (i) =>
            ell(128 + (i % 2 ? 3 : -3), 164 - i * 15, 66, 26, "#B5712B") +
            ell(128 + (i % 2 ? 3 : -3), 160 - i * 15, 66, 26, "#E5AE5B", "l"),
        )
        .join("") +
        lit(
          "M72 98C84 78 172 78 184 98C186 112 178 112 174 104C170 140 160 140 160 110C140 120 120 116 108 110C106 136 96 134 94 108C84 116 72 112 72 98z",
          C.rust,
          "l",
        ) +
        lit("M112 84l20-9l18 8l-20 10z", C.straw),
    ),
  "glazed-donut": () => d.doughnut("#F6E3C4"),
  "vanilla-muffin": () =>
    shadow(128, 226, 70, 12) +
    at(
      128,
      134,
      1.6,
      d.cupcake({ paper: C.brown }) +
        d.bits(10, 3, 0, -14, 34, 18, () => ell(0, 0, 2.2, 1.6, C.cream)),
    ),
  "turkey-club-sandwich": () =>
    d.club(["#E4B873", C.leaf, "#F0B8A4", C.tomato, "#E4B873", "#F8D766", "#F0B8A4"]),
  kahk: () =>
    shadow(128, 216, 110, 14) +
    several(d.kahk(), [
      [74, 168, 1],
      [182, 168, 1],
      [128, 180, 1.06],
      [100, 128, 1],
      [158, 126, 1],
      [128, 90, 0.98],
    ]),
  ghorayeba: () =>
    shadow(128, 216, 108, 14) +
    several(
      ell(0, 4, 44, 34, "#D9C08E") +
        ell(0, 0, 44, 34, "#F8E9C6", "s") +
        line("M-30 12Q0 22 30 12", "#E2CC9C", 3) +
        at(0, -16, 0.32, f.pistachio(), -8),
      [
        [76, 166, 1],
        [180, 166, 1],
        [128, 184, 1.04],
        [102, 122, 1],
        [156, 122, 1],
      ],
    ),
  "petit-four": () =>
    tin(
      several(ell(0, 0, 34, 27, "#E9C48A", "l") + ball(0, 0, 12, C.red), [
        [66, 128],
        [190, 168],
      ]) +
        several(ell(0, 0, 34, 27, C.cocoa, "l") + line("M-22-4q22 16 44 0", C.cream, 4), [
          [128, 126],
          [66, 168],
        ]) +
        several(
          fill("M-32 18Q-24-26 0-24Q24-26 32 18Q0 30-32 18z", "#F2D39A") +
            line("M-20 12Q-12-12 0-14M20 12Q12-12 0-14M0 18V-14", "#CFA25A", 3) +
            ball(0, -18, 7, C.leaf),
          [
            [190, 128],
            [128, 168],
          ],
        ),
      C.violet,
    ),
  "date-biscuits": () =>
    shadow(128, 214, 110, 14) +
    several(
      rect(-50, -20, 100, 40, 18, "#D9A558", "v") +
        ell(-50, 0, 9, 17, "#EAC88E") +
        ell(-50, 0, 6, 11, "#5A2C16") +
        line("M-30-18q6 18 0 36M-6-20q6 20 0 40M18-20q6 20 0 40M38-17q5 17 0 34", "#B07A35", 3),
      [
        [84, 124, 0.96, -8],
        [176, 128, 0.96, 6],
        [90, 176, 0.96, 4],
        [180, 180, 0.96, -4],
      ],
    ),
  "oat-and-date-cookies": () =>
    shadow(128, 214, 108, 14) +
    several(
      d.cookie("#B98245", null) +
        d.bits(26, 3, 0, 0, 34, 28, (i) =>
          i % 3 ? ell(0, 0, 5, 2.6, C.cream) : ell(0, 0, 5.5, 4, "#4E2413"),
        ),
      [
        [84, 120, 1.08],
        [174, 126, 1.08],
        [124, 172, 1.14],
      ],
    ),
};

export const khanWarda = {
  "kunafa-with-cream": () =>
    d.plate(
      at(128, 132, 0.92, d.kunafa()) +
        lit("M128 132L214 148Q204 186 158 186z", "#FFF7E4") +
        noodles2(176, 144) +
        d.bits(18, 3, 110, 120, 44, 14, () => ell(0, 0, 4, 2.6, "#86A83A")),
      { color: C.steel },
    ),
  "mango-kunafa": () =>
    d.plate(
      at(128, 136, 0.92, d.kunafa()) +
        ell(128, 132, 70, 32, C.white, "s") +
        d.bits(16, 4, 128, 122, 52, 20, () => d.cheeseCube("#F6A92E").replace(/^/, "")),
      { color: C.steel },
    ),
  basbousa: () =>
    shadow(128, 214, 118, 16) +
    ell(128, 156, 118, 62, C.steel, "m") +
    ell(128, 148, 106, 52, "#D08A32", "l") +
    within(
      ellPath(128, 148, 106, 52),
      line(
        "M30 100L190 220M80 80L240 190M-10 130L130 230M226 100L66 220M176 80L16 190M266 130L126 230",
        "#A8642008".slice(0, 7),
        3.5,
      ),
    ) +
    several(at(0, 0, 0.32, f.almond("#F3DDB4")), [
      [128, 148],
      [82, 138],
      [174, 138],
      [104, 168],
      [154, 168],
      [128, 118],
      [58, 152],
      [198, 154],
    ]),
  baklava: () =>
    shadow(128, 214, 110, 14) +
    several(
      d.diamond(
        "#D9973E",
        ell(0, -2, 13, 7, "#86A83A") +
          d.bits(6, 3, 0, -2, 10, 5, () => ell(0, 0, 2.6, 2, "#5F7F24")),
      ),
      [
        [78, 118, 0.9],
        [178, 116, 0.9],
        [128, 144, 0.96],
        [72, 172, 0.9],
        [184, 172, 0.9],
      ],
    ),
  qatayef: () =>
    shadow(128, 212, 112, 14) +
    several(
      lit("M-56 20A56 52 0 0 1 56 20Q0 34-56 20z", "#D8953F", "s") +
        line("M-52 18Q0 30 52 18", "#F6DDA2", 6) +
        d.bits(12, 4, 0, -4, 36, 16, () => ell(0, 0, 2.6, 1.8, "#B06A24")),
      [
        [78, 132, 1, -8],
        [178, 128, 1, 8],
        [128, 180, 1.16, 0],
      ],
    ) +
    d.bits(10, 7, 128, 190, 50, 6, () => ell(0, 0, 4, 2.4, "#86A83A")),
  zalabia: () =>
    d.bowl("", {
      color: C.paper,
      band: C.saffron,
      y: 140,
      heap:
        several(ball(0, 0, 27, "#CF8A34"), [
          [62, 128],
          [112, 134],
          [160, 134],
          [202, 126],
          [86, 98],
          [136, 98],
          [182, 96],
          [110, 66],
          [158, 66],
          [134, 40],
        ]) +
        line("M100 52q20 30 50 8M70 110q30 20 60 0t60 0", "#F3C764", 6) +
        d.bits(20, 3, 132, 84, 56, 40, () => ell(0, 0, 2.4, 1.8, C.white)),
    }),
  "malban-with-nuts": () =>
    shadow(128, 214, 108, 14) +
    several(
      d.square(
        "#D8607A",
        d.bits(12, 3, 0, 0, 36, 16, () => ell(0, 0, 2.6, 1.8, C.white)) +
          ell(-22, 26, 8, 6, C.sand) +
          ell(24, 26, 8, 6, "#86A83A"),
      ),
      [
        [84, 150, 0.84],
        [176, 152, 0.84],
      ],
    ) +
    at(
      128,
      96,
      0.84,
      d.square(
        "#E9A63C",
        d.bits(12, 5, 0, 0, 36, 16, () => ell(0, 0, 2.6, 1.8, C.white)) +
          ell(-22, 26, 8, 6, C.brown) +
          ell(24, 26, 8, 6, C.sand),
      ),
    ),
  "sesame-and-nut-brittle": () =>
    shadow(128, 214, 110, 14) +
    [
      ["#E9C67C", () => ell(0, 0, 4, 2.4, C.cream), 80, 118],
      ["#B9692A", () => at(0, 0, 0.24, f.peanut()), 176, 122],
      ["#C98436", () => ball(0, 0, 8, "#E5BE79"), 128, 170],
    ]
      .map(([c, t, x, y]) =>
        at(
          x,
          y,
          1,
          fill("M-58 4L0-30L58 4L0 38z", c) +
            fill("M-58 4L0 38v12L-58 16z", dark(c, 0.2)) +
            fill("M58 4L0 38v12L58 16z", dark(c, 0.32)) +
            d.bits(24, 3, 0, 4, 36, 20, t),
        ),
      )
      .join(""),
  "oriental-mix": () =>
    tin(
      several(d.diamond("#D9973E"), [
        [64, 128, 0.52],
        [64, 166, 0.52],
      ]) +
        several(d.square("#E0A048", at(0, 0, 0.3, f.almond("#F3DDB4"))), [
          [124, 122, 0.5],
          [124, 160, 0.5],
        ]) +
        several(
          at(
            0,
            0,
            0.6,
            ell(0, 0, 46, 32, "#C9822E", "l") +
              at(-128, -128, 1, noodles(128, 128)) +
              ball(0, -6, 14, "#86A83A"),
          ),
          [
            [190, 126],
            [190, 168],
          ],
        ),
      C.green,
    ),
  "chocolate-birthday-cake": () =>
    d.wholeCake(
      "#6B3A20",
      "#3E2114",
      several(
        rect(-4, -40, 8, 40, 2, C.paper, "k") +
          line("M-4-30l8-6M-4-18l8-6M-4-6l8-6", C.tomato, 3) +
          fill("M0-58Q-8-48 0-40Q8-48 0-58z", C.saffron),
        [
          [92, 104],
          [128, 96],
          [164, 104],
        ],
      ) +
        d.bits(22, 3, 128, 112, 66, 18, (i) =>
          rect(-4, -1.4, 8, 2.8, 1.4, [C.rose, C.straw, C.sky, C.white][i % 4]),
        ),
    ),
  "strawberry-gateau": () =>
    d.cakeSlice(
      ["#F2D9A0", C.pink, "#F2D9A0", C.white],
      at(106, 66, 0.6, f.strawberry(), -14) +
        at(160, 66, 0.56, f.strawberry(), 12) +
        at(74, 92, 0.4, f.strawberryHalf()),
      C.white,
    ),
  "chocolate-gateau": () =>
    d.cakeSlice(
      ["#4C2B1B", "#8A5A3A", "#4C2B1B", "#8A5A3A"],
      at(130, 80, 1, ball(0, -10, 15, C.red) + line("M2-22q4-16 14-20", C.forest, 3)) +
        line("M60 108q30-8 60 4", "#8A5A3A", 4),
      "#3E2114",
    ),
  "cheesecake-slice": () =>
    d.cakeSlice(
      ["#B5783A", "#FBEBC0", "#FBEBC0"],
      lit(
        "M40 116Q60 96 140 84Q200 84 218 92L190 132Q180 162 170 136Q150 128 140 142Q128 160 116 132Q96 124 90 140Q76 148 70 126Q44 128 40 116z",
        "#7A1F4B",
        "l",
      ) +
        several(ball(0, 0, 9, "#4A2A78"), [
          [120, 98],
          [150, 94],
          [136, 110],
        ]),
      "#FBEBC0",
    ),
  "cupcake-box": () =>
    shadow(128, 224, 112, 14) +
    several(d.cupcake({ paper: C.rose, cream: C.pink, top: ball(0, -46, 8, C.red) }), [
      [58, 108, 0.72],
      [198, 108, 0.72],
    ]) +
    at(128, 102, 0.74, d.cupcake({ paper: C.cocoa, cream: "#8A5A3A" })) +
    several(d.cupcake({ paper: C.teal, cream: C.mint }), [[92, 134, 0.78]]) +
    at(166, 134, 0.78, d.cupcake({ paper: C.saffron, cream: C.cream })) +
    lit("M22 142h212v70q0 8-8 8H30q-8 0-8-8z", "#FBEFE2") +
    rect(22, 142, 212, 12, 0, C.rose) +
    word("كب كيك", 128, 188, 120, 34, C.wine),
  "chocolate-fondant": () =>
    d.plate(
      lit("M80 100Q128 82 176 100L184 152Q128 178 72 152z", "#4C2B1B", "k") +
        ell(128, 100, 48, 15, "#6B3A20", "l") +
        fill(
          "M120 106L150 104L166 166Q190 180 168 188Q120 196 108 178Q112 150 120 106z",
          "#2B140B",
        ) +
        fill("M126 110L142 109L154 166Q140 180 122 172z", "#6B3314") +
        d.bits(26, 3, 128, 98, 38, 9, () => ell(0, 0, 2.2, 1.6, C.white)) +
        at(196, 128, 0.44, f.strawberry(), 20),
    ),
  "carrot-cake": () =>
    d.cakeSlice(
      ["#B5713A", C.cream, "#B5713A", C.cream],
      at(120, 88, 0.5, f.carrot(), -20) + at(168, 92, 0.42, f.walnut()),
      C.cream,
    ),
  mohalabia: () =>
    d.dessert(
      C.white,
      d.bits(22, 3, 128, 84, 40, 9, (i) => ell(0, 0, 5, 3, ["#86A83A", "#6F9030"][i % 2])) +
        at(146, 78, 0.3, f.rose(), 0),
      { layer: C.pink },
    ),
  "om-ali": () =>
    shadow(128, 214, 106, 15) +
    lit("M26 112h204l-16 84q-3 14-20 14H62q-17 0-20-14z", "#A8562E", "k") +
    line(
      "M52 130l8 70M92 134l4 72M128 134v74M164 134l-4 72M204 130l-8 70",
      dark("#A8562E", 0.25),
      4,
    ) +
    ell(128, 112, 102, 34, pale("#A8562E", 0.2)) +
    ell(128, 112, 92, 28, "#F2D39A", "l") +
    d.bits(
      30,
      3,
      128,
      108,
      80,
      22,
      (i) =>
        [
          lit("M-16 6L-8-10L14-6L12 8z", "#D08B36"),
          at(0, 0, 0.26, f.almond()),
          ell(0, 0, 6, 4, "#5E2C14"),
          at(0, 0, 0.22, f.pistachio()),
        ][i % 4],
    ),
  "mango-rice-pudding": () =>
    d.dessert(
      "#FBF3E2",
      several(d.cheeseCube("#F6A92E"), [
        [106, 74, 0.9],
        [140, 66, 0.9],
        [156, 84, 0.8],
        [122, 88, 0.8],
      ]),
      { layer: "#F6B63E" },
    ),
  "oven-rice-pudding": () =>
    shadow(128, 214, 96, 14) +
    lit("M36 116h184q-6 92-60 96H96Q42 208 36 116z", "#B0623A", "k") +
    ell(128, 116, 92, 32, pale("#B0623A", 0.2)) +
    ell(128, 117, 82, 26, "#F6DFA8", "l") +
    scatter(14, 4, 128, 114, 60, 16, (x, y) =>
      ell(x, y, 16, 6, "#A8602470".slice(0, 7), undefined),
    ) +
    at(96, 112, 0.36, f.hazelnut()) +
    at(150, 110, 0.36, f.hazelnut()) +
    at(124, 122, 0.36, f.hazelnut()),
  belila: () =>
    d.bowl(
      ell(128, 126, 100, 38, C.white, "l") +
        d.bits(70, 3, 128, 126, 88, 30, (i) =>
          at(0, 0, 0.16, f.bean(["#D9B06A", "#C4924A"][i % 2])),
        ) +
        several(at(0, 0, 0.3, f.almond()), [
          [110, 116],
          [148, 122],
          [128, 134],
        ]) +
        d.bits(10, 5, 128, 124, 50, 16, () => ell(0, 0, 5, 3.4, "#5E2C14")),
      { color: C.sky },
    ),
  "arabic-ice-cream": () =>
    d.dessert(
      C.ice,
      several(
        ball(0, 0, 32, "#FBF5E6") +
          d.bits(10, 3, 0, -6, 22, 16, () => ell(0, 0, 3.4, 2.4, "#86A83A")),
        [
          [98, 74],
          [158, 74],
          [128, 48],
        ],
      ),
      { layer: C.pink },
    ),
};
function noodles2(x, y) {
  return line(`M${x - 30} ${y}q16-8 34 2t34 4`, "#D98A2B", 5);
}
function noodles(x, y) {
  return d.noodles(x, y, 38, 24, 4, "#D98A2B", 22);
}

export const dellShagara = {
  "mango-juice": () => d.juice("#F7A823", { rim: at(184, 66, 0.62, f.mango(), 12) }),
  "sugar-cane-juice": () =>
    d.juice("#B9C46A", {
      foam: C.cream,
      rim: several(
        rect(-9, -84, 18, 168, 4, "#7FA04A", "k") +
          line("M-9-40h18M-9 4h18M-9 48h18", "#4F7030", 4) +
          ell(0, -84, 9, 4, C.cream),
        [
          [196, 146, 1, 8],
          [216, 158, 0.9, 16],
        ],
      ),
    }),
  "strawberry-juice": () =>
    d.juice("#E5475A", { rim: at(182, 60, 0.62, f.strawberry(), 14), strawColor: C.white }),
  "orange-juice": () => d.juice("#F68B1F", { rim: at(184, 62, 0.66, f.citrusHalf()) }),
  "guava-juice": () =>
    d.juice("#F3DCC0", { rim: at(184, 64, 0.6, f.guavaHalf()), strawColor: C.green }),
  "lemon-and-mint": () =>
    d.juice("#C6DA6A", {
      ice: true,
      inside: several(f.leaf(C.green, 28, 12), [
        [90, 130, 1, 30],
        [140, 170, 1, -40],
        [110, 200, 1, 10],
      ]),
      rim:
        at(184, 62, 0.62, f.citrusHalf(C.straw, "#F4EE9A")) +
        several(f.leaf(C.green, 34, 14), [
          [96, 62, 1, -140],
          [96, 62, 1, -80],
          [96, 62, 1, -40],
        ]),
      strawColor: C.green,
    }),
  "watermelon-juice": () =>
    d.juice("#EC4A4F", {
      inside: d.bits(12, 3, 128, 150, 40, 60, () => ell(0, 0, 3, 4.4, C.ink)),
      rim: at(186, 62, 0.62, f.melonSlice(), 20),
      strawColor: C.green,
    }),
  "pomegranate-juice": () =>
    d.juice("#9C1232", {
      rim:
        at(
          188,
          200,
          0.62,
          lit(
            "M-10-46L-14-60L-4-52L0-62L4-52L14-60L10-46C50-38 54 44 0 46C-54 44-50-38-10-46z",
            "#B7263A",
            "s",
          ),
        ) + d.bits(12, 4, 70, 226, 26, 8, () => ball(0, 0, 6, "#C2183A")),
      strawColor: C.straw,
    }),
  "carrot-and-orange": () =>
    d.juice("#F0701B", {
      layers: [
        [78, "#F0701B"],
        [150, "#F79A2C"],
      ],
      rim: at(188, 190, 0.66, f.carrot(), -62) + at(184, 60, 0.52, f.citrusHalf()),
      strawColor: C.leaf,
    }),
  "banana-with-milk": () =>
    d.juice("#FBEDBE", {
      rim: at(194, 78, 0.72, f.banana(), 40),
      foam: C.white,
      strawColor: C.saffron,
    }),
  "avocado-with-honey": () =>
    d.juice("#B9C965", {
      inside: line("M84 92q10 60-4 120M120 90q-10 60 6 130M160 92q8 50-6 110", "#E0A22B", 7),
      rim: at(190, 74, 0.62, f.avocadoHalf(), 16),
      strawColor: C.brown,
    }),
  fakhfakhina: () =>
    d.juice("#F4B23A", {
      straw: false,
      layers: [
        [78, "#E94B4F"],
        [130, "#F6A92E"],
        [180, "#8DBB45"],
      ],
      inside: d.bits(
        26,
        3,
        128,
        160,
        44,
        66,
        (i) =>
          [
            at(0, 0, 0.26, f.strawberryHalf()),
            at(0, 0, 0.24, f.kiwiHalf()),
            d.cheeseCube("#F6A92E"),
            ell(0, 0, 11, 8, "#FBF0C4"),
          ][i % 4],
      ),
      top:
        ball(128, 58, 30, C.white) +
        ball(162, 64, 24, C.pink) +
        ball(96, 64, 24, "#F8D766") +
        ball(128, 28, 11, C.red) +
        line("M150 60L186 8", C.steel, 6),
    }),
  "tree-shade-cocktail": () =>
    d.juice("#F6B63E", {
      layers: [
        [78, "#E5475A"],
        [120, "#F7A823"],
        [176, "#F6EBD0"],
      ],
      rim:
        at(180, 54, 0.6, f.coconutHalf(), 10) +
        line("M92 88L70 8", C.wood, 4) +
        lit("M34 26Q66-14 106 16Q86 8 70 18Q52 14 34 26z", C.teal),
    }),
  "red-grape-juice": () =>
    d.juice("#6A1E52", { rim: at(194, 92, 0.74, f.grapes("#7B2A5E"), 8), strawColor: C.lilac }),
  "kiwi-and-apple": () =>
    d.juice("#9CC54A", {
      inside: d.bits(22, 3, 128, 150, 44, 60, () => ell(0, 0, 2.2, 3, C.ink)),
      rim: at(184, 60, 0.58, f.kiwiHalf()) + at(196, 206, 0.5, f.apple(C.lime)),
      strawColor: C.green,
    }),
  karkadeh: () =>
    d.juice("#8E1030", { ice: true, straw: false, rim: at(190, 186, 0.72, f.hibiscus()) }),
  tamarind: () =>
    d.juice("#7A3F1C", {
      ice: true,
      straw: false,
      rim: several(
        line("M-44 8Q-20-18 0 0T44-6", "#6B3F22", 20) +
          line("M-44 6Q-20-20 0-2T44-8", "#8E5A34", 14),
        [
          [196, 192, 0.8, -50],
          [212, 214, 0.66, -20],
        ],
      ),
    }),
  sobia: () =>
    d.juice("#FBF7EC", {
      ice: true,
      straw: false,
      top: d.bits(16, 3, 128, 76, 44, 8, () => ell(0, 0, 2.6, 1.6, "#B5713A")),
      rim: at(196, 196, 0.62, f.coconutHalf()),
    }),
  kharoub: () =>
    d.juice("#4A2413", {
      straw: false,
      foam: "#B98A5A",
      rim: several(
        lit("M-58-10Q-20 14 58-14Q62 4 50 8Q0 30-54 8z", "#4E2A16", "v") +
          several(ell(0, 0, 6, 4, "#6E4426"), [
            [-30, 4],
            [-6, 8],
            [18, 4],
            [38, -2],
          ]),
        [
          [192, 186, 0.8, -56],
          [206, 210, 0.8, -30],
        ],
      ),
    }),
  "chocolate-milkshake": () =>
    `${d.juice("#9A6A4A", {
      inside: line("M84 80q6 50-4 90M112 78q-6 70 4 130M150 78q8 60-4 110", C.cocoa, 8),
      top:
        lit(
          "M72 70C66 44 96 40 104 30C112 14 144 14 152 30C164 40 192 44 184 70Q128 88 72 70z",
          C.white,
          "s",
        ) +
        line("M84 58q40 16 86 0M104 40q26 12 50 0", C.cream, 4) +
        line("M96 52q30-24 66 2", C.cocoa, 6) +
        ball(128, 18, 12, C.red),
      straw: false,
    })}`,
  "peach-iced-tea": () =>
    d.juice("#C7762A", {
      ice: true,
      inside: several(lit("M-20 6Q0-22 20 6Q0 14-20 6z", "#F7B068"), [
        [96, 140],
        [146, 170, 1, 40],
        [116, 206, 1, -20],
      ]),
      rim: at(186, 62, 0.6, f.peach()),
    }),
};

const rosetta =
  fill(
    "M0 14C-34 8-30-6-18-4C-26-14-8-14-6-6Q-4-14 0-15Q4-14 6-6C8-14 26-14 18-4C30-6 34 8 0 14z",
    C.cream,
  ) + line("M0 12V-12", "#A86A35", 2);
const beanArt = several(at(0, 0, 0.5, f.coffeeBean("#6B3A1E")), [
  [-22, 8, 1, -20],
  [22, 8, 1, 20],
  [0, -16, 1, 80],
]);

export const tahmisa = {
  "turkish-coffee": () =>
    d.cup("#5B3419", {
      small: true,
      color: C.paper,
      band: C.tomato,
      top:
        ell(0, 0, 60, 14, "#7A4B25") +
        d.bits(16, 3, 0, 0, 50, 11, () => ell(0, 0, 4, 2, "#A87A4A")),
    }) + at(58, 96, 1, ""),
  espresso: () =>
    d.cup("#A8672B", { small: true, color: C.cocoa, top: ell(8, 2, 40, 8, "#C98A45") }),
  cappuccino: () =>
    d.cup("#C38A52", {
      top:
        ell(0, 0, 56, 14, C.cream) +
        at(
          0,
          0,
          1,
          fill("M0 12C-26 2-22-12-10-11Q-2-11 0-4Q2-11 10-11C22-12 26 2 0 12z", "#A86A35"),
        ) +
        d.bits(14, 3, 0, 0, 50, 12, () => ell(0, 0, 2, 1.4, "#8A5228")),
      color: C.sky,
    }),
  "flat-white": () => d.cup("#B67B45", { top: rosetta, color: C.slate }),
  "caramel-latte": () =>
    d.mug("#C9925A", {
      layer: C.cream,
      foam: C.cream,
      top:
        line("M74 74q14-8 26 0t26 0t26-2", "#B4611A", 5) +
        lit("M70 70C70 50 98 52 118 44C138 52 168 52 166 70Q118 86 70 70z", C.white, "s") +
        line("M78 66q20-14 40 0t40-2", "#C4701E", 6),
    }),
  "hazelnut-coffee": () =>
    d.cup("#8A5228", { color: "#E9CFA6", band: C.brown, top: ell(0, 0, 50, 12, "#B67B45") }) +
    at(212, 210, 0.42, f.hazelnut()) +
    at(186, 224, 0.34, f.hazelnut()),
  "tea-with-milk": () =>
    d.teaGlass("#D2A06A", { layer: "#C48B52" }) +
    fill("M176 226l14-24l26 8l-6 20z", C.white) +
    fill("M176 226l34 4v10l-32-4z", C.sand),
  "hot-chocolate": () =>
    d.mug("#5E3018", {
      color: C.tomato,
      foam: "#5E3018",
      top: several(rect(-10, -8, 20, 16, 5, C.white, "l"), [
        [94, 70, 1, 10],
        [120, 66, 1, -14],
        [144, 72, 1, 20],
        [112, 80, 0.9, 0],
      ]),
    }),
  "anise-infusion": () =>
    d.teaGlass("#E2C25A", {
      inside: d.bits(30, 3, 128, 210, 36, 14, () => ell(0, 0, 4, 2, "#7C8B2E")),
    }) +
    at(
      196,
      214,
      0.5,
      Array.from({ length: 8 }, (_, i) =>
        at(0, 0, 1, lit("M0 0Q-8-24 0-42Q8-24 0 0z", "#8E5A2C"), i * 45),
      ).join("") + ball(0, 0, 7, C.brown),
    ),
  sahlab: () =>
    d.mug(C.white, {
      foam: "#FBF5E6",
      top: d.bits(
        20,
        3,
        118,
        74,
        44,
        9,
        (i) =>
          [
            ell(0, 0, 5, 3, "#86A83A"),
            ell(0, 0, 3, 2, "#A86A35"),
            ell(0, 0, 5, 2.6, C.paper),
            at(0, 0, 0.18, f.almond()),
          ][i % 4],
      ),
    }) + line("M186 44L214 26", "#A86A35", 9),
  "iced-latte": () =>
    d.juice("#C79463", {
      ice: true,
      layers: [
        [78, "#8A5228"],
        [118, "#C79463"],
        [172, C.cream],
      ],
      strawColor: C.forest,
    }),
  "cold-brew": () =>
    d.juice("#2E1A10", {
      ice: true,
      straw: false,
      inside: several(rect(-18, -18, 36, 36, 6, C.brown, "l"), [
        [104, 120, 1, 14],
        [150, 150, 1, -18],
        [112, 180, 1, 24],
      ]),
    }) +
    several(at(0, 0, 0.34, f.coffeeBean()), [
      [188, 226, 1, 20],
      [206, 214, 1, -30],
      [58, 230, 1, 10],
    ]),
  "mocha-frappe": () =>
    d.juice("#A8764A", {
      inside: line("M82 90q12 50 0 110M174 90q-12 50-2 100", C.cocoa, 9),
      top:
        lit("M70 70C58 36 84 12 128 10C172 12 198 36 186 70z", C.ice).replace(
          'fill="#DDF0F8"',
          'fill="#DDF0F8" opacity=".75"',
        ) +
        lit("M80 70C76 48 100 46 108 34C114 22 142 22 148 34C156 46 180 48 176 70z", C.white, "s") +
        line("M92 58q20-16 36 0t36-2", C.cocoa, 5),
      strawColor: C.forest,
    }),
  "iced-matcha": () =>
    d.juice("#8FB24A", {
      ice: true,
      layers: [
        [78, "#6E9A36"],
        [124, "#A9C66E"],
        [176, C.cream],
      ],
      strawColor: C.wood,
    }),
  "house-blend": () => ({ bag: { color: "#2F4A3B", say: "بن", art: beanArt, foot: C.saffron } }),
  "cardamom-blend": () => ({
    bag: {
      color: "#7C8B2E",
      say: "محوّج",
      wide: true,
      inside:
        several(
          lit("M-26 0C-14-16 14-16 28 0C14 16-14 16-26 0z", "#A9BE6A") +
            line("M-22 0H24", "#7C8B2E", 2),
          [
            [108, 180, 1, 20],
            [146, 178, 1, -30],
            [126, 200, 1, 4],
            [130, 162, 0.9, -10],
          ],
        ) +
        several(at(0, 0, 0.36, f.coffeeBean()), [
          [96, 204],
          [158, 204, 1, 30],
        ]),
    },
  }),
  "yirgacheffe-single-origin": () => ({
    bag: {
      color: C.paper,
      ink: C.wine,
      say: "يرجاشيفي",
      stripe: C.rose,
      art: at(0, 4, 0.9, f.flower(C.white, C.straw, 5) + at(34, 26, 0.4, f.coffeeBean())),
      size: 30,
    },
  }),
  "yemeni-haraz": () => ({
    bag: {
      color: C.wine,
      say: "حراز",
      band: C.saffron,
      ink: C.wine,
      foot: C.cocoa,
      art:
        lit("M-50 30L-20-20L0 6L22-30L52 30z", C.sand) + fill("M22-30L32-12L22-16L12-12z", C.white),
    },
  }),
  decaf: () => ({
    bag: {
      color: C.navy,
      say: "ديكاف",
      art:
        lit("M14-40A42 42 0 1 0 40 22A34 34 0 0 1 14-40z", C.straw) +
        at(16, -2, 0.4, f.coffeeBean("#8A5228")),
      foot: C.lilac,
    },
  }),
  "brown-butter-cookie": () => shadow(128, 206, 100, 14) + at(128, 140, 2, d.cookie("#B4722F")),
  "banana-bread": () =>
    shadow(128, 210, 112, 15) +
    lit("M56 96Q60 70 92 70H210Q236 70 236 96V186q0 14-14 14H70q-14 0-14-14z", "#9C5F28", "v") +
    lit(
      "M24 104Q20 74 56 72Q92 70 100 92Q106 104 100 112V190q0 16-14 16H40q-14 0-14-16z",
      "#E2B66C",
    ) +
    line(
      "M24 104Q20 74 56 72Q92 70 100 92Q106 104 100 112V190q0 16-14 16H40q-14 0-14-16z",
      "#8A5023",
      6,
    ) +
    d.bits(14, 4, 62, 146, 28, 44, () => ell(0, 0, 3, 2.4, C.brown)) +
    several(ell(0, 0, 20, 14, "#FBF0C4", "l") + ell(0, 0, 5, 3, "#C9A75A"), [
      [130, 80],
      [166, 82],
      [202, 82],
    ]),
  "almond-croissant": () =>
    d.croissant({
      color: "#CF8B3E",
      top:
        several(
          fill("M-15 0C-8-9 8-9 15 0C8 9-8 9-15 0z", "#F6E2BC") +
            line("M-15 0C-8-9 8-9 15 0C8 9-8 9-15 0z", "#B5763C", 2),
          [
            [84, 110, 1, -30],
            [118, 92, 1, 10],
            [150, 96, 1, -16],
            [174, 116, 1, 40],
            [128, 118, 1, 0],
            [62, 136, 1, 20],
            [200, 142, 1, -20],
          ],
        ) + d.bits(50, 3, 128, 116, 74, 30, () => ell(0, 0, 2.4, 1.8, C.white)),
    }),
};
