import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RecordList, type RecordListProps } from "../../../../../backoffice/RecordList";
import { wholeList } from "../../../../../backoffice/wholeList";
import type { Lang } from "../../../../../lib/lang";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import type { IconName } from "../../../../../ui/Icon";
import type { Asked } from "../../../../../ui/Loaded";
import { missingQuery } from "../api";
import { missingIndex, thingPath } from "../model";
import { Frame } from "./Frame";

/** A content section with many items: its filters, each item with the languages it lacks, and a link to a new one. */
export function Things<T extends { id: string }>({
  section,
  add,
  query,
  items,
  icon,
  row,
  ...narrowing
}: {
  section: "posts" | "banners" | "blocks";
  /** The text of the link to a new item. */
  add: string;
  query: Asked<unknown>;
  items: readonly T[] | undefined;
  icon: IconName;
  row: (one: T, lacks: readonly Lang[] | undefined) => ReactNode;
} & Pick<RecordListProps<T>, "filters" | "views">) {
  const { t } = useTranslation("content");
  const missing = missingIndex(useQuery(missingQuery(useScope())).data);
  const kind = section.slice(0, -1);
  return (
    <Frame section={section}>
      <RecordList<T>
        bare
        title={t(`section_${section}`)}
        create={{ to: thingPath(section, "new"), label: add }}
        list={wholeList(query, items)}
        to={({ id }) => thingPath(section, id)}
        draw={(one) => row(one, missing.get(`${kind}:${one.id}`))}
        empty={{ icon, title: t(`${section}_empty`), text: t(`${section}_empty_text`) }}
        {...narrowing}
      />
    </Frame>
  );
}
