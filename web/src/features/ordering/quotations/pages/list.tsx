import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../../api/query";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Breadcrumbs } from "../../../../ui/Breadcrumbs";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Container } from "../../../../ui/Container";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { LoadedList } from "../../../../ui/LoadedList";
import { More } from "../../../../ui/More";
import { PageHead } from "../../../../ui/PageHead";
import { quotationsList } from "../api";
import { AskForCart, AskForList } from "../components/Ask";
import { QuotationRow } from "../components/QuotationRow";
import { askPath } from "../model";

const grid = "grid gap-4 xl:grid-cols-2";

/** The customer's quotations; with ?ask=cart or ?ask=list, the form of a new request. */
function QuotationsPage() {
  const { t } = useTranslation();
  const { query } = usePage();
  const ask = query.get("ask");
  const service = query.get("service_id");
  const asking = ask === "list" || (ask === "cart" && service !== "");
  return (
    <Container width={asking ? "text" : "wide"} className="flex flex-col gap-6 py-6">
      {asking && (
        // On phones this place has the link back to the account.
        <div className="max-lg:hidden">
          <Breadcrumbs
            label={t("orders:crumbs")}
            items={[
              { label: t("quotations:title"), to: paths.myQuotations },
              { label: t("quotations:ask_title") },
            ]}
          />
        </div>
      )}
      <PageHead
        title={t(asking ? "quotations:ask_title" : "quotations:title")}
        action={
          !asking && (
            <ButtonLink to={askPath("list")} icon="plus" variant="primary">
              {t("quotations:ask")}
            </ButtonLink>
          )
        }
      />
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
  const { query } = usePage();
  const list = useInfiniteQuery(quotationsList(useScope(), query.int("page", 1)));
  const quotations = itemsOf(list) ?? [];
  return (
    <>
      {quotations.length > 0 && <h2 className="sr-only">{t("quotations:title")}</h2>}
      <LoadedList
        query={list}
        items={quotations}
        texts="quotations"
        offline={t("quotations:failed_offline")}
        skeleton={["h-40", "h-40", "h-40"]}
        layout={grid}
        className={grid}
        empty={
          <EmptyState
            picture={<Drawing name="quotations" />}
            title={t("quotations:empty")}
            text={t("quotations:empty_text")}
            action={
              <ButtonLink to={paths.home} variant="plain">
                {t("basket:start")}
              </ButtonLink>
            }
          />
        }
        row={(quotation) => <QuotationRow quotation={quotation} />}
      />
      <More list={list} texts="quotations" />
    </>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("quotations:title"), noIndex: true }),
  Component: QuotationsPage,
});
