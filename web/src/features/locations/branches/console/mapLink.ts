import { readFigures } from "../../../../lib/format/figures";
import type { LatLng } from "../../../../ui/geo";

/** Degrees with a decimal point, optionally with a sign. */
const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** The parts of map links (Google Maps and others) that contain a place, the most reliable first. */
const forms = [
  new RegExp(`!3d${degrees}!4d${degrees}`),
  new RegExp(
    `[?&](?:q|query|ll|center|destination)=(?:loc:)?${degrees}(?:,|%2C)\\+?${degrees}`,
    "i",
  ),
  new RegExp(`@${degrees},${degrees}`),
  new RegExp(`#map=\\d+/${degrees}/${degrees}`),
  new RegExp(`/(?:place|search|dir)/(?:[^/]*/)?${degrees},\\+?${degrees}`),
];

const plain = new RegExp(`^\\(?\\s*${degrees}\\s*°?\\s*(?:,|;|\\s)\\s*${degrees}\\s*°?\\s*\\)?$`);

/**
 * The place in a map link, or in coordinates in either set of digits; null if there is none. Short links contain no
 * place: only their long form does.
 */
export function placeIn(text: string): LatLng | null {
  const typed = readFigures(text).trim().replaceAll("٫", ".").replaceAll("،", ",");
  const found = plain.exec(typed) ?? forms.map((form) => form.exec(typed)).find(Boolean);
  if (!found) return null;
  const place = { lat: Number(found[1]), lng: Number(found[2]) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null;
}

/** A short link, which only its service can resolve. */
export const isShortLink = (text: string) => /maps\.app\.goo\.gl|goo\.gl\/maps/.test(text);
