import type { Address } from "../../api/types";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { streetOf } from "./model";

type Shown = Pick<Address, "address" | "building_number" | "district"> &
  Partial<Pick<Address, "floor" | "apartment_number" | "landmark" | "city">> & {
    region?: { name: string };
  };

/**
 * An address, one line for each part. The customer may have written it in another language than the
 * page's, so it is isolated from the page's own text and neither changes the other's direction.
 */
export function AddressLines({ address }: { address: Shown }) {
  const { t } = useTranslation("addresses");
  const { floor, apartment_number: flat, landmark, district, city, region } = address;
  const comma = t("comma");
  const format = useFormat();
  const areas = new Set([district.name, city ?? "", region?.name ?? ""]);
  const area = format.list([...areas].filter(Boolean), comma);
  const unit = [floor && t("floor_short", { floor }), flat && t("flat_short", { flat })]
    .filter(Boolean)
    .join(comma);
  return (
    <>
      <p>
        <bdi>
          <Words>{streetOf(address, t)}</Words>
        </bdi>
      </p>
      {area && (
        <p className="text-sm text-muted">
          <Words>{area}</Words>
        </p>
      )}
      {unit && (
        <p className="text-sm text-muted">
          <Words>{unit}</Words>
        </p>
      )}
      {landmark && (
        <p className="text-sm text-muted">
          <bdi>
            <Words>{landmark}</Words>
          </bdi>
        </p>
      )}
    </>
  );
}
