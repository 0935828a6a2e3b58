/** A map of a point in another tab; "" where no point is known. */
export function mapLink({ lat, lng }: { lat: number; lng: number }): string {
  return lat === 0 && lng === 0
    ? ""
    : `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}
