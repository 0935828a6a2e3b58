import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Lang } from "../../../../lib/lang";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { EmptyState } from "../../../../ui/EmptyState";
import type { IconName } from "../../../../ui/Icon";
import type { Asked } from "../../../../ui/Loaded";
import { LoadedList } from "../../../../ui/LoadedList";
import { missingQuery } from "../api";
import { missingIndex, thingPath } from "../model";
import { Frame } from "./Frame";

/** A section of which there are many: what narrows them, each with what it lacks, and a new one. */
export function Things<T extends { id: string }>({
  section,
  add,
  filter,
  query,
  items,
  icon,
  row,
}: {
  section: "posts" | "banners" | "blocks";
  /** Text of the way to a new one. */
  add: string;
  filter: ReactNode;
  query: Asked<unknown>;
  items: readonly T[] | undefined;
  icon: IconName;
  row: (one: T, lacks: readonly Lang[] | undefined) => ReactNode;
}) {
  const { t } = useTranslation("content");
  const missing = missingIndex(useQuery(missingQuery(useScope())).data);
  const kind = section.slice(0, -1);
  return (
    <Frame
      section={section}
      action={
        <ButtonLink to={thingPath(section, "new")} variant="primary" icon="plus">
          {add}
        </ButtonLink>
      }
    >
      {filter}
      <LoadedList
        query={query}
        items={items}
        texts="content"
        skeleton={["h-28", "h-28", "h-28"]}
        empty={
          <EmptyState icon={icon} title={t(`${section}_empty`)} text={t(`${section}_empty_text`)} />
        }
        row={(one) => row(one, missing.get(`${kind}:${one.id}`))}
      />
    </Frame>
  );
}
