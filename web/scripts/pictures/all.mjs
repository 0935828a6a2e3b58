/** Every picture there is, by name. */
import { colours } from "./colours.mjs";
import { paint, picture, start } from "./draw.mjs";
import { bag } from "./packs.mjs";
import { deilWShanab, kheitMasri, zanbalek } from "./shop/fun.mjs";
import { hennaWWard, roknDafi, shahen, waraqWHebr } from "./shop/goods.mjs";
import { beitNaddaf, darSorour, gheitAkhdar, souqGanayen } from "./shop/groceries.mjs";
import {
  aishBadri,
  darbElGamr,
  dellShagara,
  fornNawara,
  khanWarda,
  qedretSabah,
  sabaaHabbat,
  tahmisa,
} from "./shop/kitchens.mjs";
import { covers, marks, services } from "./shop/marks.mjs";

/** The products of each store: slug → what draws it. */
export const stores = {
  "sabaa-habbat": sabaaHabbat,
  "qedret-sabah": qedretSabah,
  "darb-el-gamr": darbElGamr,
  "forn-nawara": fornNawara,
  "aish-badri": aishBadri,
  "khan-warda": khanWarda,
  "dell-shagara": dellShagara,
  tahmisa,
  "souq-ganayen": souqGanayen,
  "gheit-akhdar": gheitAkhdar,
  "dar-sorour": darSorour,
  "beit-naddaf": beitNaddaf,
  shahen,
  "rokn-dafi": roknDafi,
  "waraq-w-hebr": waraqWHebr,
  "henna-w-ward": hennaWWard,
  "kheit-masri": kheitMasri,
  zanbalek,
  "deil-w-shanab": deilWShanab,
};

function draw(make) {
  start();
  const drawn = make();
  if (typeof drawn === "string") return picture(drawn);
  if (drawn.cover) return picture(drawn.cover, 960, 240);
  return picture(bag(drawn.bag));
}

/** All pictures as SVG, in order of their names. */
export function drawAll() {
  const all = new Map();
  const add = (name, make) => {
    if (all.has(name)) throw new Error(`two pictures are called ${name}`);
    all.set(name, draw(make));
  };
  for (const [name, make] of Object.entries(services)) add(name, make);
  for (const [slug, make] of Object.entries(marks)) add(`store-${slug}`, make);
  for (const [slug, make] of Object.entries(covers(stores))) add(`cover-${slug}`, make);
  for (const products of Object.values(stores))
    for (const [slug, make] of Object.entries(products)) {
      add(slug, make);
      for (const colour of colours[slug] ?? []) add(`${slug}-${colour}`, () => make(paint[colour]));
    }
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
