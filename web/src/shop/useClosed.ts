import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";

interface Hours {
  is_closed: boolean;
  opens_at?: string | null;
  closed_reason?: string | null;
}

/** Whether a branch takes orders, now or for later: a closed branch without an opening time takes none. */
export const takesOrders = ({ is_closed, opens_at }: Hours): boolean =>
  !is_closed || Boolean(opens_at);

/**
 * Returns the text for a closed branch: "Closed, opens 9:00 AM", with the hour if the branch is closed
 * only because of its opening hours. `text` is the text's key; the version with the hour has the suffix
 * "_until".
 */
export function useClosed() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    { is_closed, opens_at, closed_reason = "hours" }: Hours,
    text = "branches:closed",
    branch = "",
  ): string | null =>
    !is_closed
      ? null
      : opens_at && closed_reason === "hours"
        ? t(`${text}_until`, { branch, time: format.dayTime(Date.parse(opens_at)) })
        : t(text, { branch });
}
