import type { Translate } from "../lib/i18n";

/** The screen reader labels of a timeline's marks. */
export const stateLabels = (t: Translate) => ({
  done: t("orders:state_done"),
  current: t("orders:state_current"),
  todo: t("orders:state_todo"),
  failed: t("orders:state_failed"),
});
