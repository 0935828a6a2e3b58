import type { BranchCard } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Rating } from "../../ui/Rating";

/** The customers' rating of a branch; a branch without ratings is marked as new, in the same amount of space. */
export function BranchRating({
  branch: { rating },
  count = false,
  className = "",
}: {
  branch: BranchCard;
  count?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = format.number(rating.average, 1, 1);
  if (rating.count === 0) return <span className={className}>{t("branches:new")}</span>;
  return (
    <Rating
      compact
      value={rating.average}
      label={t("branches:rating", { value: text, count: rating.count })}
      text={text}
      count={count ? `(${format.number(rating.count)})` : undefined}
      className={className}
    />
  );
}
