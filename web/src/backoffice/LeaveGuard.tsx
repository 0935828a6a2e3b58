import { useEffect, useState } from "react";
import { useNavigate } from "../lib/history";
import { useLinkBase } from "../lib/links";
import { useTranslation } from "../lib/translation";
import { ConfirmDialog } from "../ui/ConfirmDialog";

/** Asks before a link leads away from unsaved changes, which stay in this tab either way. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { t } = useTranslation("backoffice");
  const navigate = useNavigate();
  const base = useLinkBase() ?? "";
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return;
    const ask = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a[data-shop]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      // Only one guard asks, also on a page with several forms.
      event.stopImmediatePropagation();
      setLeaving((link.pathname.slice(base.length) || "/") + link.search + link.hash);
    };
    document.addEventListener("click", ask, true);
    return () => document.removeEventListener("click", ask, true);
  }, [active, base]);
  return (
    <ConfirmDialog
      open={leaving !== null}
      title={t("leave_title")}
      text={t("leave_text")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
      onConfirm={() => {
        if (leaving !== null) navigate(leaving);
      }}
      onCancel={() => setLeaving(null)}
    />
  );
}
