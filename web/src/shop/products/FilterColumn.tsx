import { useTranslation } from "../../lib/translation";
import FilterChoices, { ClearAll } from "./FilterChoices";
import { chosenCount, type FiltersProps } from "./filterTypes";

/** The filters as a column next to the list. */
export default function FilterColumn(props: FiltersProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4 pt-2 pb-6">
      <h2 className="text-lg font-semibold">{t("catalog:filters")}</h2>
      <FilterChoices {...props} column />
      {chosenCount(props) > 0 && <ClearAll {...props} />}
    </div>
  );
}
