import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { definePage, usePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { Breadcrumbs } from "../../../ui/Breadcrumbs";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { LoadMore } from "../../../ui/LoadMore";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { quotationsList } from "../api";
import { AskForCart, AskForList } from "../components/Ask";
import { QuotationRow } from "../components/QuotationRow";
import { askPath } from "../model";

/** The shopper's quotations; with ?ask=cart or ?ask=list, asking for another one. */
function QuotationsPage() {
  const { t } = useTranslation();
  const { query } = usePage();
  const ask = query.get("ask");
  const service = query.get("service_id");
  const asking = ask === "list" || (ask === "cart" && service !== "");
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      {asking && (
        <Breadcrumbs
          label={t("orders:crumbs")}
          items={[
            { label: t("quotations:title"), to: paths.myQuotations },
            { label: t("quotations:ask_title") },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">
          {t(asking ? "quotations:ask_title" : "quotations:title")}
        </h1>
        {!asking && (
          <ButtonLink to={askPath("list")} icon="plus" variant="primary">
            {t("quotations:ask")}
          </ButtonLink>
        )}
      </div>
      <SignInFirst>
        {!asking ? (
          <Quotations />
        ) : ask === "cart" ? (
          <AskForCart service={service} />
        ) : (
          <AskForList service={service} />
        )}
      </SignInFirst>
    </Container>
  );
}

function Quotations() {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const list = useInfiniteQuery(quotationsList(useScope(), query.int("page", 1)));
  if (!list.data) {
    if (list.isError || list.fetchStatus === "paused") {
      return (
        <ErrorState
          icon={list.isError ? "alert" : "wifi-off"}
          title={t("quotations:failed")}
          text={t(list.isError ? "quotations:failed_text" : "quotations:failed_offline")}
          retryLabel={t("quotations:retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      );
    }
    return (
      <SkeletonGroup label={t("quotations:loading")} className="flex flex-col gap-3">
        {["a", "b", "c"].map((name) => (
          <Skeleton key={name} shape="block" className="h-28" />
        ))}
      </SkeletonGroup>
    );
  }
  const quotations = list.data.pages.flatMap((page) => page.items);
  if (quotations.length === 0) {
    return (
      <EmptyState
        icon="note"
        title={t("quotations:empty")}
        text={t("quotations:empty_text")}
        action={
          <ButtonLink to={paths.home} variant="plain">
            {t("cart:start")}
          </ButtonLink>
        }
      />
    );
  }
  const last = list.data.pages.at(-1)?.meta;
  const at = (page: number) => path + query.with({ page }).toString();
  return (
    <>
      <h2 className="sr-only">{t("quotations:title")}</h2>
      <ul className="flex flex-col gap-3">
        {quotations.map((quotation) => (
          <li key={quotation.id}>
            <QuotationRow quotation={quotation} />
          </li>
        ))}
      </ul>
      {last && list.hasNextPage && (
        <LoadMore
          to={at(last.current_page + 1)}
          label={t("quotations:more")}
          loadingLabel={t("quotations:loading")}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:title"), noIndex: true }),
  Component: QuotationsPage,
});
