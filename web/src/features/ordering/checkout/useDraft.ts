import { useCallback, useState } from "react";
import { useScope } from "../../../lib/scope";
import { readTab, removeTab, tabNames, writeTab } from "../../../lib/tab";
import { type Draft, emptyDraft } from "./model";

interface Kept extends Draft {
  /** The shopping address when the draft was stored: if another one is selected, it replaces the draft's. */
  place: string;
}

function read(service: string): Kept | null {
  try {
    const text = readTab(tabNames.checkoutDraft, service);
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const known = Object.entries(value).filter(([, text]) => typeof text === "string");
    return { ...emptyDraft, place: "", ...Object.fromEntries(known) };
  } catch {
    // Unreadable: treated as an empty draft.
    return null;
  }
}

/** The initial draft of a service's checkout: the stored one, with the current shopping address. */
export function firstDraft(service: string, address: string): Draft {
  const kept = read(service);
  if (!kept) return { ...emptyDraft, address };
  const { place, ...draft } = kept;
  return place === address ? draft : { ...draft, address };
}

export function keepDraft(service: string, draft: Draft, place: string): void {
  writeTab(tabNames.checkoutDraft, JSON.stringify({ ...draft, place } satisfies Kept), service);
}

export function forgetDraft(service: string): void {
  removeTab(tabNames.checkoutDraft, service);
}

/** The customer's input, kept through errors, reloads and a visit to the address form. */
export function useDraft(service: string) {
  const { address } = useScope();
  const [draft, setDraft] = useState(() => firstDraft(service, address));
  const change = useCallback(
    (changes: Partial<Draft>) => {
      setDraft((now) => {
        const next = { ...now, ...changes };
        keepDraft(service, next, address);
        return next;
      });
    },
    [service, address],
  );
  return [draft, change] as const;
}
