import { MoveButtons } from "../../../../../backoffice/MoveButtons";
import { nameIn } from "../../../../../backoffice/nameIn";
import { moved } from "../../../../../backoffice/pictures/model";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Checkbox } from "../../../../../ui/Checkbox";
import { IconButton } from "../../../../../ui/IconButton";
import { TextInput } from "../../../../../ui/TextInput";
import type { Row } from "../model";

export interface ExtraRowsProps {
  rows: readonly Row[];
  errorOf: (name: string) => string | undefined;
  onChange: (rows: Row[]) => void;
}

/** The name fields of a row, with the reader's language first. */
const columns = { ar: ["name_ar", "name_en"], en: ["name_en", "name_ar"] } as const;

/** The extras of a group, as a grid. */
export function ExtraRows({ rows, errorOf, onChange }: ExtraRowsProps) {
  const { t } = useTranslation("extras");
  const { lang } = useScope();
  const called = (row: Row, at: number) => nameIn(lang, row, String(at + 1));
  const put = (at: number, changes: Partial<Row>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...changes } : row)));
  return (
    <ul className="flex flex-col gap-4">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no other name.
        <li key={at} className="flex flex-col gap-3 border-b border-line pb-4 last:border-b-0">
          <div className="grid gap-3 sm:grid-cols-2">
            {columns[lang].map((name) => (
              <TextInput
                key={name}
                name={`extras.${at}.${name}`}
                label={t(name)}
                lang={name === "name_ar" ? "ar" : "en"}
                dir={name === "name_ar" ? "rtl" : "ltr"}
                value={row[name]}
                error={errorOf(`extras.${at}.${name}`)}
                onValueChange={(value) => put(at, { [name]: value })}
              />
            ))}
          </div>
          <div className="flex flex-wrap items-end gap-3">
            {(["price", "most", "preset"] as const).map((name) => (
              <TextInput
                key={name}
                name={`extras.${at}.${name}`}
                label={t(`row_${name}`)}
                className="w-28"
                inputMode="decimal"
                value={row[name]}
                error={errorOf(`extras.${at}.${name}`)}
                onValueChange={(value) => put(at, { [name]: value })}
              />
            ))}
            <Checkbox
              label={t("offered")}
              checked={row.active}
              onCheckedChange={(active) => put(at, { active })}
            />
            <span className="ms-auto inline-flex">
              <MoveButtons
                at={at}
                count={rows.length}
                what={called(row, at)}
                onMove={(to) => onChange(moved(rows, at, to))}
              />
              <IconButton
                icon="trash"
                label={t("remove_what", { name: called(row, at) })}
                onClick={() => onChange(rows.filter((_, i) => i !== at))}
              />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
