import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "../../lib/history";
import { paths } from "../../lib/paths";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { cx } from "../../ui/cx";
import { unreadQuery } from "./api";

const look =
  "absolute min-w-5 rounded-full bg-go px-1 text-center text-xs leading-5 font-semibold text-on-go tabular-nums ring-2";

export interface UnreadMarkProps {
  /** Loads the texts with this component's words, which a first visit does not include. */
  texts: () => Promise<unknown>;
}

/** The number of unread notices, on the link to the account: in the header on wide screens, else in the bottom bar. */
export default function UnreadMark({ texts }: UnreadMarkProps) {
  const format = useFormat();
  const [wide] = useState(() => window.matchMedia("(width >= 48rem)").matches);
  const count = useQuery(unreadQuery(useScope())).data?.unread ?? 0;
  if (count === 0) return null;
  if (!wide) return <AtTab count={count} texts={texts} />;
  return (
    <span aria-hidden="true" className={cx(look, "-end-2.5 -top-2.5 ring-paper")}>
      {format.number(count)}
    </span>
  );
}

/** On the phone's link to the account, which some pages do not have. */
function AtTab({ count, texts }: UnreadMarkProps & { count: number }) {
  const { t } = useTranslation("notices");
  const format = useFormat();
  const { pathname } = useLocation();
  const [tab, setTab] = useState<Element | null>(null);
  const [worded, setWorded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own
  useEffect(() => {
    setTab(document.querySelector(`.places a[href$="${paths.account}"]`));
  }, [pathname]);
  useEffect(() => {
    // Until the words are loaded, only the number is shown.
    texts().then(
      () => setWorded(true),
      () => undefined,
    );
  }, [texts]);
  if (!tab) return null;
  return createPortal(
    // Takes no space in the layout, so that nothing shifts.
    <span className="relative -mt-0.5 block size-0">
      <span aria-hidden="true" className={cx(look, "start-2 bottom-7 ring-card")}>
        {format.number(count)}
      </span>
      {worded && <span className="sr-only"> {t("count", { count })}</span>}
    </span>,
    tab,
  );
}
