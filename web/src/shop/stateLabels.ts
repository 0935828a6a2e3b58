import type { Translate } from "../lib/i18n";

/** What the marks of a timeline say to those who cannot see them. */
export const stateLabels = (t: Translate) => ({
  done: t("orders:state_done"),
  current: t("orders:state_current"),
  todo: t("orders:state_todo"),
  failed: t("orders:state_failed"),
});
