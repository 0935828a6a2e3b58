import type { ShopNotice } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { Icon } from "../../../../ui/Icon";
import { IconTile } from "../../../../ui/IconTile";
import { Link } from "../../../../ui/Link";
import { iconOf, toneOf } from "../model";

/**
 * The newest notice about a subject, with the earlier ones in a fold. Opening the subject marks all as read; a notice
 * without a link is marked by pressing it.
 */
export function NoticeRow({ notice, onRead }: { notice: ShopNotice; onRead: () => void }) {
  const { t } = useTranslation("notices");
  const format = useFormat();
  const at = Date.parse(notice.at);
  return (
    <li className="relative flex items-start gap-3 px-4 py-4 sm:gap-4 has-[a,button]:hover:bg-tint">
      <IconTile icon={iconOf(notice.kind)} tone={toneOf(notice.kind)} size="sm" />
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
        {notice.earlier.length > 0 && <Trail notice={notice} />}
      </span>
      {!notice.read && (
        <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-go" />
      )}
    </li>
  );
}

/** The earlier notices, newest first. */
function Trail({ notice: { earlier, link } }: { notice: ShopNotice }) {
  const { t } = useTranslation("notices");
  const format = useFormat();
  return (
    <details className="group relative z-1 self-start">
      <summary className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-go-text">
        {t("earlier", { count: earlier.length })}
        <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
      </summary>
      <ol className="ms-1 flex flex-col gap-3 border-s-2 border-line ps-4 pb-1">
        {earlier.map((step) => (
          <li key={step.id} className="flex flex-col text-sm">
            <span dir="auto">
              {step.link && step.link !== link ? (
                <Link to={step.link}>
                  <Words>{step.text}</Words>
                </Link>
              ) : (
                <Words>{step.text}</Words>
              )}
            </span>
            <time dateTime={step.at} className="text-muted">
              {format.relative(Date.parse(step.at))}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
