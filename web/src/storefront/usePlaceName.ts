import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cookieNames, readCookie } from "../lib/cookies";
import { spokenAs } from "../lib/lang";
import { useScope } from "../lib/scope";

/** The chosen place, null without one. A district that was chosen in the other language is renamed. */
export function usePlaceName(): string | null {
  const client = useQueryClient();
  const scope = useScope();
  const { ready, district, address, lang } = scope;
  const [, setRenamed] = useState<string | null>(null);
  const name = ready ? readCookie(cookieNames.selectedAddress) : null;
  const isForeign = name !== null && district !== "" && address === "" && isOther(name, lang);
  useEffect(() => {
    if (!isForeign) return;
    import("../features/locations/places/placeName")
      .then(({ renamePlace }) => renamePlace(client, scope))
      .then(setRenamed, () => {
        // If the request fails, the name in the other language stays.
      });
  }, [isForeign, client, scope]);
  return name;
}

/** Whether a name is written in the other language; figures alone are in neither. */
function isOther(name: string, lang: string): boolean {
  const written = spokenAs(name).lang;
  return written !== undefined && written !== lang;
}
