/** The services' pictures and the stores' marks: a round sign in the store's colour with its name. */

import * as d from "../dishes.mjs";
import {
  at,
  C,
  ell,
  ellPath,
  fill,
  line,
  lit,
  mix,
  pale,
  rect,
  several,
  shadow,
  within,
} from "../draw.mjs";
import * as f from "../fresh.mjs";
import { bag } from "../packs.mjs";
import { word } from "../words.mjs";
import { deilWShanab, kheitMasri, zanbalek } from "./fun.mjs";
import { roknDafi, shahen, waraqWHebr } from "./goods.mjs";
import { beitNaddaf } from "./groceries.mjs";
import {
  aishBadri,
  darbElGamr,
  dellShagara,
  fornNawara,
  khanWarda,
  qedretSabah,
  sabaaHabbat,
  tahmisa,
} from "./kitchens.mjs";

const inside = (content, s = 0.54, y = 104) => at(128, y, s, at(-128, -128, 1, content));
function mark(color, content, name, ink = C.white) {
  const ground = mix(color, C.white, 0.82);
  return (
    shadow(128, 244, 92, 10) +
    ell(128, 126, 120, 120, color, "l") +
    ell(128, 126, 110, 110, ground) +
    within(ellPath(128, 126, 110, 110), content + fill("M0 166Q128 142 256 166V256H0z", color)) +
    line(ellPath(128, 126, 110, 110), pale(color, 0.5), 2.5) +
    word(name, 128, 194, 150, 44, ink)
  );
}
const basket = (things) =>
  shadow(128, 232, 96, 14) +
  things +
  line("M60 126C60 30 196 30 196 126", C.wood, 11) +
  lit("M26 124h204l-22 96q-3 12-16 12H64q-13 0-16-12z", "#D2A45C", "k") +
  within(
    "M26 124h204l-22 96q-3 12-16 12H64q-13 0-16-12z",
    [0, 1, 2, 3].map((i) => line(`M20 ${148 + i * 24}H240`, "#A87A34", 5)).join("") +
      Array.from({ length: 12 }, (_, i) =>
        line(`M${36 + i * 17} 120L${56 + i * 13} 236`, "#A87A34", 3),
      ).join(""),
  ) +
  rect(20, 114, 216, 20, 9, "#B98A42", "v");
