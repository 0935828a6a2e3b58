import { useQuery } from "@tanstack/react-query";
import { toasts } from "../../../../backoffice/toasts";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Card } from "../../../../ui/Card";
import { Icon } from "../../../../ui/Icon";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { openingQuery, type SetUp, type Step, setUpQuery } from "./api";
import { OpeningCard } from "./components/OpeningCard";
import { Samples } from "./components/Samples";
import { linksOf } from "./model";

const tones = { setup: "neutral", soft: "offer", open: "good" } as const;

/** The steps from an empty shop to an open one: the finished and missing ones, and the switch that opens it. */
function SetUpPage() {
  const { t } = useTranslation("setup");
  const { t: kit } = useTranslation("backoffice");
  const scope = useScope();
  const setUp = useQuery(setUpQuery(scope));
  const opening = useQuery(openingQuery(scope));
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        {setUp.data && (
          <Badge tone={tones[setUp.data.opening]}>{t(`state_${setUp.data.opening}`)}</Badge>
        )}
      </div>
      <p className="text-muted text-pretty">{t("text")}</p>
      <Loaded query={setUp} texts="backoffice" skeleton={["h-96"]}>
        {(data) => (
          <>
            <Steps steps={data.steps} />
            <Loaded query={opening} texts="backoffice" skeleton={["h-64"]}>
              {(now) => (
                <OpeningCard
                  key={now.version}
                  opening={now}
                  ready={data.steps.every(({ stops }) => !stops)}
                  missing={missingOf(data)}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
      <ToastRegion toasts={toasts} label={kit("messages")} closeLabel={kit("close")} />
    </div>
  );
}

const missingOf = ({ steps }: SetUp) =>
  steps.flatMap(({ missing }) => missing.map((name) => `missing_${name}`));

function Steps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation("setup");
  const done = steps.filter((step) => step.done).length;
  return (
    <Card as="section" aria-label={t("steps")} className="flex flex-col">
      <p className="text-sm text-muted">{t("progress", { done, all: steps.length })}</p>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <OneStep key={step.name} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function OneStep({ step: { name, done, missing, stops } }: { step: Step }) {
  const { t } = useTranslation("setup");
  return (
    <li className="flex gap-3 py-4">
      <span
        className={
          done
            ? "mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-go text-on-go"
            : "mt-0.5 size-7 shrink-0 rounded-full border-2 border-control"
        }
      >
        {done && <Icon name="check" size={18} />}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {t(`step_${name}`)}
          {done ? (
            <span className="sr-only">{t("done")}</span>
          ) : (
            stops && <Badge tone="trouble">{t("stops")}</Badge>
          )}
        </h2>
        <p className="text-sm text-muted text-pretty">{t(`step_${name}_text`)}</p>
        {missing.length > 0 && (
          <ul className="mt-2 list-disc ps-5 text-sm marker:text-muted">
            {missing.map((one) => (
              <li key={one}>{t(`missing_${one}`)}</li>
            ))}
          </ul>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4">
          {linksOf(name, missing).map(({ to, text }) => (
            <Link key={to} to={to} className="inline-flex min-h-11 items-center">
              {t(text)}
            </Link>
          ))}
        </p>
        {name === "products" && <Samples />}
      </div>
    </li>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("setup:title"), noIndex: true }),
  Component: SetUpPage,
});
