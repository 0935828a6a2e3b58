import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Data } from "../api/operations";
import { personalQuery } from "../api/query";
import { meQuery } from "../backoffice/me";
import { fold } from "../lib/fold";
import { useNavigate } from "../lib/history";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { cx } from "../ui/cx";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";
import { TextInput } from "../ui/TextInput";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { findable } from "./routes";

type Kind = Data<"GET", "/console/search">[number]["kind"];

const icons: Record<Kind | "page", IconName> = {
  page: "menu",
  product: "bag",
  order: "receipt",
  customer: "user",
  branch: "store",
  store: "bag",
  service: "tag",
  category: "list",
  extras: "list",
  menu: "clock",
  area: "pin",
  coupon: "tag",
  staff: "user",
};

/** Milliseconds after the last keystroke before the server is queried. */
const pause = 150;

/** The console's global search: its pages immediately, other results as the server returns them. */
export default function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("console");
  const scope = useScope();
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    ...personalQuery(scope, "/console/search", {
      params: { q: asked },
      needsLogin: true,
      staleTime: 10_000,
      enabled: asked.length > 1,
    }),
    placeholderData: keepPreviousData,
  });
  const me = useQuery(meQuery(scope)).data;
  const groups = useMemo(() => {
    const typed = text.trim();
    const words = fold(text).split(/\s+/);
    const pages = findable(me?.capabilities ?? [])
      .map(({ path, text: name, about }) => ({
        id: path,
        title: t(name),
        detail: about.map((key) => t(key)).join(" · "),
        to: path,
      }))
      .filter(({ title, detail }) => {
        const name = fold(`${title} ${detail}`);
        return words.every((word) => name.includes(word));
      });
    const things = typed.length > 1 && asked.length > 1 ? (found.data ?? []) : [];
    return [
      {
        kind: "page" as const,
        hits: typed === "" ? pages.slice(0, 20) : pages.slice(0, 5),
        more: typed !== "" && pages.length > 5,
      },
      ...things,
    ].filter(({ hits }) => hits.length > 0);
  }, [text, asked, found.data, me, t]);
  const hits = groups.flatMap((group) => group.hits);
  const current = Math.min(at, hits.length - 1);
  const optionId = (place: number) => `${id}-${place}`;

  function go(to: string) {
    onClose();
    navigate(to);
  }
  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (current + by + hits.length) % hits.length;
      setAt(next);
      list.current?.querySelector(`[id="${optionId(next)}"]`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      const hit = hits[current];
      event.preventDefault();
      if (hit) go(hit.to);
    }
  }
  const none = asked.length > 1 && !found.isFetching && hits.length === 0;
  let place = -1;
  return (
    <Dialog open tall onClose={onClose} title={t("find")} closeLabel={t("close")}>
      <div className="flex flex-col gap-3">
        <TextInput
          label={t("find_label")}
          hint={t("find_hint")}
          type="search"
          autoComplete="off"
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits.length > 0 ? optionId(current) : undefined}
          value={text}
          onValueChange={(value) => {
            setText(value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={t("find_results")}>
          {groups.map(({ kind, hits: own, more }) => (
            // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role.
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className="pb-3">
              <p id={`${id}-${kind}`} className="px-3 pb-1 text-sm text-muted">
                {t(`find_${kind}`)}
                {more && ` · ${t("find_more")}`}
              </p>
              {own.map((hit) => {
                place += 1;
                const here = place;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's.
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box.
                  <div
                    key={hit.id}
                    id={optionId(here)}
                    role="option"
                    aria-selected={here === current}
                    onClick={() => go(hit.to)}
                    onPointerMove={() => setAt(here)}
                    className={cx(
                      "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2",
                      here === current && "bg-go-soft text-go-text",
                    )}
                  >
                    <Icon name={icons[kind]} size={20} className="shrink-0" />
                    <span className="min-w-0 flex-1">
                      <span dir="auto" className="block truncate">
                        {hit.title}
                      </span>
                      {hit.detail && (
                        <span dir="auto" className="block truncate text-sm text-muted">
                          {hit.detail}
                        </span>
                      )}
                    </span>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        {none && <p className="text-muted">{t("find_none")}</p>}
        <VisuallyHidden role="status">
          {asked.length > 1 && !found.isFetching ? t("find_count", { count: hits.length }) : ""}
        </VisuallyHidden>
      </div>
    </Dialog>
  );
}
