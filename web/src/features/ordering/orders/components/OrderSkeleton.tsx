import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";

/** The placeholder of an order, or of a quotation, while it loads. */
export function OrderSkeleton({ label, first = "h-96" }: { label: string; first?: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Skeleton shape="circle" className="size-14" />
        <div className="flex-1">
          <Skeleton className="w-1/3 text-2xl" />
          <Skeleton className="w-1/2" />
        </div>
      </div>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton shape="block" className={first} />
        <Skeleton shape="block" className="h-64" />
      </div>
    </SkeletonGroup>
  );
}
