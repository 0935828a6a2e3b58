import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Lang, spokenIn } from "../../../../../lib/lang";
import { LinkBase } from "../../../../../lib/links";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Card } from "../../../../../ui/Card";
import { Ltr } from "../../../../../ui/Ltr";
import { HtmlText } from "../../components/HtmlText";
import { previewQuery } from "../api";
import { langsFor } from "../model";

export interface Previewed {
  title: string;
  lead?: string;
  body: string;
}

/** How a text will look in the shop, cleaned by the server, both languages side by side. */
export function Preview({
  texts,
  named = [],
}: {
  texts: Readonly<Record<Lang, Previewed>>;
  /** Placeholders that the texts may use, with the values they are replaced by. */
  named?: readonly { name: string; text: string }[];
}) {
  const { t } = useTranslation("content");
  const { lang: mine } = useScope();
  return (
    <section aria-label={t("preview")} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t("preview")}</h2>
      {named.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {t("placeholders")}
          </summary>
          <p className="text-sm text-muted text-pretty">{t("placeholders_text")}</p>
          <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
            {named.map(({ name, text }) => (
              <div key={name}>
                <dt>
                  <Ltr className="font-mono">{`{{${name}}}`}</Ltr>
                </dt>
                <dd className="text-muted wrap-anywhere" dir="auto">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {langsFor(mine).map((lang) => (
          <One key={lang} lang={lang} text={texts[lang]} />
        ))}
      </div>
    </section>
  );
}

/** The text after a short pause in typing. */
function useCalm(text: string): string {
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return calm;
}

function One({ lang, text }: { lang: Lang; text: Previewed }) {
  const { t } = useTranslation("content");
  const calm = useCalm(text.body);
  const html = useQuery({
    ...previewQuery(useScope(), calm, lang),
    placeholderData: keepPreviousData,
  });
  if (text.title === "" && text.body.trim() === "") {
    return (
      <Card className="text-muted">
        <p>{t(`preview_none_${lang}`)}</p>
      </Card>
    );
  }
  return (
    <Card as="article" {...spokenIn(lang)} className="flex min-w-0 flex-col gap-4 break-words">
      <p className="text-2xl font-bold text-balance">
        <Isolate>{text.title}</Isolate>
      </p>
      {text.lead && <p className="text-lg text-muted text-pretty">{text.lead}</p>}
      {html.isError ? (
        <p role="alert" dir="auto" className="text-trouble-text">
          {t("preview_failed")}
        </p>
      ) : (
        // Links lead to the shop's pages, not into the console.
        <LinkBase base={`/${lang}`}>
          <HtmlText html={calm.trim() === "" ? "" : (html.data ?? "")} />
        </LinkBase>
      )}
    </Card>
  );
}
