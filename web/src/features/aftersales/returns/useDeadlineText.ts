import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import type { Deadline } from "./model";

/** The deadline for a return, in words. */
export function useDeadlineText() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ asNew, faulty }: Pick<Deadline, "asNew" | "faulty">): string => {
    if (asNew === null) return t("returns:until_only_faulty", { when: format.dayTime(faulty) });
    if (asNew === faulty) return t("returns:until", { when: format.dayTime(asNew) });
    return t("returns:until_faulty", {
      when: format.dayTime(asNew),
      faulty: format.dayTime(faulty),
    });
  };
}
