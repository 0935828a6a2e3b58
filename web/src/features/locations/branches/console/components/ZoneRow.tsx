import { useTranslation } from "../../../../../lib/translation";
import { Checkbox } from "../../../../../ui/Checkbox";
import { IconButton } from "../../../../../ui/IconButton";
import { TextInput } from "../../../../../ui/TextInput";
import { columns, type Zone } from "../zones";

/** A row of the sheet: an area, or a part of it, with the cost of delivery there. */
export function ZoneRow({
  zone,
  at,
  name,
  fixed,
  chosen,
  errorOf,
  onChosen,
  onChange,
  onShape,
  onPart,
  onRemove,
}: {
  zone: Zone;
  at: number;
  name: string;
  /** Only owners may change fees: the minutes alone are editable. */
  fixed: boolean;
  chosen: boolean;
  errorOf: (field: string) => string | undefined;
  onChosen: (on: boolean) => void;
  onChange: (zone: Zone) => void;
  /** Draws or changes the shape of this row. */
  onShape: () => void;
  /** Draws a part of this area as a separate row. */
  onPart: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation("sellers");
  const whole = zone.shape.length === 0;
  const wrong = errorOf(`zones.${at}.shape`) ?? errorOf(`zones.${at}.district`);
  return (
    <li className="grid grid-cols-2 items-end gap-2 border-b border-line pb-3 last:border-b-0 sm:grid-cols-[minmax(10rem,1fr)_repeat(4,7rem)_auto]">
      <div className="col-span-2 flex flex-col justify-center sm:col-span-1 sm:min-h-12">
        <Checkbox
          label={whole ? name : t("part_of", { name })}
          checked={chosen}
          onCheckedChange={onChosen}
        />
        {wrong && <p className="text-sm text-trouble-text">{wrong}</p>}
      </div>
      {columns.map((column) => (
        <TextInput
          key={column}
          label={t(`zone_${column}`)}
          name={`zones.${at}.${column}`}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          disabled={fixed && column !== "minutes"}
          value={zone[column]}
          error={errorOf(`zones.${at}.${column}`)}
          onValueChange={(value) => onChange({ ...zone, [column]: value })}
        />
      ))}
      {!fixed && (
        <div className="col-span-2 flex justify-end sm:col-span-1">
          <IconButton
            icon={whole ? "pin" : "edit"}
            label={t(whole ? "shape_narrow" : "shape_change", { name })}
            onClick={onShape}
          />
          {whole && <IconButton icon="plus" label={t("shape_part", { name })} onClick={onPart} />}
          <IconButton icon="trash" label={t("remove_zone", { name })} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}
