import { useEffect } from "react";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { useStore } from "../../lib/useStore";
import { Notice } from "../../ui/Notice";
import { wishes, wishesStore } from "./wishes";

/** Lists the products whose quantities could not be sent yet, so that the cart does not seem to have lost them. */
export function WaitingWishes() {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = useStore(wishesStore);
  useEffect(() => wishesStore.set(wishes()), []);
  if (waiting.length === 0) return null;
  const names = format.list(
    waiting.map((wish) => wish.name),
    t("home:comma"),
  );
  return <Notice tone="warning">{t("cart:waiting", { names })}</Notice>;
}
