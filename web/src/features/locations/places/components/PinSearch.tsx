import { useRef, useState } from "react";
import type { District } from "../../../../api/types";
import { fold } from "../../../../lib/fold";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { areaAt, areaOf, type LatLng } from "../../../../ui/geo";
import { Icon } from "../../../../ui/Icon";
import type { MapMark } from "../../../../ui/mapLabels";
import { TextInput } from "../../../../ui/TextInput";
import { matching } from "../model";

/** The number of results shown at once: the map stays visible below them. */
const most = 4;

export interface PinSearchProps {
  districts: readonly District[];
  /** Stations and landmarks can be searched like areas. */
  marks?: readonly MapMark[];
  onFind: (place: LatLng) => void;
}

interface Found extends LatLng {
  id: string;
  name: string;
  /** The governorate of an area, or the area of a mark. */
  within: string | undefined;
}

/** Areas and marks that match the typed text; areas with similar names only if no mark matches. */
function foundBy(text: string, districts: readonly District[], marks: readonly MapMark[]): Found[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const named = marks.filter(
    (mark) => mark.kind !== "water" && words.every((word) => fold(mark.words).includes(word)),
  );
  const areas = matching(districts, text);
  const outlines = districts.map(areaOf);
  const sure = areas.filter(({ name }) => words.every((word) => fold(name).includes(word)));
  return [
    ...(named.length > 0 ? sure : areas).map(({ id, name, governorate, lat, lng }) => ({
      id,
      name,
      within: governorate.name,
      lat,
      lng,
    })),
    ...named.slice(0, most).map(({ kind, full, at }) => ({
      id: `${kind} ${full}`,
      name: full,
      within: areaAt(outlines, at)?.label,
      ...at,
    })),
  ];
}

/** Moves the pin to an area, a station or a landmark by name; from there the customer drags it to the door. */
export function PinSearch({ districts, marks = [], onFind }: PinSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [taken, setTaken] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const typed = text.trim() !== "";
  const found = typed ? foundBy(text, districts, marks) : [];
  function take(one: Found | undefined) {
    if (!one) return;
    setText("");
    setTaken(one.name);
    onFind({ lat: one.lat, lng: one.lng });
  }
  return (
    <div className="flex flex-col gap-1">
      <TextInput
        ref={input}
        label={t("places:search")}
        labelHidden
        type="search"
        enterKeyHint="search"
        placeholder={t("places:search")}
        value={text}
        onValueChange={setText}
        // Within a form, Enter selects a result and does not submit.
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take(found[0]);
        }}
        autoComplete="off"
      />
      <p role="status" className={typed && found.length === 0 ? "py-1 text-muted" : "sr-only"}>
        {typed
          ? found.length === 0
            ? t("places:none")
            : found
                .slice(0, most)
                .map(({ name }) => name)
                .join("\n")
          : taken && t("places:pin_in", { district: taken })}
      </p>
      {found.length > 0 && (
        <ul aria-label={t("places:list")} className="grid gap-1 pt-1">
          {found.slice(0, most).map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={(event) => {
                  take(one);
                  // The button disappears with the list; after a tap, a focused field would open the keyboard over the
                  // map.
                  if (event.detail === 0) input.current?.focus();
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-control bg-tint px-4 text-start font-medium"
              >
                <Icon name="pin" className="text-muted" />
                <span className="min-w-0 flex-1">
                  <Isolate>{one.name}</Isolate>
                </span>
                <span className="text-sm text-muted">{one.within}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
