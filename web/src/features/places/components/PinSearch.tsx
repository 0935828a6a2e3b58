import { useRef, useState } from "react";
import type { District } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { Icon } from "../../../ui/Icon";
import { TextInput } from "../../../ui/TextInput";
import { matching } from "../model";

/** How many areas are offered at once: the map stays in sight below them. */
const most = 4;

export interface PinSearchProps {
  districts: readonly District[];
  onFind: (district: District) => void;
}

/** Brings the pin to an area by its name, from where it is moved to the door. */
export function PinSearch({ districts, onFind }: PinSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [taken, setTaken] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const typed = text.trim() !== "";
  const found = typed ? matching(districts, text) : [];
  function take(district: District | undefined) {
    if (!district) return;
    setText("");
    setTaken(district.name);
    onFind(district);
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
        // Inside a form, Enter answers the search and sends nothing.
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
            : t("places:count", { count: Math.min(found.length, most) })
          : taken && t("places:pin_in", { district: taken })}
      </p>
      {found.length > 0 && (
        <ul aria-label={t("places:list")} className="grid gap-1">
          {found.slice(0, most).map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={(event) => {
                  take(one);
                  // The button leaves with the list; after a tap, the keyboard would cover the map.
                  if (event.detail === 0) input.current?.focus();
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-control bg-tint px-4 text-start font-medium"
              >
                <Icon name="pin" className="text-muted" />
                <span className="min-w-0 flex-1">{one.name}</span>
                <span className="text-sm text-muted">{one.governorate.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
