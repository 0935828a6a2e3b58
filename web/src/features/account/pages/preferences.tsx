import { useEffect, useState } from "react";
import { useAction } from "../../../api/useAction";
import { cookieNames, readCookie } from "../../../lib/cookies";
import { openDialog } from "../../../lib/dialogs";
import { writeFigures } from "../../../lib/format/figures";
import { formatMoney } from "../../../lib/format/money";
import { type Figures, type Lang, toLang } from "../../../lib/lang";
import { definePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { changePreferences } from "../../../shop/account/api";
import { savePreferences } from "../../../shop/account/preferences";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { RadioGroup } from "../../../ui/RadioGroup";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { CurrencyChoice } from "../../currency/components/CurrencyChoice";
import { Offers } from "../components/Offers";

/** An amount that shows both kinds of figures, grouped and with piastres. */
const example = 1234.5;

function PreferencesPage() {
  const { t } = useTranslation("preferences");
  const scope = useScope();
  const [lang, setLang] = useState<Lang>(scope.lang);
  const [figures, setFigures] = useState<Figures>(scope.lang === "ar" ? scope.figures : "latn");
  const { busy, run } = useAction();
  useEffect(() => {
    // In English the page itself does not show which figures were chosen for Arabic.
    if (scope.ready && readCookie(cookieNames.figures) === "arab") setFigures("arab");
  }, [scope.ready]);

  async function save() {
    // Kept at the server too, for what it writes to somebody; this browser needs no answer for it.
    if (scope.session !== "") {
      const currency = readCookie(cookieNames.currency);
      await changePreferences({ lang, figures, currency }).catch(() => undefined);
    }
    const { href } = window.location;
    // Loaded anew: texts, direction and what the server wrote all change with it.
    window.location.assign(savePreferences({ lang, figures }, href));
  }

  const option = (value: Figures) => ({
    value,
    label: t(value === "arab" ? "figures_arab" : "figures_latn", {
      figures: writeFigures("0123456789", value),
    }),
    hint: formatMoney(example, "EGP", { lang: "ar", figures: value }),
  });
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              // Stays busy: the page is loaded anew.
              void run(save, { leaves: true });
            }}
            className="flex flex-col gap-6"
          >
            <RadioGroup
              label={t("language")}
              value={lang}
              onValueChange={(value) => setLang(toLang(value))}
              options={[
                { value: "ar", label: t("arabic") },
                { value: "en", label: t("english") },
              ]}
            />
            {lang === "ar" && (
              <RadioGroup
                label={t("figures")}
                hint={t("figures_hint")}
                value={figures}
                onValueChange={(value) => setFigures(value === "latn" ? "latn" : "arab")}
                options={[option("arab"), option("latn")]}
              />
            )}
            <CurrencyChoice />
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              loading={busy}
              loadingLabel={t("saving")}
            >
              {t("save")}
            </Button>
          </form>
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
