import type { ShopNotice } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { iconOf } from "../model";

/** One piece of news. Opening what it is about reads it; of nothing to open, pressing it does. */
export function NoticeRow({ notice, onRead }: { notice: ShopNotice; onRead: () => void }) {
  const { t } = useTranslation("notices");
  const format = useFormat();
  const at = Date.parse(notice.at);
  return (
    <li className="relative flex items-start gap-4 border-t border-line px-4 py-4 first:border-t-0 has-[a,button]:hover:bg-tint">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-go-text">
        <Icon name={iconOf(notice.kind)} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className={notice.read ? "" : "font-semibold"} dir="auto">
          {!notice.read && <span className="sr-only">{t("unread")} </span>}
          {notice.link ? (
            <Link to={notice.link} look="cover" onClick={notice.read ? undefined : onRead}>
              <Words>{notice.text}</Words>
            </Link>
          ) : !notice.read ? (
            <button
              type="button"
              title={t("mark_read")}
              className="text-start after:absolute after:inset-0"
              onClick={onRead}
            >
              <Words>{notice.text}</Words>
            </button>
          ) : (
            <Words>{notice.text}</Words>
          )}
        </span>
        <time dateTime={notice.at} className="text-sm text-muted">
          {format.relative(at)}
        </time>
      </span>
      {!notice.read && (
        <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-go" />
      )}
    </li>
  );
}
