import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { useStore } from "../../lib/useStore";
import { Notice } from "../../ui/Notice";
import { claimStore } from "./claim";

/** What became of the cart that was filled before signing in, where it did not simply come along. */
export function ClaimNotices() {
  const { t } = useTranslation();
  const claimed = useStore(claimStore);
  const { amount } = useFormat();
  if (!claimed) return null;
  const close = () => claimStore.set(null);
  return (
    <>
      {claimed.capped.length > 0 && (
        <Notice
          tone="warning"
          live
          title={t("basket:claim_capped")}
          onClose={close}
          closeLabel={t("cart:close_message")}
        >
          <ul>
            {claimed.capped.map((one) => (
              <li key={one.name}>
                {one.unit_grams > 0
                  ? `${one.name}: ${amount(one.qty, one.unit_grams)}`
                  : t("basket:claim_capped_line", { name: one.name, count: one.qty })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {claimed.conflict && (
        <Notice
          tone="warning"
          live
          title={t("basket:claim_conflict")}
          onClose={close}
          closeLabel={t("cart:close_message")}
        >
          {t("basket:claim_conflict_text", { branch: claimed.conflict.branch.name })}
        </Notice>
      )}
    </>
  );
}
