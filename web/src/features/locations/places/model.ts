import type { District } from "../../../api/types";
import {
  cookieNames,
  type Point,
  removeCookie,
  writeCookie,
  writePosition,
} from "../../../lib/cookies";
import { fold } from "../../../lib/fold";
import { keepArea } from "./recent";

/**
 * The districts whose name or governorate has every typed word; if none has, those with the most similar names, because
 * one name has many spellings.
 */
export function matching(districts: readonly District[], text: string): District[] {
  const typed = fold(text);
  const words = typed.split(/\s+/).filter(Boolean);
  const names = (one: District) => fold(`${one.name} ${one.governorate.name} ${one.id}`);
  const found = districts.filter((one) => words.every((word) => names(one).includes(word)));
  const place = ({ name }: District) =>
    Math.min(...words.map((word) => fold(name).indexOf(word)).filter((at) => at >= 0), 99);
  // Sorts by relevance: the earlier a typed word occurs in the district's own name, the better the
  // match.
  if (found.length > 0) return found.sort((a, b) => place(a) - place(b));
  const far = districts.map((district) =>
    Math.min(...spellings(district).map((name) => distance(typed, name))),
  );
  const nearest = Math.min(...far);
  const allowed = Math.min(3, Math.floor(typed.length / 3));
  return nearest > allowed ? [] : districts.filter((_, at) => far[at] === nearest);
}

/**
 * The spellings to compare with the typed text: the name and its words, with and without the article. Short words are
 * left out because they are similar to everything.
 */
function spellings(district: District): string[] {
  const name = fold(district.name);
  const id = district.id.replaceAll("-", " ");
  return [name, id, ...name.split(/\s+/), ...id.split(" ")]
    .flatMap((one) => [one, one.replace(/^ال/, "")])
    .filter((one) => one.length > 3);
}

/** The edit distance: how many letters must be inserted, deleted or changed to turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [place, letter] of [...a].entries()) {
    const next = [place + 1];
    for (let at = 1; at <= b.length; at++) {
      const changed = (row[at - 1] ?? 0) + (b[at - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Districts grouped by governorate, in the given order. */
export function grouped(districts: readonly District[]): [string, District[]][] {
  const groups = new Map<string, District[]>();
  for (const district of districts) {
    const name = district.governorate.name;
    groups.set(name, [...(groups.get(name) ?? []), district]);
  }
  return [...groups];
}

/**
 * Stores the shopping location in the specified cookies, and drops a saved address chosen before. A position from a
 * phone or map is stored to about a hundred metres, until another place is chosen or the customer logs out.
 */
export function choosePlace(district: District, pin: Point | null = null): void {
  removeCookie(cookieNames.addressId);
  writeCookie(cookieNames.selectedAddress, district.name);
  writePosition({ lat: district.lat, lng: district.lng }, pin);
  writeCookie(cookieNames.defaultLocation, "1");
  writeCookie(cookieNames.districtId, district.id);
  keepArea(district.id);
}
