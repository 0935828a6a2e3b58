import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { VariantName } from "../../../../ui/VariantName";
import type { Return, ReturnItem } from "../api";
import { amountOf } from "../model";

/** The returned items with their reasons, and those that were not accepted. */
export function GivenBack({ one }: { one: Pick<Return, "items" | "refund"> }) {
  return (
    <ul className="divide-y divide-line">
      {one.items.map((item) => (
        <Item key={item.id} item={item} currency={one.refund.currency} />
      ))}
    </ul>
  );
}

function Item({ item, currency }: { item: ReturnItem; currency: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Picture
        src={item.product.image.src}
        alt=""
        width={item.product.image.width}
        height={item.product.image.height}
        className="size-14 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="leading-snug font-medium">
          {amountOf(format, item)} × <Isolate>{item.product.name}</Isolate>
          <VariantName>{item.variant_name}</VariantName>
        </p>
        <p className="text-sm text-muted">
          <Isolate>{item.reason.name}</Isolate>
        </p>
        {item.comment && (
          <p className="text-sm break-words">
            <bdi>{item.comment}</bdi>
          </p>
        )}
        {item.photos.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {item.photos.map((photo, place) => (
              <li key={photo.id}>
                <Link to={photo.src} look="plain" newTab reload className="block">
                  <img
                    src={photo.src}
                    alt={t("photos:photo", { number: format.number(place + 1) })}
                    width={64}
                    height={64}
                    loading="lazy"
                    className="size-16 rounded-control bg-tint object-cover"
                  />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {item.refused.map(({ qty, why }) => (
          <p key={why} className="text-sm text-trouble-text">
            {item.unit_grams > 0
              ? t("returns:not_accepted_weight", { weight: amountOf(format, item, qty) })
              : t("returns:not_accepted", { count: qty })}{" "}
            <bdi>{why}</bdi>
          </p>
        ))}
      </div>
      <p className="text-end tabular-nums">
        <bdi>{format.money(item.refund, currency)}</bdi>
      </p>
    </li>
  );
}
