import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";

interface Hours {
  is_closed: boolean;
  opens_at?: string | null;
  closed_reason?: string | null;
}

interface Words {
  now: string;
  until: string;
  /** In the words: the branch's name. */
  branch?: string;
}

const short: Words = { now: "branches:closed", until: "branches:closed_until" };

/**
 * "Closed, opens 9:00 AM" of a closed branch, or what the words say of it: the hour where nothing
 * but its hours keeps it closed.
 */
export function useClosed() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    { is_closed, opens_at, closed_reason = "hours" }: Hours,
    { now, until, ...named }: Words = short,
  ): string | null =>
    !is_closed
      ? null
      : opens_at && closed_reason === "hours"
        ? t(until, { ...named, time: format.dayTime(Date.parse(opens_at)) })
        : t(now, named);
}
