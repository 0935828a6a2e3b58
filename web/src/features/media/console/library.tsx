import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { Filters } from "../../../backoffice/Filters";
import { NextPart } from "../../../backoffice/NextPart";
import { picturesList, type UploadedPicture } from "../../../backoffice/pictures/api";
import { thumbnail } from "../../../backoffice/pictures/model";
import { PicturePicker } from "../../../backoffice/pictures/PicturePicker";
import { toasts } from "../../../backoffice/toasts";
import { useListAddress } from "../../../backoffice/useListAddress";
import { definePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Badge } from "../../../ui/Badge";
import { Card } from "../../../ui/Card";
import { EmptyState } from "../../../ui/EmptyState";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { Picture } from "../../../ui/Picture";
import { ToastRegion } from "../../../ui/ToastRegion";

/** Every picture that was uploaded, the newest first. */
function LibraryPage() {
  const { t } = useTranslation("media");
  const { t: kit } = useTranslation("backoffice");
  const { number } = useFormat();
  const { params } = useListAddress("unused");
  const unused = params.unused !== "";
  const list = useInfiniteQuery(picturesList(useScope(), params.q, unused));
  const client = useQueryClient();
  const items = itemsOf(list) ?? [];
  const total = list.data?.pages[0]?.total;
  const narrowed = params.q !== "" || unused;

  function uploaded() {
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith("/console/media"),
    });
    toasts.show({ text: t("uploaded"), tone: "success" });
  }
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4">
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        {total !== undefined && total > 0 && (
          <span className="text-muted tabular-nums">{number(total)}</span>
        )}
      </div>
      <Card>
        <PicturePicker
          label={t("add")}
          value={[]}
          error={undefined}
          max={100}
          uploadOnly
          onValueChange={uploaded}
        />
      </Card>
      <Filters
        search={t("search")}
        filters={[
          {
            name: "unused",
            label: t("use"),
            all: t("use_all"),
            options: [{ value: "1", label: t("use_none") }],
          },
        ]}
        narrowed={narrowed}
      />
      <Loaded
        query={list}
        texts="backoffice"
        instead={{
          403: (words) => <EmptyState icon="lock" title={kit("not_yours")} text={words} />,
        }}
        skeleton={["h-40", "h-40", "h-40"]}
      >
        {() =>
          items.length > 0 ? (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
              {items.map((one) => (
                <li key={one.name}>
                  <Tile one={one} />
                </li>
              ))}
            </ul>
          ) : narrowed ? (
            <EmptyState icon="search" title={kit("no_match")} text={kit("no_match_text")} />
          ) : (
            <EmptyState icon="image" title={t("empty")} text={t("empty_text")} />
          )
        }
      </Loaded>
      <NextPart list={list} />
      <ToastRegion toasts={toasts} label={kit("messages")} closeLabel={kit("close")} />
    </div>
  );
}

function Tile({ one }: { one: UploadedPicture }) {
  const { t } = useTranslation("media");
  const { lang } = useScope();
  const alt = lang === "ar" ? one.alt_ar : one.alt_en;
  return (
    <Card as="article" pressable className="flex h-full flex-col gap-2">
      <Picture
        src={thumbnail(one.name)}
        alt={alt}
        width={one.image.width}
        height={one.image.height}
      />
      <h2 className="min-w-0 text-sm font-semibold">
        <Link to={`/media/${encodeURIComponent(one.name)}`} look="cover">
          <span className="block truncate">
            <bdi>{one.title || t("untitled")}</bdi>
          </span>
        </Link>
      </h2>
      <p className="mt-auto text-sm text-muted">
        {one.uses > 0 ? (
          t("uses", { count: one.uses })
        ) : (
          <Badge tone="neutral">{t("use_none")}</Badge>
        )}
      </p>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("media:title"), noIndex: true }),
  Component: LibraryPage,
});
