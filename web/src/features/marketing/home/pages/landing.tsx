import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { cx } from "../../../../ui/cx";
import { Icon, type IconName } from "../../../../ui/Icon";
import { Lattice } from "../../../../ui/Lattice";
import { Link } from "../../../../ui/Link";
import { Picture } from "../../../../ui/Picture";
import { Section } from "../../../../ui/Section";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { AreaField } from "../../../locations/places/components/AreaField";
import { windowsQuery } from "../api";
import { ShopWindow } from "../components/ShopWindow";

const steps: readonly { name: "place" | "pick" | "door"; icon: IconName }[] = [
  { name: "place", icon: "pin" },
  { name: "pick", icon: "bag" },
  { name: "door", icon: "moped" },
];

function Landing() {
  const { t } = useTranslation("landing");
  return (
    <>
      <section className="relative isolate z-10 bg-go-soft">
        <div className="absolute inset-0 -z-10 overflow-hidden">
          <Lattice size={64} />
        </div>
        <div className="mx-auto flex max-w-7xl flex-col items-start gap-3 px-4 py-6 sm:px-6 md:gap-5 md:py-14 xl:relative">
          <h1 className="max-w-xl text-2xl leading-tight font-bold text-balance sm:text-3xl md:text-5xl">
            {t("heading")}
          </h1>
          <p className="max-w-lg text-muted text-pretty md:text-lg">{t("text")}</p>
          <AreaField />
          <HeroGoods />
        </div>
      </section>
      <div className="mx-auto flex max-w-7xl flex-col gap-8 px-4 py-5 sm:px-6 md:py-10">
        <Windows />
        <section>
          <h2 className="text-xl font-semibold">{t("steps")}</h2>
          <ol className="mt-3 grid gap-x-8 gap-y-4 md:grid-cols-3">
            {steps.map(({ name, icon }) => (
              <li key={name} className="flex gap-3">
                <Icon name={icon} size={28} className="mt-1 shrink-0 text-go-text" />
                <div>
                  <h3 className="font-semibold">{t(`step_${name}`)}</h3>
                  <p className="text-muted text-pretty">{t(`step_${name}_text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}

/** Products sold nearby, one from each window: under the heading, on wide screens next to it. */
function HeroGoods() {
  const windows = useQuery(windowsQuery(useScope())).data ?? [];
  const images = windows.flatMap(({ products }) => (products[1] ?? products[0])?.image ?? []);
  const goods = images.filter(
    ({ src }, place) => src && images.findIndex((one) => one.src === src) === place,
  );
  return (
    <div
      aria-hidden="true"
      className="-z-10 -mb-4 flex w-full max-w-md items-end self-center md:hidden xl:absolute xl:inset-y-0 xl:max-w-none xl:end-6 xl:mb-0 xl:flex xl:h-auto xl:w-auto xl:items-center"
    >
      {goods.slice(0, 5).map(({ src, srcset, width, height }) => (
        <Picture
          key={src}
          src={src}
          srcset={srcset}
          sizes="(min-width: 80rem) 16rem, 30vw"
          alt=""
          width={width}
          height={height}
          tint="none"
          className="-mx-3 min-w-0 flex-1 even:z-10 even:flex-[1.2] xl:size-48 xl:flex-none xl:mx-0 xl:even:-mx-5 xl:even:size-64 xl:even:flex-none xl:nth-[n+4]:hidden"
        />
      ))}
    </div>
  );
}

/** Branches that are open or open soon, with some products. If they could not be read, the page leaves them out. */
function Windows() {
  const { t } = useTranslation();
  const windows = useQuery(windowsQuery(useScope()));
  if (windows.isPending && windows.fetchStatus === "fetching") {
    return (
      <SkeletonGroup
        label={t("home:loading")}
        className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3"
      >
        {["a", "b", "c"].map((name) => (
          <Skeleton key={name} shape="block" className="h-64" />
        ))}
      </SkeletonGroup>
    );
  }
  const list = windows.data ?? [];
  if (list.length === 0) return null;
  return (
    <Section
      className="gap-2"
      title={t(`landing:${titleOf(list)}`)}
      action={
        <Link to={paths.home} className="inline-flex min-h-11 items-center">
          {t("home:see_all")}
        </Link>
      }
    >
      {/* Customers must not assume that all of them deliver to them. */}
      {list[0]?.branch.delivers === null && (
        <p className="-mt-3 text-muted">{t("landing:windows_anywhere")}</p>
      )}
      <ul
        className={cx(
          "grid grid-cols-1 gap-4 md:grid-cols-2",
          // Four windows in rows of three would leave one alone.
          list.length > 2 && list.length !== 4 && "xl:grid-cols-3",
        )}
      >
        {list.map((window, place) => (
          <li key={window.branch.id}>
            <ShopWindow window={window} eager={place === 0} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Open branches come first. */
function titleOf(list: readonly { branch: { is_closed: boolean } }[]) {
  if (list[0]?.branch.is_closed) return "windows_closed";
  return list.at(-1)?.branch.is_closed ? "windows_mixed" : "windows";
}

export default definePage({
  queries: ({ scope }) => [windowsQuery(scope)],
  head: ({ t, origin }) => ({
    title: t("landing:heading"),
    description: t("landing:text"),
    jsonLd: __SERVER__
      ? [
          {
            "@context": "https://schema.org",
            "@type": "WebSite",
            name: t("shell:brand"),
            url: origin,
          },
        ]
      : undefined,
  }),
  Component: Landing,
});
