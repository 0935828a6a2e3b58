import { useEffect } from "react";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { useStore } from "../../../../lib/useStore";
import { wishes, wishesStore } from "../../../../shop/cart/wishes";
import { Notice } from "../../../../ui/Notice";

/** Lists the products whose quantities could not be sent yet, so that the cart does not seem to have lost them. */
export function WaitingWishes() {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = useStore(wishesStore);
  useEffect(() => wishesStore.set(wishes()), []);
  if (waiting.length === 0) return null;
  const names = format.list(
    waiting.map((wish) => wish.name),
    t("basket:comma"),
  );
  return <Notice tone="warning">{t("basket:waiting", { names })}</Notice>;
}
