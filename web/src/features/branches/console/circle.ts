import type { LatLng } from "../../../ui/geo";

/** Kilometres of a degree of latitude. */
const degree = 111.32;
const corners = 16;

/** The corners of a circle around a place, as [lat, lng], some kilometres wide to each side. */
export function circle({ lat, lng }: LatLng, km: number): [number, number][] {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    const north = (km / degree) * Math.cos(angle);
    const east = (km / (degree * Math.cos((lat * Math.PI) / 180))) * Math.sin(angle);
    return [round(lat + north), round(lng + east)];
  });
}
