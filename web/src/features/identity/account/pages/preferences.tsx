import { useEffect, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { cookieNames, readCookie } from "../../../../lib/cookies";
import { openDialog } from "../../../../lib/dialogs";
import { writeFigures } from "../../../../lib/format/figures";
import { formatMoney } from "../../../../lib/format/money";
import { type Figures, type Lang, toLang } from "../../../../lib/lang";
import { definePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { readTab, removeTab, tabNames, writeTab } from "../../../../lib/tab";
import { useTranslation } from "../../../../lib/translation";
import { changePreferences } from "../../../../shop/account/api";
import { savePreferences } from "../../../../shop/account/preferences";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { PageHead } from "../../../../ui/PageHead";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { CurrencyChoice } from "../../../money/currency/components/CurrencyChoice";
import { Offers } from "../components/Offers";

/** An example amount for both sets of digits, with grouping and piastres. */
const example = 1234.5;

function PreferencesPage() {
  const { t } = useTranslation("preferences");
  const scope = useScope();
  const [figures, setFigures] = useState<Figures>(scope.lang === "ar" ? scope.figures : "latn");
  const [saved, setSaved] = useState(false);
  const { busy, run } = useAction();
  useEffect(() => {
    // The English page itself does not show which digits were chosen for Arabic.
    if (scope.ready && readCookie(cookieNames.figures) === "arab") setFigures("arab");
  }, [scope.ready]);

  useEffect(() => {
    if (readTab(tabNames.preferencesSaved) === null) return;
    removeTab(tabNames.preferencesSaved);
    setSaved(true);
  }, []);

  // Stored on the server too, for messages to the customer; this browser does not wait for it.
  async function keep(choice: { lang: Lang; figures: Figures }) {
    if (scope.session === "") return;
    const currency = readCookie(cookieNames.currency);
    await changePreferences({ ...choice, currency }).catch(() => undefined);
  }
  const choose = (choice: { lang: Lang; figures: Figures }) =>
    run(
      async () => {
        await keep(choice);
        writeTab(tabNames.preferencesSaved, "1");
        const { href } = window.location;
        // Reloads the page: the texts, their direction and the server's markup all change.
        window.location.assign(savePreferences(choice, href));
      },
      // Stays busy because the page reloads.
      { leaves: true },
    );

  const option = (value: Figures) => ({
    value,
    label: t(value === "arab" ? "figures_arab" : "figures_latn", {
      figures: writeFigures("0123456789", value),
    }),
    hint: formatMoney(example, "EGP", { lang: "ar", figures: value }),
  });
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("title")} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <Card as="section" aria-busy={busy} className="flex flex-col gap-6">
          <div>
            <div className="flex min-h-7 items-center justify-between gap-4">
              <h2 className="text-lg font-semibold">{t("look")}</h2>
              <p role="status">
                {saved && (
                  <Badge tone="good" icon="check">
                    {t("saved")}
                  </Badge>
                )}
              </p>
            </div>
            <p className="text-sm text-muted text-pretty">{t("at_once")}</p>
          </div>
          <RadioGroup
            label={t("language")}
            layout="pair"
            value={scope.lang}
            onValueChange={(value) => void choose({ lang: toLang(value), figures })}
            options={[
              { value: "ar", label: t("arabic") },
              { value: "en", label: t("english") },
            ]}
          />
          {scope.lang === "ar" && (
            <RadioGroup
              label={t("figures")}
              hint={t("figures_hint")}
              value={figures}
              onValueChange={(value) =>
                void choose({ lang: scope.lang, figures: value === "latn" ? "latn" : "arab" })
              }
              options={[option("arab"), option("latn")]}
            />
          )}
          <CurrencyChoice
            onChosen={() => {
              setSaved(true);
              void keep({ lang: scope.lang, figures });
            }}
          />
        </Card>
        {!scope.ready ? (
          <SkeletonGroup label={t("loading")}>
            <Skeleton shape="block" className="h-40" />
          </SkeletonGroup>
        ) : scope.session !== "" ? (
          <Offers />
        ) : (
          <GuestMessages />
        )}
      </div>
    </Container>
  );
}

function GuestMessages() {
  const { t } = useTranslation("preferences");
  return (
    <Card as="section" className="flex flex-col items-start gap-3">
      <h2 className="text-lg font-semibold">{t("messages")}</h2>
      <p className="text-muted">{t("guest_messages")}</p>
      <Button icon="user" onClick={() => openDialog("signIn", { goOn: () => {} })}>
        {t("auth:title")}
      </Button>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({
    title: t("preferences:title"),
    canonicalPath: paths.preferences,
    noIndex: true,
  }),
  Component: PreferencesPage,
});
