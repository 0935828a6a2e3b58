/** Returns a link to a map of a point, for another tab; "" if the point is unknown. */
export function mapLink({ lat, lng }: { lat: number; lng: number }): string {
  return lat === 0 && lng === 0
    ? ""
    : `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}
