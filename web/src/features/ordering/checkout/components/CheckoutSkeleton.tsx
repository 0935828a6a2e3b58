import { useTranslation } from "../../../../lib/translation";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";

/** The placeholder of the page until the quote has arrived. */
export function CheckoutSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup
      label={t("checkout:loading")}
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
    >
      <Skeleton shape="block" className="h-15 lg:hidden" />
      <div className="flex flex-col gap-3 lg:gap-4">
        <Skeleton shape="block" className="h-18 lg:h-48" />
        <Skeleton shape="block" className="h-18 lg:h-40" />
        <Skeleton shape="block" className="h-18 lg:h-40" />
        <Skeleton shape="block" className="h-18 lg:h-40" />
      </div>
      <Skeleton shape="block" className="h-80" />
    </SkeletonGroup>
  );
}
