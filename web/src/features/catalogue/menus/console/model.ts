import { isAllDay, minutesOf, week } from "../../../../shop/branches/model";
import type { Menu, Shift } from "./api";

export interface Draft {
  store_id: string;
  name_en: string;
  name_ar: string;
  branches: string[];
  hours: Shift[];
  categories: string[];
  products: string[];
  active: boolean;
}

export function draftOf(menu: Menu | null): Draft {
  return {
    store_id: menu?.store.id ?? "",
    name_en: menu?.name_en ?? "",
    name_ar: menu?.name_ar ?? "",
    branches: menu?.branches ?? [],
    hours: menu?.hours ?? [],
    categories: menu?.categories ?? [],
    products: menu?.products ?? [],
    active: menu?.active ?? true,
  };
}

/** The request body: the store of a menu cannot change. */
export function bodyOf({ store_id: _, ...values }: Draft) {
  return values;
}

export interface Words {
  everyDay: string;
  allDay: string;
  weekday: (day: number) => string;
  clock: (minutes: number) => string;
  comma: string;
}

/** The week in short: days with the same hours are grouped, in the order of the week. */
export function hoursText(hours: readonly Shift[], words: Words): string {
  const spans = new Map<string, number[]>();
  for (const day of week) {
    const theirs = hours
      .filter((one) => one.day === day)
      .toSorted((a, b) => (a.open < b.open ? -1 : 1))
      .map((one) =>
        isAllDay(one)
          ? words.allDay
          : `${words.clock(minutesOf(one.open))} – ${words.clock(minutesOf(one.close) % 1440)}`,
      )
      .join(words.comma);
    if (theirs !== "") spans.set(theirs, [...(spans.get(theirs) ?? []), day]);
  }
  return [...spans]
    .map(([span, days]) =>
      days.length === week.length
        ? `${words.everyDay}: ${span}`
        : `${days.map(words.weekday).join(words.comma)}: ${span}`,
    )
    .join(" · ");
}
