import type { MapTiles } from "../../../ui/mapView";

interface Configured {
  config?: { tiles?: string; tiles_by?: string };
}

/** The configured raster tiles for maps; undefined for none. */
export function configuredTiles(): MapTiles | undefined {
  // Read when a map is rendered, so that it stays in the page's state only.
  const text = document.getElementById("state")?.textContent;
  if (!text) return undefined;
  try {
    const { config } = JSON.parse(text) as Configured;
    if (!config?.tiles) return undefined;
    // Raster services have tiles up to level 19 at least.
    return { template: config.tiles, attribution: config.tiles_by ?? "", most: 19 };
  } catch {
    return undefined;
  }
}
