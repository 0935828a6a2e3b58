import { openDialog } from "../../../lib/dialogs";
import { definePage } from "../../../lib/page";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Icon, type IconName } from "../../../ui/Icon";
import { Lattice } from "../../../ui/Lattice";

const steps: readonly { name: "place" | "pick" | "door"; icon: IconName }[] = [
  { name: "place", icon: "pin" },
  { name: "pick", icon: "bag" },
  { name: "door", icon: "moped" },
];

function Landing() {
  const { t } = useTranslation("landing");
  return (
    <>
      <section className="relative overflow-hidden bg-go-soft">
        <Lattice size={64} />
        <div className="relative mx-auto flex max-w-7xl flex-col items-start gap-5 px-4 sm:px-6 py-14 md:py-24">
          <h1 className="max-w-xl text-3xl leading-tight font-bold text-balance md:text-5xl">
            {t("heading")}
          </h1>
          <p className="max-w-lg text-lg text-muted text-pretty">{t("text")}</p>
          <Button variant="primary" size="lg" icon="pin" onClick={() => openDialog("location", {})}>
            {t("choose_place")}
          </Button>
        </div>
      </section>
      <section className="mx-auto max-w-7xl px-4 sm:px-6 py-10">
        <h2 className="text-xl font-semibold">{t("steps")}</h2>
        <ol className="mt-4 grid gap-4 md:grid-cols-3">
          {steps.map(({ name, icon }) => (
            <li key={name} className="flex gap-4 rounded-card bg-card p-5 shadow-soft">
              <Icon name={icon} size={32} className="shrink-0 text-go-text" />
              <div>
                <h3 className="font-semibold">{t(`step_${name}`)}</h3>
                <p className="text-muted text-pretty">{t(`step_${name}_text`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

export default definePage({
  head: ({ t, origin }) => ({
    title: t("landing:title"),
    description: t("landing:description"),
    jsonLd: [
      { "@context": "https://schema.org", "@type": "WebSite", name: t("shell:brand"), url: origin },
    ],
  }),
  Component: Landing,
});
