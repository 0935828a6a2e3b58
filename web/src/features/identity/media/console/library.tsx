import { useInfiniteQuery } from "@tanstack/react-query";
import { picturesList, type UploadedPicture } from "../../../../backoffice/pictures/api";
import { thumbnail } from "../../../../backoffice/pictures/model";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordList, RowLink } from "../../../../backoffice/RecordList";
import { toasts } from "../../../../backoffice/toasts";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Card } from "../../../../ui/Card";
import { Picture } from "../../../../ui/Picture";

const pathOf = ({ name }: UploadedPicture) => `/media/${encodeURIComponent(name)}`;

/** All uploaded pictures, the newest first. */
function LibraryPage() {
  const { t } = useTranslation("media");
  const { params } = useListAddress("unused");
  const asked = useInfiniteQuery(picturesList(useScope(), params.q, params.unused !== ""));
  // A picture is identified by its name.
  const list = {
    ...asked,
    data: asked.data && {
      pages: asked.data.pages.map((part) => ({
        ...part,
        items: part.items.map((one) => ({ ...one, id: one.name })),
      })),
    },
  };

  function uploaded() {
    toasts.show({ text: t("uploaded"), tone: "success" });
  }
  return (
    <RecordList<UploadedPicture & { id: string }>
      title={t("title")}
      list={list}
      to={pathOf}
      tiles
      draw={(one) => <Tile one={one} />}
      search={t("search")}
      filters={[
        {
          name: "unused",
          label: t("use"),
          all: t("use_all"),
          options: [{ value: "1", label: t("use_none") }],
        },
      ]}
      empty={{ icon: "image", title: t("empty"), text: t("empty_text") }}
    >
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
    </RecordList>
  );
}

function Tile({ one }: { one: UploadedPicture }) {
  const { t } = useTranslation("media");
  const { lang } = useScope();
  const alt = lang === "ar" ? one.alt_ar : one.alt_en;
  return (
    <div className="flex h-full flex-col gap-2">
      <Picture
        src={thumbnail(one.name)}
        alt={alt}
        width={one.image.width}
        height={one.image.height}
      />
      <h2 className="min-w-0 text-sm font-semibold">
        <RowLink to={pathOf(one)}>
          <span dir="auto" className="block truncate">
            {one.title || t("untitled")}
          </span>
        </RowLink>
      </h2>
      <p className="mt-auto text-sm text-muted">
        {one.uses > 0 ? (
          t("uses", { count: one.uses })
        ) : (
          <Badge tone="neutral">{t("use_none")}</Badge>
        )}
      </p>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("media:title"), noIndex: true }),
  Component: LibraryPage,
});
