import { type Lang, spokenIn } from "../../../../../lib/lang";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Badge } from "../../../../../ui/Badge";
import { spoken } from "../model";

/** A text in the reader's language, or in the other one with a note. */
export function Spoken({ en, ar }: { en: string; ar: string }) {
  const { lang } = useScope();
  const shown = spoken(lang, en, ar);
  return <bdi {...spokenIn(shown.lang)}>{shown.text}</bdi>;
}

/** The languages that an item lacks. */
export function Lacks({ langs }: { langs: readonly Lang[] | undefined }) {
  const { t } = useTranslation("content");
  return langs?.map((lang) => (
    <Badge key={lang} tone="offer" icon="globe">
      {t(`lacks_${lang}`)}
    </Badge>
  ));
}
