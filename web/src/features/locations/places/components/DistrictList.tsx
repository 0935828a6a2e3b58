import { useState } from "react";
import type { District } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { TextInput } from "../../../../ui/TextInput";
import { grouped, matching } from "../model";

export interface DistrictListProps {
  districts: readonly District[];
  current: string;
  onPick: (district: District) => void;
}

/** The districts by governorate, filtered during typing. */
export function DistrictList({ districts, current, onPick }: DistrictListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const found = matching(districts, text);
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        label={t("places:search")}
        labelHidden
        type="search"
        placeholder={t("places:search")}
        value={text}
        onValueChange={setText}
        autoComplete="off"
      />
      <p role="status" className="sr-only">
        {t("places:count", { count: found.length })}
      </p>
      {found.length === 0 && <p className="py-6 text-center text-muted">{t("places:none")}</p>}
      {grouped(found).map(([governorate, list]) => (
        <section key={governorate} aria-label={governorate} className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold text-muted">{governorate}</h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {list.map((district) => (
              <li key={district.id}>
                <button
                  type="button"
                  aria-current={district.id === current ? "true" : undefined}
                  onClick={() => onPick(district)}
                  className={cx(
                    "flex min-h-12 w-full items-center gap-3 rounded-control border px-4 py-2 text-start font-medium",
                    district.id === current
                      ? "border-go bg-go-soft text-go-text"
                      : "border-line bg-card hover:border-control",
                  )}
                >
                  <Icon name="pin" className="text-muted" />
                  <span className="min-w-0 flex-1">
                    <Isolate>{district.name}</Isolate>
                  </span>
                  {!district.served && <Badge>{t("places:soon")}</Badge>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
