import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toasts } from "../../../../../backoffice/toasts";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { TabLinks } from "../../../../../ui/TabLinks";
import { ToastRegion } from "../../../../../ui/ToastRegion";
import { missingQuery } from "../api";
import { pathOf, type Section, sections } from "../model";

/** The frame of a content section, with links to the others. */
export function Frame({ section, children }: { section: Section; children: ReactNode }) {
  const { t } = useTranslation("content");
  const { number } = useFormat();
  const missing = useQuery(missingQuery(useScope()));
  const lacking = missing.data?.length ?? 0;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <h1 className="flex min-h-12 items-center text-2xl font-bold">{t("title")}</h1>
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
