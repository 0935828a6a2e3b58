import type { District } from "../../api/types";
import {
  cookieNames,
  type Point,
  removeCookie,
  writeCookie,
  writeLocation,
} from "../../lib/cookies";

/** Letters as people search them: alefs, ya, ta marbuta and harakat folded, Latin in lower case. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .trim();
}

/** The districts whose name, or governorate, has every word typed. */
export function matching(districts: readonly District[], text: string): District[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return districts.filter((district) => {
    const name = fold(`${district.name} ${district.governorate.name} ${district.id}`);
    return words.every((word) => name.includes(word));
  });
}

/** Districts under their governorates, in the order given. */
export function grouped(districts: readonly District[]): [string, District[]][] {
  const groups = new Map<string, District[]>();
  for (const district of districts) {
    const name = district.governorate.name;
    groups.set(name, [...(groups.get(name) ?? []), district]);
  }
  return [...groups];
}

/**
 * Remembers where somebody shops for: the location cookies of the specification. Without a pin the
 * district's middle stands for it. A saved address chosen before no longer holds.
 */
export function choosePlace(district: District, pin: Point | null): void {
  removeCookie(cookieNames.addressId);
  writeCookie(cookieNames.selectedAddress, district.name);
  writeLocation(pin ?? { lat: district.lat, lng: district.lng });
  writeCookie(cookieNames.defaultLocation, "1");
  writeCookie(cookieNames.districtId, district.id);
}
