import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { useStore } from "../../lib/useStore";
import { Notice } from "../../ui/Notice";
import { claimStore } from "./claim";

/** The products of which fewer are available than the guest's cart held before signing in. */
export function ClaimNotices() {
  const { t } = useTranslation();
  const claimed = useStore(claimStore);
  const { amount } = useFormat();
  if (!claimed || claimed.capped.length === 0) return null;
  return (
    <Notice
      tone="warning"
      live
      title={t("basket:claim_capped")}
      onClose={() => claimStore.set((now) => now && (now.conflict ? { ...now, capped: [] } : null))}
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
  );
}