export const services = {
  "service-food": () => sabaaHabbat["classic-koshary"](),
  "service-grocery": () =>
    basket(
      several(d.baguette(), [[70, 88, 0.6, -70]]) +
        at(188, 76, 0.8, f.cosLettuce(), 12) +
        at(110, 92, 0.86, f.tomato()) +
        at(150, 94, 0.84, f.apple(C.leaf)) +
        at(84, 110, 0.7, f.orange()) +
        at(190, 112, 0.72, f.aubergine(), 30),
    ),
  "service-general": () =>
    shadow(128, 234, 100, 13) +
    line("M60 100C60 46 120 46 120 100", C.brown, 7) +
    lit("M30 94h124l10 138H20z", C.teal, "l") +
    at(
      92,
      166,
      0.5,
      at(0, 0, 1, fill("M0-40L10-12H40L16 6L25 36L0 18L-25 36L-16 6L-40-12H-10z", C.straw)),
    ) +
    line("M146 130C146 84 206 84 206 130", C.brown, 7) +
    lit("M118 124h118l8 108H110z", C.saffron, "l") +
    fill("M177 124v108", "none") +
    rect(110, 168, 134, 14, 0, C.tomato) +
    rect(168, 124, 16, 108, 0, C.tomato) +
    lit("M176 168C150 140 140 160 176 172C212 160 202 140 176 168z", C.tomato),
};
export const marks = {
  "sabaa-habbat": () => mark(C.tomato, inside(sabaaHabbat["classic-koshary"](), 0.62), "سبع حبات"),
  "qedret-sabah": () => mark("#9C5A2C", inside(qedretSabah["foul-pot"](), 0.54, 98), "قدرة الصباح"),
  "darb-el-gamr": () =>
    mark(C.ink, inside(darbElGamr["charcoal-kofta"](), 0.7), "درب الجمر", C.saffron),
  "forn-nawara": () => mark(C.rust, inside(fornNawara["pepperoni-pizza"](), 0.66), "فرن نوارة"),
  "aish-badri": () =>
    mark("#B8772C", inside(aishBadri["butter-croissant"](), 0.64, 102), "عيش بدري"),
  "khan-warda": () =>
    mark(C.wine, inside(khanWarda["chocolate-birthday-cake"](), 0.54), "خان وردة"),
  "dell-shagara": () => mark(C.green, inside(dellShagara["mango-juice"](), 0.54, 98), "ضل شجرة"),
  tahmisa: () => mark(C.cocoa, inside(tahmisa.cappuccino(), 0.56, 106), "تحميصة", C.straw),
  "souq-ganayen": () => mark(C.forest, inside(services["service-grocery"](), 0.56, 100), "الجناين"),
  "gheit-akhdar": () =>
    mark(
      C.leaf,
      at(
        128,
        98,
        0.66,
        several(f.carrot(), [[-56, 6, 1, 70]]) +
          at(46, 4, 1, f.aubergine(), 20) +
          at(0, 14, 1.1, f.tomato()),
      ),
      "الغيط",
    ),
  "dar-sorour": () => mark(C.red, at(128, 104, 0.96, f.steak()), "دار سرور"),
  "beit-naddaf": () => mark(C.blue, inside(beitNaddaf["glass-cleaner"](), 0.54, 98), "بيت النضافة"),
  shahen: () => mark(C.navy, inside(shahen["wireless-headphones"](), 0.54, 100), "شاحن"),
  "rokn-dafi": () => mark("#A6553A", inside(roknDafi["desk-plant"](), 0.54, 98), "الركن الدافي"),
  "waraq-w-hebr": () => mark(C.teal, inside(waraqWHebr["fountain-pen"](), 0.58, 104), "ورق وحبر"),
  "henna-w-ward": () => mark("#B4486A", at(128, 100, 1, f.rose(C.rose)), "حنة وورد"),
  "kheit-masri": () => mark("#3F6B8C", inside(kheitMasri["polo-shirt"](), 0.54, 100), "خيط مصري"),
  zanbalek: () => mark(C.saffron, inside(zanbalek["teddy-bear"](), 0.54, 100), "زنبلك", C.cocoa),
  "deil-w-shanab": () =>
    mark(
      C.violet,
      inside(deilWShanab["steel-bowls"](), 0.01) + at(128, 104, 0.96, cat()),
      "ديل وشنب",
    ),
};
function cat() {
  const c = "#E9A13A";
  return (
    fill("M-44-10L-40-58L-12-36zM44-10L40-58L12-36z", c) +
    ell(0, 0, 48, 48, c, "s") +
    ell(-18, -6, 7, 9, C.leaf) +
    ell(18, -6, 7, 9, C.leaf) +
    ell(-18, -6, 2.6, 8, C.ink) +
    ell(18, -6, 2.6, 8, C.ink) +
    fill("M-6 12H6L0 19z", C.rose) +
    line("M0 19q-8 10-14 4M0 19q8 10 14 4", C.ink, 3) +
    line("M-24 14L-54 8M-24 20L-52 24M24 14L54 8M24 20L52 24", C.ink, 2)
  );
}

/**
 * The products on each store's cover, from the middle outwards; a cover's background has the colour
 * of the store's mark.
 */
