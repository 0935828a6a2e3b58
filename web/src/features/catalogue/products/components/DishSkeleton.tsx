import { useTranslation } from "../../../../lib/translation";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";

/** The placeholder of a dish's extras while they load. */
export function DishSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t("catalog:loading")} className="flex flex-col gap-2">
      <Skeleton className="my-2 w-1/3" />
      <Skeleton shape="block" className="h-12" />
      <Skeleton shape="block" className="h-12" />
      <Skeleton shape="block" className="h-12" />
    </SkeletonGroup>
  );
}
