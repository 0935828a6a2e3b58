import { useState } from "react";
import { errorText } from "../../../api/errors";
import type { District } from "../../../api/types";
import type { Point } from "../../../lib/cookies";
import { useTranslation } from "../../../lib/translation";
import { locate } from "./api";

/** Finds the area of a place, and whether it is served: of a pin, or of this device's position. */
export function useOwnPosition() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function settle(pin: Point): Promise<District | null> {
    setProblem(null);
    setBusy(true);
    try {
      const { data } = await locate(pin.lat, pin.lng);
      return { ...data.district, served: data.delivers };
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
      return null;
    } finally {
      setBusy(false);
    }
  }

  function ask(found: (district: District | null, pin: Point) => void) {
    setProblem(null);
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      async ({ coords }) => {
        const pin = { lat: coords.latitude, lng: coords.longitude };
        found(await settle(pin), pin);
      },
      (error) => {
        setBusy(false);
        setProblem(
          t(error.code === error.PERMISSION_DENIED ? "places:denied" : "places:no_position"),
        );
      },
      { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
    );
  }

  return { busy, problem, clear: () => setProblem(null), settle, ask };
}
