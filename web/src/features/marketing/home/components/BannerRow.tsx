import { useRef } from "react";
import type { Banner } from "../../../../api/types";
import { spokenIn } from "../../../../lib/lang";
import { useTranslation } from "../../../../lib/translation";
import { Words } from "../../../../lib/words";
import { cx } from "../../../../ui/cx";
import { Icon } from "../../../../ui/Icon";
import { Lattice } from "../../../../ui/Lattice";
import { Link } from "../../../../ui/Link";
import { across, Row, RowArrows } from "../../../../ui/Row";

/** The current banners in a row that only the customer moves. */
export function BannerRow({ banners }: { banners: readonly Banner[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  if (banners.length === 0) return null;
  return (
    <section aria-label={t("home:banners")} className="relative">
      <Row ref={list} className="snap-mandatory">
        {banners.map((banner, place) => (
          <li
            key={banner.id}
            className={cx(
              "@container shrink-0 snap-start",
              banners.length === 1
                ? "w-full"
                : banners.length === 2
                  ? "w-[86%] sm:w-[calc((100%-0.75rem)/2)]"
                  : `w-[86%] sm:w-[60%] ${across(banners.length)}`,
            )}
          >
            <div className="relative isolate flex h-full min-h-40 items-center gap-3 overflow-hidden rounded-card bg-go p-5 text-on-go">
              <Lattice size={64} fade="start" className="opacity-25!" />
              <div className="min-w-0 flex-1">
                <h2
                  {...spokenIn(banner.lang)}
                  className="text-xl leading-snug font-semibold text-balance"
                >
                  <Link to={banner.link} look="cover">
                    <Words>{banner.title}</Words>
                  </Link>
                </h2>
                <p {...spokenIn(banner.text_lang)} className="mt-1 text-sm leading-6">
                  <Words>{banner.text}</Words>
                </p>
                <p className="mt-2 inline-flex items-center gap-1 text-sm font-semibold underline underline-offset-4">
                  <bdi {...spokenIn(banner.action_lang)}>{banner.action}</bdi>
                  <Icon name="arrow-end" size={18} />
                </p>
              </div>
              <img
                src={banner.image.src}
                alt=""
                width={banner.image.width}
                height={banner.image.height}
                loading={place === 0 ? "eager" : "lazy"}
                className="size-28 max-w-[36%] shrink-0 rounded-control object-contain @max-[13rem]:hidden sm:size-36"
              />
            </div>
          </li>
        ))}
      </Row>
      {/* Without a heading to hold them, the arrows are placed over the edges. */}
      <RowArrows
        list={list}
        className="pointer-events-none absolute -inset-x-4 inset-y-0 flex items-center justify-between pb-2"
      />
    </section>
  );
}
