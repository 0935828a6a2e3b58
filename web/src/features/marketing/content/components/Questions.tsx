import { useMemo, useState } from "react";
import { spokenIn } from "../../../../lib/lang";
import { usePage } from "../../../../lib/page";
import { inLanguage, paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { cx } from "../../../../ui/cx";
import { EmptyState } from "../../../../ui/EmptyState";
import { Fold } from "../../../../ui/Fold";
import { Icon } from "../../../../ui/Icon";
import { Lattice } from "../../../../ui/Lattice";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden";
import { answering, countOf, groupsOf, type QuestionGroup } from "../faq";
import { textOf } from "../html";
import { draw } from "./HtmlText";

/** With at most this many search results, the answers are open. */
const few = 3;

/**
 * Questions with their answers, and a search: a form that requests the page again, or with scripts a filter during
 * typing.
 */
export function Questions({ html }: { html: string }) {
  const { t } = useTranslation("content");
  const { lang } = useScope();
  const { query } = usePage();
  const [words, setWords] = useState(() => query.get("q"));
  const groups = useMemo(() => groupsOf(html), [html]);
  const found = answering(groups, words);
  const count = countOf(found);
  const asked = words.trim() !== "";
  return (
    <>
      <search {...spokenIn(lang)}>
        <form
          action={inLanguage(lang, paths.information("faq"))}
          onSubmit={(event) => event.preventDefault()}
          className="flex h-12 items-center gap-2 rounded-full border border-control bg-card ps-4 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-go"
        >
          <Icon name="search" className="text-muted" />
          <input
            type="search"
            name="q"
            enterKeyHint="search"
            autoComplete="off"
            aria-label={t("find")}
            placeholder={t("find")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="h-full min-w-0 flex-1 rounded-full bg-transparent pe-4 leading-7 outline-none placeholder:text-muted"
          />
        </form>
        <VisuallyHidden role="status">{asked ? t("found", { count }) : undefined}</VisuallyHidden>
      </search>
      {asked && count === 0 ? (
        <div {...spokenIn(lang)}>
          <EmptyState
            icon="chat"
            title={t("none")}
            text={t("none_text")}
            action={
              <ButtonLink to={paths.contactUs} variant="primary" icon="chat">
                {t("shell:footer.contact")}
              </ButtonLink>
            }
          />
        </div>
      ) : (
        <>
          <Groups groups={found} open={asked && count <= few} />
          <section
            {...spokenIn(lang)}
            className="relative isolate mt-4 flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-card bg-go-soft p-5"
          >
            <Lattice fade="start" />
            <div>
              <h2 className="text-lg font-semibold">{t("contact")}</h2>
              <p className="text-muted">{t("contact_text")}</p>
            </div>
            <ButtonLink to={paths.contactUs} variant="primary" icon="chat">
              {t("shell:footer.contact")}
            </ButtonLink>
          </section>
        </>
      )}
    </>
  );
}

/** Each question is a line that opens its answer; on wide screens a group is next to its heading. */
function Groups({ groups, open }: { groups: readonly QuestionGroup[]; open: boolean }) {
  return (
    <div className="flex flex-col gap-8 leading-relaxed">
      {groups.map(({ heading, questions }) => (
        <section
          key={textOf(heading ?? [])}
          className={cx("grid gap-3", heading && "md:grid-cols-[11rem_1fr] md:gap-6")}
        >
          {heading && (
            <h2 className="text-xl font-semibold text-balance md:pt-3">{draw(heading)}</h2>
          )}
          <div className="flex flex-col gap-2">
            {questions.map(({ heading, nodes }) =>
              heading ? (
                <Fold key={textOf(heading)} as="h3" boxed open={open} title={draw(heading)}>
                  {draw(nodes)}
                </Fold>
              ) : (
                <div key="before">{draw(nodes)}</div>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
