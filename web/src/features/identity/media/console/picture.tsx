import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  deletePicture,
  type PictureDetail,
  pictureQuery,
  picturesChanged,
} from "../../../../backoffice/pictures/api";
import { PictureTexts } from "../../../../backoffice/pictures/PictureTexts";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";

/** The page that edits each kind of record that shows pictures; missing for kinds without a page. */
const placeOf: Record<string, (id: string) => string> = {
  post: (id) => `/content/posts/${id}`,
  banner: (id) => `/content/banners/${id}`,
  product: (id) => `/products/${id}`,
  category: (id) => `/categories/${id}`,
  store: (id) => `/stores/${id}`,
  service: (id) => `/services/${id}`,
};
const kinds = ["post", "banner", "product", "category", "store", "service", "shop"] as const;

/** One picture: its description, the records that show it, and deleting it while none does. */
function PicturePage() {
  const { t } = useTranslation("media");
  const { t: kit } = useTranslation("backoffice");
  const { params } = usePage();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const asked = useQuery(pictureQuery(scope, params.name ?? ""));
  return (
    <RecordPage
      back={{ to: "/media", label: t("back") }}
      query={asked}
      title={(picture) => <bdi>{picture?.title || t("untitled")}</bdi>}
      actions={(picture) =>
        picture.uses > 0 || !picture.can_edit
          ? []
          : [
              {
                id: "delete",
                label: t("delete"),
                icon: "trash",
                danger: true,
                confirm: { title: t("delete_title"), text: t("delete_text") },
                run: async () => {
                  await deletePicture(picture.name);
                  void picturesChanged(client);
                  toasts.show({ text: t("deleted"), tone: "success" });
                  navigate("/media", { replace: true });
                },
              },
            ]
      }
      history={({ name }) => <RecordHistory object={name} action="picture." />}
    >
      {(picture) =>
        picture && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Card className="flex flex-col gap-3">
              <img
                src={picture.image.src}
                srcSet={picture.image.srcset}
                sizes="(min-width: 64rem) 30rem, 90vw"
                width={picture.image.width}
                height={picture.image.height}
                alt={scope.lang === "ar" ? picture.alt_ar : picture.alt_en}
                className="max-h-96 w-full rounded-card bg-tint object-contain"
              />
              <Facts picture={picture} />
            </Card>
            <div className="flex flex-col gap-4">
              <PictureTexts
                picture={picture}
                onSaved={(saved) => {
                  client.setQueryData(pictureQuery(scope, picture.name).queryKey, saved);
                  void picturesChanged(client);
                  toasts.show({ text: kit("saved"), tone: "success" });
                }}
              />
              <Card className="flex flex-col gap-2">
                <h2 className="text-lg font-semibold">{t("used_by")}</h2>
                <UsedBy picture={picture} />
              </Card>
            </div>
          </div>
        )
      }
    </RecordPage>
  );
}

function Facts({ picture }: { picture: PictureDetail }) {
  const { t } = useTranslation("media");
  const format = useFormat();
  const size = `${format.number(picture.image.width)} × ${format.number(picture.image.height)}`;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted">{t("size")}</dt>
      <dd>
        <Ltr>{size}</Ltr>
      </dd>
      <dt className="text-muted">{t("bytes")}</dt>
      <dd>{t("kilobytes", { number: format.number(Math.ceil(picture.bytes / 1024)) })}</dd>
      <dt className="text-muted">{t("by")}</dt>
      <dd>
        <bdi>{picture.by || t("by_nobody")}</bdi>
      </dd>
      <dt className="text-muted">{t("when")}</dt>
      <dd>{format.date(Date.parse(picture.created_at))}</dd>
    </dl>
  );
}

function UsedBy({ picture }: { picture: PictureDetail }) {
  const { t } = useTranslation("media");
  const { lang } = useScope();
  const format = useFormat();
  if (picture.used_by.length === 0) {
    return (
      <Notice tone="info">
        {picture.goes_at
          ? t("goes", { date: format.date(Date.parse(picture.goes_at)) })
          : t("uses", { count: picture.uses })}
      </Notice>
    );
  }
  return (
    <ul className="flex flex-col gap-1">
      {picture.used_by.map(({ kind, id, title_en, title_ar }) => {
        const known = kinds.find((one) => one === kind);
        const title = (lang === "ar" ? title_ar || title_en : title_en || title_ar) || id;
        const to = placeOf[kind]?.(encodeURIComponent(id));
        return (
          <li key={`${kind} ${id}`} className="flex flex-wrap gap-x-2">
            <span className="text-muted">{known ? t(`kind_${known}`) : kind}</span>
            {to ? (
              <Link to={to}>
                <bdi>{title}</bdi>
              </Link>
            ) : (
              <bdi>{title}</bdi>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("media:title"), noIndex: true }),
  Component: PicturePage,
});
