import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../../api/errors";
import { paths } from "../../../../lib/paths";
import { Trans, useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { AddToCart } from "../../../../shop/cart/AddToCart";
import { tellCart } from "../../../../shop/cart/notification";
import {
  type FavouriteProduct,
  forget,
  type Kind,
  setWishes,
  type Wishes,
} from "../../../../shop/favourites/api";
import { Heart } from "../../../../shop/favourites/Heart";
import { cheaperBy } from "../../../../shop/favourites/model";
import { ProductCard } from "../../../../shop/products/ProductCard";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";

/** A favourite product as in lists, with its alerts behind the bell. */
export function FavouriteCard({ favourite }: { favourite: FavouriteProduct }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [alerts, setAlerts] = useState(false);
  const { product } = favourite;
  if (!product) {
    return (
      <li className="col-span-full">
        <GoneRow kind="product" id={favourite.id} name={favourite.name} />
      </li>
    );
  }
  const { branch } = product;
  const saved = cheaperBy(favourite.price_was, product.price);
  return (
    <>
      <li>
        <ProductCard
          product={product}
          branch={branch.id}
          away
          showBranch
          action={<AddToCart product={product} branch={branch.id} />}
        >
          {saved > 0 && (
            <p>
              <Badge tone="offer">{t("favourites:cheaper", { amount: format.money(saved) })}</Badge>
            </p>
          )}
          <Button
            variant="plain"
            size="sm"
            icon="bell"
            className="relative z-10 order-last -ms-3 mt-auto self-start"
            aria-label={t("favourites:tell_me", { name: favourite.name })}
            aria-expanded={alerts}
            onClick={() => setAlerts(!alerts)}
          >
            {t("favourites:alerts")}
            {(favourite.price_drop || favourite.back_in_stock) && <Icon name="check" size={16} />}
          </Button>
        </ProductCard>
      </li>
      {alerts && (
        <Card as="li" padding="sm" className="col-span-full">
          <Alerts favourite={favourite} />
        </Card>
      )}
    </>
  );
}

/** The alerts of a favourite; saved immediately, and reset if that fails. */
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
  // Shows the pressed state until the list has been read again.
  const now: Wishes = save.isPending && save.variables ? save.variables : favourite;
  const set = (changes: Partial<Wishes>) =>
    save.mutate({
      id: favourite.id,
      price_drop: now.price_drop,
      back_in_stock: now.back_in_stock,
      ...changes,
    });
  return (
    <fieldset className="flex flex-wrap gap-x-5 px-1">
      <legend className="font-medium">{t("favourites:tell_me", { name: favourite.name })}</legend>
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

/** A favourite that no longer exists: its name, and the heart to remove it. */
export function GoneRow({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Card padding="sm" className="flex items-center gap-3">
      <div className="min-w-0 flex-1 px-1">
        <h2 className="font-medium">
          <Isolate>{name}</Isolate>
        </h2>
        <p className="text-sm text-muted">{t(`favourites:gone_${kind}`)}</p>
      </div>
      <Heart kind={kind} id={id} name={name} />
    </Card>
  );
}
