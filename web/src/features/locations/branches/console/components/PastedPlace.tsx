import { useState } from "react";
import { useTranslation } from "../../../../../lib/translation";
import type { LatLng } from "../../../../../ui/geo";
import { TextInput } from "../../../../../ui/TextInput";
import { isShortLink, placeIn } from "../mapLink";

/** A map link, or coordinates, pasted instead of moving the pin. */
export function PastedPlace({ onPlace }: { onPlace: (place: LatLng) => void }) {
  const { t } = useTranslation("sellers");
  const [text, setText] = useState("");
  const place = placeIn(text);
  return (
    <TextInput
      label={t("map_link")}
      hint={place ? t("map_link_found") : t("map_link_hint")}
      error={
        text.trim() !== "" && !place
          ? t(isShortLink(text) ? "map_link_short" : "map_link_wrong")
          : undefined
      }
      name="map_link"
      dir="ltr"
      autoComplete="off"
      value={text}
      onValueChange={(value) => {
        setText(value);
        const found = placeIn(value);
        if (found) onPlace(found);
      }}
    />
  );
}
