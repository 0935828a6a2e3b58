import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { BackLink } from "../../../../ui/BackLink";
import { Gone } from "../../../../ui/Gone";
import { type Asked, Loaded } from "../../../../ui/Loaded";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { TabLinks } from "../../../../ui/TabLinks";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { missingQuery } from "../api";
import { pathOf, type Section, sections } from "../model";
import { toasts } from "../toasts";

/** A section of the shop's words: all of them in reach, and what may be added here. */
export function Frame({
  section,
  action,
  children,
}: {
  section: Section;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation("content");
  const { number } = useFormat();
  const missing = useQuery(missingQuery(useScope()));
  const lacking = missing.data?.length ?? 0;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        {action}
      </div>
      <TabLinks
        label={t("sections")}
        items={sections.map((one) => ({
          label: t(`section_${one}`),
          to: pathOf(one),
          current: one === section,
          count: one === "missing" && lacking > 0 ? number(lacking) : undefined,
        }))}
      />
      {children}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

/** One thing to edit: the way back, its name, and it, however it comes. */
export function EditFrame<T>({
  section,
  title,
  lead,
  query,
  children,
}: {
  section: Section;
  title: ReactNode;
  /** Beside the name: its state, what can be done with it. */
  lead?: ReactNode;
  /** Null for something new. */
  query: Asked<T> | null;
  children: (data: T | null) => ReactNode;
}) {
  const { t } = useTranslation("content");
  const shown = (data: T | null) => (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl font-bold break-words">{title}</h1>
        {lead}
      </div>
      {children(data)}
    </>
  );
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <BackLink to={pathOf(section)}>{t(`section_${section}`)}</BackLink>
      {query === null ? (
        shown(null)
      ) : (
        <Loaded
          query={query}
          texts="content"
          level={1}
          instead={{
            404: () => (
              <Gone
                title={t("gone")}
                text={t("gone_text")}
                to={pathOf(section)}
                back={t(`section_${section}`)}
              />
            ),
          }}
          skeleton={
            <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
              <Skeleton className="w-64 text-2xl" />
              <div className="grid gap-4 lg:grid-cols-2">
                <Skeleton shape="block" className="h-96" />
                <Skeleton shape="block" className="h-96" />
              </div>
            </SkeletonGroup>
          }
        >
          {shown}
        </Loaded>
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}
