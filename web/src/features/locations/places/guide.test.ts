import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { areaAt, type LatLng, type MapArea, toFlat } from "../../../ui/geo";
import { labelsOf, marksInSight, namedOf } from "../../../ui/mapLabels";
import { guideIn } from "./guide";

const table = readFileSync("../internal/locations/places/data/districts.tsv", "utf8");

/** The districts that every shop starts with, named in a language. */
function districts(language: string): MapArea[] {
  return table
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [id = "", , en = "", ar = "", , outline = ""] = line.split("\t");
      const ring = outline.split(" ").map((corner): LatLng => {
        const [lat = 0, lng = 0] = corner.split(",").map(Number);
        return { lat, lng };
      });
      return { id, label: language === "ar" ? ar : en, rings: [ring] };
    });
}

/** The district of each station; stations without one are in districts that the table does not have. */
const stationsOf: Record<string, readonly string[]> = {
  helwan: ["Helwan", "Ain Helwan", "Helwan University", "Wadi Hof"],
  none: [
    "Hadayek Helwan",
    "El-Maasara",
    "Tora El-Asmant",
    "Adly Mansour",
    "El-Haykestep",
    "Omar Ibn El-Khattab",
    "Rod El-Farag Axis",
  ],
  maadi: [
    "Kozzika",
    "Tora El-Balad",
    "Sakanat El-Maadi",
    "Maadi",
    "Hadayek El-Maadi",
    "Dar El-Salam",
  ],
  "sayeda-zeinab": [
    "El-Zahraa",
    "Mar Girgis",
    "El-Malek El-Saleh",
    "Al-Sayeda Zeinab",
    "Saad Zaghloul",
  ],
  downtown: [
    "Sadat",
    "Nasser",
    "Orabi",
    "Al-Shohadaa",
    "Mohamed Naguib",
    "Attaba",
    "Bab El-Shaaria",
  ],
  abbassia: ["Ghamra", "El-Demerdash", "Abbassia", "Abdou Pasha", "El-Geish"],
  "hadayek-el-kobba": ["Manshiet El-Sadr", "Kobri El-Qobba", "Hammamat El-Qobba"],
  zeitoun: ["Saray El-Qobba", "Hadayek El-Zaitoun", "Helmeyet El-Zaitoun"],
  matareya: ["El-Matareyya"],
  "ain-shams": ["Ain Shams", "El-Nozha", "Alf Maskan"],
  "el-marg": ["Ezbet El-Nakhl", "El-Marg", "New El-Marg"],
  "giza-square": [
    "El-Mounib",
    "Sakiat Mekky",
    "Omm El-Masryeen",
    "Giza",
    "Faisal",
    "Cairo University",
  ],
  dokki: ["El-Bohoth", "Dokki", "Boulak El-Dakrour"],
  zamalek: ["Opera", "Safaa Hegazy"],
  shubra: ["Masarra", "Rod El-Farag", "St. Teresa", "Khalafawy", "Mezallat"],
  "shubra-el-kheima": ["Kolleyyet El-Zeraa", "Shubra El-Kheima"],
  sheraton: ["Qobaa", "Hesham Barakat"],
  heliopolis: ["Heliopolis", "Haroun", "Al-Ahram", "Kolleyyet El-Banat"],
  "nasr-city": ["Stadium", "Fair Zone"],
  bulaq: ["Maspero"],
  imbaba: [
    "Kit Kat",
    "Sudan",
    "Imbaba",
    "El-Bohy",
    "El-Qawmeya",
    "Ring Road",

    "El-Tawfikeya",
  ],
  mohandessin: ["Wadi El-Nil", "Gamaat El-Dowal"],
};

test("each station lies in its district", () => {
  const areas = districts("en");
  const stations = guideIn("en").marks.filter(({ kind }) => kind === "station");
  expect(stations).toHaveLength(Object.values(stationsOf).flat().length);
  const lying: Record<string, string[]> = {};
  for (const { name, at } of stations) {
    const id = areaAt(areas, at)?.id ?? "none";
    lying[id] = [...(lying[id] ?? []), name];
  }
  const sorted = (of: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(of).map(([id, names]) => [id, [...names].sort()]));
  expect(sorted(lying)).toEqual(sorted(stationsOf));
});

test("nobody's middle of a district, no station and no landmark lies in the river", () => {
  const { water, marks } = guideIn("en");
  const wet = (place: LatLng) =>
    water.filter((ring) => areaAt([{ id: "", label: "", rings: [ring] }], place)).length % 2 === 1;
  for (const { kind, name, at } of marks) expect([name, wet(at)]).toEqual([name, kind === "water"]);
  for (const line of table.split("\n").filter(Boolean)) {
    const [id, , , , centre = ""] = line.split("\t");
    const [lat = 0, lng = 0] = centre.split(",").map(Number);
    expect([id, wet({ lat, lng })]).toEqual([id, false]);
  }
});

test.each(["ar", "en"])("no two names collide and none is cut, at any zoom (%s)", (language) => {
  const areas = districts(language);
  const { marks } = guideIn(language);
  let most = 0;
  for (const size of [
    { width: 358, height: 288 },
    { width: 640, height: 384 },
  ])
    for (let zoom = 9; zoom <= 16; zoom += 0.5)
      for (const centre of [
        { lat: 30.0444, lng: 31.2357 },
        { lat: 29.96, lng: 31.258 },
        { lat: 30.066, lng: 31.219 },
        { lat: 30.09, lng: 31.33 },
      ]) {
        const view = { centre: toFlat(centre), zoom };
        const buttons = { x: size.width - 34, y: size.height - 56, half: 24, rise: 48 };
        const labels = labelsOf(
          view,
          size,
          namedOf(areas, "zamalek"),
          "zamalek",
          centre,
          marksInSight(view, size, marks),
          [buttons],
        );
        for (const { text, x, y, half } of labels) {
          const beside = Math.abs(x - buttons.x) >= half + buttons.half;
          const above = Math.abs(y - buttons.y) >= 8 + buttons.rise;
          expect([text, beside || above]).toEqual([text, true]);
        }
        most = Math.max(most, labels.filter(({ kind }) => kind).length);
        for (const [at, one] of labels.entries()) {
          expect(one.x - one.half).toBeGreaterThanOrEqual(0);
          expect(one.x + one.half).toBeLessThanOrEqual(size.width);
          expect(one.y).toBeGreaterThanOrEqual(8);
          expect(one.y).toBeLessThanOrEqual(size.height - 8);
          for (const other of labels.slice(at + 1)) {
            const beside = Math.abs(one.x - other.x) >= one.half + other.half;
            const below = Math.abs(one.y - other.y) >= 16;
            expect([one.text, other.text, beside || below]).toEqual([one.text, other.text, true]);
          }
        }
      }
  expect(most).toBeGreaterThan(8);
});

test("the guide is sent in less than 20 KB, and only with a map", () => {
  const sent = gzipSync(readFileSync("src/features/locations/places/guide.ts")).length;
  expect(sent).toBeLessThan(20_000);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => ({ name, text: readFileSync(`src/${name}`, "utf8") }));
  const users = (of: RegExp) => sources.filter(({ text }) => of.test(text)).map(({ name }) => name);
  expect(users(/from "[^"]*\/guide"/).sort()).toEqual([
    "features/locations/places/components/PlaceMap.tsx",
    "features/locations/places/components/WayMap.tsx",
  ]);
  // The maps load by import(), when one is opened or comes near the viewport.
  expect(users(/from "[^"]*\/(PlaceMap|WayMap)"/)).toEqual([]);
});