const shelves = {
  "sabaa-habbat": [
    C.tomato,
    "classic-koshary minced-beef-tagen fire-koshary rice-pudding lentil-soup koshary-sandwich bechamel-pasta",
  ],
  "qedret-sabah": [
    "#9C5A2C",
    "foul-pot taameya-sandwich shakshouka koshary-tea foul-with-eggs-sandwich taameya-pieces mixed-pickles",
  ],
  "darb-el-gamr": [
    "#4A4038",
    "whole-grilled-chicken charcoal-kofta kebab-and-kofta-mix baladi-salad hawawshi shish-wrap lamb-chops",
  ],
  "forn-nawara": [
    C.rust,
    "pizza-margherita pepperoni-pizza plain-feteer-meshaltet greek-salad mozzarella-sticks banana-chocolate-feteera garlic-bread",
  ],
  "aish-badri": [
    "#B8772C",
    "butter-croissant baladi-bread seed-sourdough glazed-donut french-baguette kahk milk-toast",
  ],
  "khan-warda": [
    C.wine,
    "chocolate-birthday-cake strawberry-gateau kunafa-with-cream cupcake-box baklava om-ali mango-rice-pudding",
  ],
  "dell-shagara": [
    C.green,
    "fakhfakhina mango-juice lemon-and-mint strawberry-juice kiwi-and-apple tree-shade-cocktail karkadeh",
  ],
  tahmisa: [
    C.cocoa,
    "cappuccino house-blend caramel-latte iced-latte turkish-coffee hot-chocolate cardamom-blend",
  ],
  "souq-ganayen": [
    C.forest,
    "full-cream-milk egyptian-rice white-eggs sunflower-oil salted-crisps tomato-paste black-tea",
  ],
  "gheit-akhdar": [C.leaf, "tomatoes eggplant red-apples parsley navel-oranges carrots pineapple"],
  "dar-sorour": [
    C.red,
    "ribeye-steak sea-bass whole-chicken medium-shrimp minced-beef blue-crab lamb-shoulder",
  ],
  "beit-naddaf": [
    C.blue,
    "liquid-detergent toilet-paper dish-soap baby-diapers mop-and-bucket glass-cleaner facial-tissues",
  ],
  shahen: [
    C.navy,
    "wireless-headphones laptop-stand game-controller fitness-watch power-bank portable-speaker wireless-earbuds",
  ],
  "rokn-dafi": [
    "#A6553A",
    "granite-pot-set desk-plant copper-lantern velvet-cushion steel-kettle winter-quilt clay-vase",
  ],
  "waraq-w-hebr": [
    C.teal,
    "the-camel-who-counted-stars colour-pencils cairo-on-foot school-backpack watercolour-set the-last-ferryman hardcover-notebook",
  ],
  "henna-w-ward": [
    "#B4486A",
    "jasmine-perfume matte-lipstick rose-water moisturising-cream eyeshadow-palette olive-shampoo hair-dryer",
  ],
  "kheit-masri": [
    "#3F6B8C",
    "linen-dress polo-shirt canvas-sneakers leather-handbag straight-jeans cotton-blouse sunglasses",
  ],
  zanbalek: [
    C.saffron,
    "teddy-bear building-blocks wooden-train football robot-kit little-drum kite",
  ],
  "deil-w-shanab": [
    C.violet,
    "cat-dry-food dog-bed bird-cage aquarium-light cactus-scratching-post chew-bones dog-dry-food",
  ],
};
/** Their positions on the 960 × 240 of a cover: the outer ones first, the middle one in front. */
const row = [
  [480, 1.02],
  [632, 0.9],
  [328, 0.9],
  [770, 0.78],
  [190, 0.78],
  [890, 0.68],
  [70, 0.68],
];
function cover(color, makers) {
  const ground = mix(color, C.white, 0.78);
  const arches = Array.from({ length: 13 }, (_, i) =>
    line(
      `M${i * 80} 240V96a40 40 0 0 1 80 0V240M${i * 80 + 40} 64l32 32l-32 32l-32-32z`,
      pale(color, 0.62),
      2,
    ),
  ).join("");
  const things = makers
    .map((make, i) =>
      at(row[i][0], 226 - 110 * row[i][1], row[i][1] * 0.94, at(-128, -128, 1, make())),
    )
    .reverse()
    .join("");
  return (
    rect(0, 0, 960, 240, 0, ground) +
    arches +
    fill("M0 214Q480 190 960 214V240H0z", mix(color, C.white, 0.6)) +
    things
  );
}
/** The covers of the stores, made with the functions that draw their products. */
export const covers = (stores) =>
  Object.fromEntries(
    Object.entries(shelves).map(([slug, [color, names]]) => [
      slug,
      () => ({
        cover: cover(
          color,
          names.split(" ").map((name) => {
            if (!stores[slug][name]) throw new Error(`${slug} sells no ${name}`);
            return () => {
              const drawn = stores[slug][name]();
              return typeof drawn === "string" ? drawn : bag(drawn.bag);
            };
          }),
        ),
      }),
    ]),
  );
