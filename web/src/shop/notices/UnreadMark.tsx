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
  /** Brings the texts that come with no first visit, in which its words are. */
  texts: () => Promise<unknown>;
}

/** How many notices wait, at the way to the account: in the head on wide screens, else below. */
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

/** At the phone's way to the account, which some pages do without. */
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
    // Without words it is a figure to look at.
    texts().then(
      () => setWorded(true),
      () => undefined,
    );
  }, [texts]);
  if (!tab) return null;
  return createPortal(
    // Without room of its own, so that nothing there moves.
    <span className="relative -mt-0.5 block size-0">
      <span aria-hidden="true" className={cx(look, "start-2 bottom-7 ring-card")}>
        {format.number(count)}
      </span>
      {worded && <span className="sr-only"> {t("count", { count })}</span>}
    </span>,
    tab,
  );
}
