import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { type WordingLine, wordingsQuery } from "./api";
import { byArea, keyOf } from "./model";

/** All messages that customers receive, by area. */
function WordingPage() {
  const { t } = useTranslation("wording");
  const wordings = useQuery(wordingsQuery(useScope()));
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4">
      <div>
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="mt-1 text-muted text-pretty">{t("text")}</p>
      </div>
      <Loaded query={wordings} texts="backoffice" skeleton={["h-64", "h-64", "h-64"]}>
        {(lines) =>
          byArea(lines).map(([area, messages]) => (
            <Card as="section" key={area} aria-label={t(`area_${area}`)}>
              <h2 className="text-lg font-semibold">{t(`area_${area}`)}</h2>
              <ul className="mt-2 divide-y divide-line">
                {messages.map((line) => (
                  <Message key={line.id} line={line} />
                ))}
              </ul>
            </Card>
          ))
        }
      </Loaded>
    </div>
  );
}

function Message({ line: { id, channels, own, text } }: { line: WordingLine }) {
  const { t } = useTranslation("wording");
  return (
    <li className="flex flex-col gap-1 py-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={`/wording/${encodeURIComponent(id)}`}
          className="inline-flex min-h-11 items-center font-medium"
        >
          {t(`name_${keyOf(id)}`)}
        </Link>
        {own && <Badge tone="good">{t("own")}</Badge>}
        <span className="text-sm text-muted sm:ms-auto">
          {channels.map((channel) => t(`channel_${channel}`)).join(t("between"))}
        </span>
      </span>
      <span className="text-sm text-muted text-pretty wrap-anywhere">
        <Isolate>{text}</Isolate>
      </span>
    </li>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("wording:title"), noIndex: true }),
  Component: WordingPage,
});
