import type { ShopNotice } from "../../../api/types";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { iconOf } from "../model";

/** One piece of news. Opening what it is about reads it. */
export function NoticeRow({ notice, onRead }: { notice: ShopNotice; onRead: () => void }) {
  const { t } = useTranslation("notices");
  const format = useFormat();
  const at = Date.parse(notice.at);
  return (
    <li className="relative flex items-start gap-4 border-t border-line px-4 py-4 first:border-t-0">
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
          ) : (
            <Words>{notice.text}</Words>
          )}
        </span>
        <span className="flex items-center justify-between">
          <time dateTime={notice.at} className="text-sm text-muted">
            {format.relative(at)}
          </time>
          {!notice.read && (
            <Button
              variant="plain"
              size="sm"
              icon="check"
              aria-label={`${t("mark_read")} ${notice.text}`}
              className="relative z-10 -my-3 -me-2"
              onClick={onRead}
            >
              {t("mark_read")}
            </Button>
          )}
        </span>
      </span>
    </li>
  );
}
