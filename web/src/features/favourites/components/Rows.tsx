import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../api/errors";
import { paths } from "../../../lib/paths";
import { Trans, useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { AddToCart } from "../../../shop/cart/AddToCart";
import { tellCart } from "../../../shop/cart/notification";
import {
  type FavouriteProduct,
  forget,
  type Kind,
  setWishes,
  type Wishes,
} from "../../../shop/favourites/api";
import { Heart } from "../../../shop/favourites/Heart";
import { cheaperBy } from "../../../shop/favourites/model";
import { useClosed } from "../../../shop/useClosed";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { IconButton } from "../../../ui/IconButton";
import { Link } from "../../../ui/Link";
import { Picture } from "../../../ui/Picture";
import { Price } from "../../../ui/Price";

/** A favourite product: what it costs here now, whether it can be had, what to be told of it. */
export function ProductRow({ favourite }: { favourite: FavouriteProduct }) {
  const { t } = useTranslation();
  const format = useFormat();
  const closedOf = useClosed();
  const [alerts, setAlerts] = useState(false);
  const { product } = favourite;
  if (!product) {
    return (
      <li>
        <GoneRow kind="product" id={favourite.id} name={favourite.name} />
      </li>
    );
  }
  const saved = cheaperBy(favourite.price_was, product.price);
  const to = `${paths.product(product.slug)}?branch_id=${product.branch.id}`;
  const closed = closedOf(product.branch);
  const reached = product.branch.delivers !== false;
  return (
    <Card as="li" padding="none" className="p-2">
      <div className="flex gap-3">
        <Link to={to} look="plain" tabIndex={-1} aria-hidden="true">
          <Picture
            src={product.image.src}
            alt=""
            width={product.image.width}
            height={product.image.height}
            tint={product.tint}
            className={`size-24 shrink-0 ${product.available && reached ? "" : "opacity-60"}`}
          />
        </Link>
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex items-start">
            <h2 className="line-clamp-2 min-w-0 flex-1 pt-2 leading-7 font-medium">
              <Link to={to} look="quiet">
                {product.name}
              </Link>
            </h2>
            <IconButton
              icon="bell"
              label={t("favourites:tell_me", { name: favourite.name })}
              aria-expanded={alerts}
              onClick={() => setAlerts(!alerts)}
            />
            <Heart kind="product" id={product.id} name={product.name} />
          </div>
          <div className="mt-auto flex items-end justify-between gap-2">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-2">
                <Price
                  size="sm"
                  price={format.price(product.price, product.currency, product.unit_grams)}
                  old={product.old_price === null ? undefined : format.price(product.old_price)}
                  oldLabel={t("catalog:old_price")}
                  prefix={product.price_varies ? t("catalog:from") : undefined}
                />
                {saved > 0 && (
                  <Badge tone="offer">
                    {t("favourites:cheaper", { amount: format.money(saved) })}
                  </Badge>
                )}
              </div>
              <p className="text-sm leading-6 text-muted">{product.branch.name}</p>
              {!reached ? (
                <p className="text-sm leading-6 text-trouble-text">{t("branches:not_here")}</p>
              ) : (
                closed && <p className="text-sm leading-6 font-medium">{closed}</p>
              )}
              {product.available && product.stock_left !== null && (
                <p className="text-sm leading-6 font-medium text-trouble-text">
                  {product.unit_grams > 0
                    ? t("cart:at_most_weight", {
                        weight: format.amount(product.stock_left, product.unit_grams),
                      })
                    : t("catalog:left", { count: product.stock_left })}
                </p>
              )}
            </div>
            {/* Only what can be had here and now. */}
            {reached && !closed && <AddToCart product={product} branch={product.branch.id} />}
          </div>
        </div>
      </div>
      {alerts && <Alerts favourite={favourite} />}
    </Card>
  );
}

/** What to be told of a favourite; saved at once, put back when that fails. */
function Alerts({ favourite }: { favourite: FavouriteProduct }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (wishes: Wishes) => setWishes(wishes),
    onError: (error) =>
      tellCart({
        text: errorText(error, t, { inPlace: true }) ?? t("hearts:failed"),
        tone: "trouble",
      }),
    onSettled: () => forget(client),
  });
  // What was pressed is shown until the list has been read again.
  const now: Wishes = save.isPending && save.variables ? save.variables : favourite;
  const set = (changes: Partial<Wishes>) =>
    save.mutate({
      id: favourite.id,
      price_drop: now.price_drop,
      back_in_stock: now.back_in_stock,
      ...changes,
    });
  return (
    <fieldset className="mt-1 flex flex-wrap gap-x-5 border-t border-line px-1 pt-1">
      <legend className="sr-only">{t("favourites:tell_me", { name: favourite.name })}</legend>
      <Checkbox
        label={t("favourites:tell_price")}
        checked={now.price_drop}
        onCheckedChange={(on) => set({ price_drop: on })}
      />
      <Checkbox
        label={t("favourites:tell_stock")}
        checked={now.back_in_stock}
        onCheckedChange={(on) => set({ back_in_stock: on })}
      />
      <p className="pb-1 text-sm text-muted">
        <Trans
          t={t}
          i18nKey="favourites:tell_hint"
          components={{ preferences: <Link to={paths.preferences} /> }}
        />
      </p>
    </fieldset>
  );
}

/** What was marked and is no more: its name, and the heart to take it away. */
export function GoneRow({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Card padding="sm" className="flex items-center gap-3">
      <div className="min-w-0 flex-1 px-1">
        <h2 className="font-medium">{name}</h2>
        <p className="text-sm text-muted">{t(`favourites:gone_${kind}`)}</p>
      </div>
      <Heart kind={kind} id={id} name={name} />
    </Card>
  );
}
