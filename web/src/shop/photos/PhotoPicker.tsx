import { type ChangeEvent, useId, useRef } from "react";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Isolate } from "../../lib/words";
import { FieldError } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { ProgressBar } from "../../ui/ProgressBar";
import { accepted } from "./model";
import { type Photo, usePhotos } from "./usePhotos";

export interface PhotoPickerProps {
  label: string;
  value: readonly Photo[];
  /** The maximum number of photos. */
  max: number;
  onChange: (value: Photo[]) => void;
  hint?: string;
  optionalLabel?: string;
  /** The form's error message about the photos. */
  error?: string | undefined;
}

const tile = "relative size-24 rounded-control";

/**
 * The photos of a form: chosen or taken, reduced in size, and uploaded while the customer fills in the
 * other fields. The form sends their ids.
 */
export function PhotoPicker({
  label,
  value,
  max,
  onChange,
  hint,
  optionalLabel,
  error,
}: PhotoPickerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { sending, problem, add, remove, full } = usePhotos({ value, max, onChange });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    event.target.value = ""; // the same file can be chosen again
    void add(files);
  }
  const number = (place: number) => format.number(place + 1);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={`${id}-error`}>
      <legend className="mb-1.5 font-medium">
        <Isolate>{label}</Isolate>
        {optionalLabel && <span className="text-sm font-normal text-muted"> {optionalLabel}</span>}
      </legend>
      <ul className="flex flex-wrap gap-3 pt-1">
        {value.map((photo, place) => (
          <li key={photo.id} className={tile}>
            <img
              src={photo.src}
              alt={t("photos:photo", { number: number(place) })}
              width={96}
              height={96}
              className="size-24 rounded-control bg-tint object-cover"
            />
            {/* Only its corner is visible, so that the picture is too; its touch area of 44 px
                ends before the next tile. */}
            <button
              type="button"
              aria-label={t("photos:remove", { number: number(place) })}
              onClick={() => {
                remove(photo);
                input.current?.focus();
              }}
              className="group absolute -end-2 -top-2 flex size-11 items-start justify-end rounded-full"
            >
              <span className="flex size-6 items-center justify-center rounded-full border border-line bg-card text-ink shadow-soft group-hover:bg-tint">
                <Icon name="close" size={16} />
              </span>
            </button>
          </li>
        ))}
        {sending.map((one, place) => (
          <li key={one.key} className={`${tile} flex flex-col justify-center bg-tint p-3`}>
            <ProgressBar
              label={t("photos:sending", { number: number(value.length + place) })}
              value={one.share}
              max={1}
            />
          </li>
        ))}
        {!full && (
          <li className="relative">
            <input
              ref={input}
              id={id}
              type="file"
              accept={accepted.join(",")}
              multiple={max > 1}
              aria-invalid={Boolean(error) || undefined}
              onChange={choose}
              className="peer sr-only"
            />
            <label
              htmlFor={id}
              className="flex size-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed border-control bg-card text-center text-sm text-muted transition-[border-color] duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-go hover:border-ink hover:text-ink"
            >
              <Icon name="image" size={24} />
              {t("photos:add")}
            </label>
          </li>
        )}
      </ul>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <FieldError id={`${id}-error`} error={problem ?? error} />
    </fieldset>
  );
}
