import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Address } from "../../../../api/types";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { addressesQuery } from "../../../../shop/addresses/api";
import { oneLine, shopFor } from "../../../../shop/addresses/model";
import { Icon } from "../../../../ui/Icon";

/** The signed-in customer's addresses: most orders go to one of them. Nothing while there is none. */
export default function SavedPlaces({
  required,
  onTaken,
}: {
  /** The dialog opened by itself: the default address is selected if there is one. */
  required: boolean | undefined;
  onTaken: () => void;
}) {
  const { t } = useTranslation();
  const scope = useScope();
  const format = useFormat();
  const { data } = useQuery(addressesQuery(scope));
  function take(address: Address) {
    shopFor(address, t);
    onTaken();
  }
  const own = required ? data?.find((address) => address.is_default) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (own) take(own);
  }, [own]);
  if (!data || data.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2" aria-label={t("places:saved")}>
      {data.slice(0, 5).map((address) => (
        <li key={address.id}>
          <button
            type="button"
            aria-current={address.id === scope.address || undefined}
            onClick={() => take(address)}
            className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line px-4 text-start hover:bg-tint aria-[current]:border-go aria-[current]:bg-go-soft"
          >
            <Icon name="pin" size={20} className="shrink-0 text-muted" />
            <span className="min-w-0">
              <span className="block font-medium">
                <Isolate>{address.name || address.district.name}</Isolate>
              </span>
              <span className="block truncate text-sm text-muted">
                <Words>{oneLine(address, t, format.list)}</Words>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
