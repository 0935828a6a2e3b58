import { useQuery } from "@tanstack/react-query";
import { spokenIn } from "../../../../lib/lang";
import { definePage, type PageContext, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { Link } from "../../../../ui/Link";
import { ReadFailure } from "../../../../ui/ReadFailure";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { informationNames, informationQuery } from "../api";
import { HtmlText } from "../components/HtmlText";
import { OtherLanguage } from "../components/OtherLanguage";
import { Questions } from "../components/Questions";
import { summary } from "../html";

const nameOf = ({ params }: PageContext) => params.name ?? "";

function Information() {
  const { t } = useTranslation("content");
  const name = nameOf(usePage());
  const scope = useScope();
  const page = useQuery(informationQuery(scope, name));
  const { date } = useFormat();
  if (page.isError && !page.data) {
    return (
      <Container width="text" className="py-6">
        <ReadFailure
          level={1}
          error={page.error}
          title={t("failed")}
          retryLabel={t("retry")}
          onRetry={() => void page.refetch()}
          retrying={page.isFetching}
        />
      </Container>
    );
  }
  if (!page.data) {
    return (
      <Container width="text" className="py-6">
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-3 text-lg">
          <Skeleton className="w-2/3 text-3xl" />
          {["w-full", "w-11/12", "w-3/4", "w-5/6", "w-4/5", "w-2/3"].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </SkeletonGroup>
      </Container>
    );
  }
  const { title, html, updated_at, lang } = page.data;
  const faq = name === "faq";
  const others = informationNames.filter((one) => one !== name);
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <OtherLanguage lang={lang} />
      <article {...spokenIn(lang)} className={cx("flex flex-col gap-4", !faq && "max-w-3xl")}>
        <div className="flex items-center justify-between gap-4">
          <div>
            <h1 className="text-2xl font-semibold text-balance sm:text-3xl">
              <Isolate>{title}</Isolate>
            </h1>
            <p {...spokenIn(scope.lang)} className="mt-1 text-sm text-muted">
              {t("updated", { date: date(Date.parse(updated_at)) })}
            </p>
          </div>
          {faq && (
            <img
              src="/questions.svg"
              alt=""
              width={200}
              height={150}
              className="h-auto w-28 shrink-0 sm:w-44"
            />
          )}
        </div>
        {faq ? <Questions html={html} /> : <HtmlText html={html} />}
      </article>
      <nav aria-label={t("others")} className="mt-4 border-t border-line pt-4">
        <ul className="flex flex-wrap gap-x-6">
          {others.map((other) => (
            <li key={other}>
              <Link to={paths.information(other)} className="inline-flex min-h-11 items-center">
                {t(`name_${other}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Container>
  );
}

export default definePage({
  queries: (context) => [informationQuery(context.scope, nameOf(context))],
  head: (context) => {
    const { read, scope, t } = context;
    const name = nameOf(context);
    const page = read(informationQuery(scope, name));
    return {
      title: page?.title ?? t("content:title"),
      description: page ? summary(page.html) : undefined,
      canonicalPath: paths.information(name),
    };
  },
  Component: Information,
});
