import type { MapTiles } from "../../../ui/mapView";

interface Configured {
  config?: { tiles?: string; tiles_by?: string };
}

/** The raster tiles that the program is set to lay under maps; undefined for none. */
export function configuredTiles(): MapTiles | undefined {
  // Read where a map is drawn, so that no page carries it further than its state.
  const text = document.getElementById("state")?.textContent;
  if (!text) return undefined;
  try {
    const { config } = JSON.parse(text) as Configured;
    if (!config?.tiles) return undefined;
    // Raster services draw up to level 19 at least.
    return { template: config.tiles, attribution: config.tiles_by ?? "", most: 19 };
  } catch {
    return undefined;
  }
}
