import { useTranslation } from "../../lib/translation";
import FilterChoices, { ClearAll } from "./FilterChoices";
import { type FiltersProps, inSheet } from "./filterTypes";

/** The choices as a column beside the list. */
export default function FilterColumn(props: FiltersProps) {
  const { t } = useTranslation();
  const { path, query } = props;
  const set = [...inSheet, "offer", "in_stock"].some((name) => query.has(name));
  return (
    <div className="flex flex-col gap-4 pt-2 pb-6">
      <h2 className="text-lg font-semibold">{t("catalog:filters")}</h2>
      <FilterChoices {...props} column />
      {set && <ClearAll path={path} query={query} />}
    </div>
  );
}
