import { useRef } from "react";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import FilterChoices, { ClearAll, useFacets } from "./FilterChoices";
import type { FiltersProps } from "./filterTypes";

/** The filters in a sheet. When it closes, the list behind it is already filtered. */
export default function FilterSheet(props: FiltersProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const finish = useRef(() => {});
  const onClose = () => {
    finish.current();
    props.onClose();
  };
  const total = useFacets(props)?.delivered ?? props.total;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("catalog:filters")}
      closeLabel={t("catalog:close")}
      footer={
        <>
          <Button variant="primary" wide onClick={onClose}>
            {total === undefined
              ? t("catalog:show_results")
              : t("catalog:show_count", { count: total, shown: format.number(total) })}
          </Button>
          <ClearAll {...props} />
        </>
      }
    >
      <FilterChoices {...props} finish={finish} />
    </Dialog>
  );
}
