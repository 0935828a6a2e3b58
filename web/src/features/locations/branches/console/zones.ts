import type { Zones } from "./api";

export type Ring = [number, number][];

/** A zone as typed. */
export interface Zone {
  /** Identifies the row, because a district may have several. */
  key: string;
  district: string;
  fee: string;
  minutes: string;
  minimum: string;
  free_from: string;
  /** The corners that limit the zone to a part of the district; empty for the whole district. */
  shape: Ring;
}

export const columns = ["fee", "minutes", "minimum", "free_from"] as const;
export const empty = { fee: "", minutes: "", minimum: "", free_from: "" };

const typed = (value: number | null) => (value === null ? "" : String(value));

export function draftOf(record: Zones | null): { zones: Zone[] } {
  const count = new Map<string, number>();
  const zones = (record?.zones ?? []).map((zone): Zone => {
    const district = zone.district.id;
    const number = (count.get(district) ?? 0) + 1;
    count.set(district, number);
    return {
      key: `${district}#${number}`,
      district,
      fee: String(zone.fee),
      minutes: zone.minutes === 0 ? "" : String(zone.minutes),
      minimum: typed(zone.minimum),
      free_from: typed(zone.free_from),
      shape: zone.shape.map(([lat = 0, lng = 0]) => [lat, lng]),
    };
  });
  return { zones };
}

/** A key that no row has. */
export function keyFor(rows: readonly Zone[], district: string): string {
  for (let number = 1; ; number++) {
    const key = `${district}#${number}`;
    if (!rows.some((row) => row.key === key)) return key;
  }
}

/** The request body. */
export const bodyOf = (zones: readonly Zone[], version: number) => ({
  version,
  zones: zones.map((zone) => ({
    district: zone.district,
    fee: zone.fee || "0",
    minutes: zone.minutes || "0",
    ...(zone.minimum ? { minimum: zone.minimum } : {}),
    ...(zone.free_from ? { free_from: zone.free_from } : {}),
    ...(zone.shape.length > 0 ? { shape: zone.shape } : {}),
  })),
});

/** Rows in the order in which the server tries them: of each district the parts first, then the rest. */
export const inOrder = (zones: readonly Zone[]): Zone[] => {
  const districts = [...new Set(zones.map((zone) => zone.district))];
  return districts.flatMap((district) => {
    const own = zones.filter((zone) => zone.district === district);
    return [
      ...own.filter((zone) => zone.shape.length > 0),
      ...own.filter((zone) => zone.shape.length === 0),
    ];
  });
};

/** Whether delivery covers a whole district, except where a part of it has its own row. */
export const hasWhole = (zones: readonly Zone[], district: string) =>
  zones.some((zone) => zone.district === district && zone.shape.length === 0);
