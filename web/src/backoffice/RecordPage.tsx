import { type ReactNode, type Ref, useState } from "react";
import { useAction } from "../api/useAction";
import { useTranslation } from "../lib/translation";
import { Isolate } from "../lib/words";
import { BackLink } from "../ui/BackLink";
import { Card } from "../ui/Card";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { cx } from "../ui/cx";
import { EmptyState } from "../ui/EmptyState";
import { Gone } from "../ui/Gone";
import type { IconName } from "../ui/Icon";
import { type Asked, Loaded } from "../ui/Loaded";
import { MenuButton } from "../ui/MenuButton";
import { Notice } from "../ui/Notice";
import { Skeleton } from "../ui/Skeleton";
import { SkeletonGroup } from "../ui/SkeletonGroup";
import { ToastRegion } from "../ui/ToastRegion";
import { toasts } from "./toasts";

/** An action on a record other than editing it: archive, restore, duplicate. */
export interface RecordAction {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Asks for confirmation first; without it, the action runs immediately. */
  confirm?: { title: string; text: string };
  run: () => Promise<unknown>;
}

interface RecordProps<T> {
  children: (record: T | null) => ReactNode;
  /** Below everything: the record's history (RecordHistory). */
  history?: (record: T) => ReactNode;
}

export interface RecordPageProps<T> extends RecordProps<T> {
  /** The list that the record is in. */
  back: { to: string; label: string };
  /** The record; null for a new one. */
  query: Asked<T> | null;
  title: (record: T | null) => ReactNode;
  /** Receives the focus when the pressed control has disappeared. */
  heading?: Ref<HTMLHeadingElement>;
  /** Shown when there is no record, for reasons other than its deletion by a colleague. */
  gone?: { title: string; text?: string };
  /** Its sections are in two columns. */
  wide?: boolean;
  /** Next to the title: its state, a link to it in the shop. */
  badge?: (record: T | null) => ReactNode;
  actions?: (record: T) => readonly RecordAction[];
}

/**
 * One record of the shop: the way back, its name and state, its actions, sections and history; also
 * handles loading, failed, missing and forbidden records. `query` is null for a new record; the
 * children render its form.
 */
export function RecordPage<T>({
  back,
  query,
  title,
  heading,
  gone,
  wide,
  badge,
  actions,
  children,
  history,
}: RecordPageProps<T>) {
  const { t } = useTranslation("backoffice");
  const shown = (record: T | null) => (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1
          ref={heading}
          tabIndex={heading ? -1 : undefined}
          className="min-w-0 text-2xl font-bold break-words outline-offset-4"
        >
          <Isolate>{title(record)}</Isolate>
        </h1>
        {badge?.(record)}
        {record !== null && actions && <Actions actions={actions(record)} />}
      </div>
      {children(record)}
      {record !== null && history?.(record)}
    </>
  );
  return (
    <div className={cx("mx-auto flex w-full flex-col gap-4", wide ? "max-w-6xl" : "max-w-5xl")}>
      <div className="print:hidden">
        <BackLink to={back.to}>{back.label}</BackLink>
      </div>
      {query === null ? (
        shown(null)
      ) : (
        <RecordLoaded
          query={query}
          level={1}
          gone={
            <Gone
              {...(gone ?? { title: t("gone"), text: t("gone_text") })}
              to={back.to}
              back={back.label}
            />
          }
        >
          {shown}
        </RecordLoaded>
      )}
      <ToastRegion toasts={toasts} label={t("messages")} closeLabel={t("close")} />
    </div>
  );
}

/** A record that is a section of a page with its own heading and toasts. */
export function RecordPart<T>({
  query,
  children,
  history,
}: Omit<RecordProps<T>, "children"> & {
  query: Asked<T>;
  children: (record: T) => ReactNode;
}) {
  return (
    <RecordLoaded query={query} level={2}>
      {(record) => (
        <>
          {children(record)}
          {history?.(record)}
        </>
      )}
    </RecordLoaded>
  );
}

interface LoadedProps<T> {
  query: Asked<T>;
  level: 1 | 2;
  /** Shown when there is no record. */
  gone?: ReactNode;
  children: (record: T) => ReactNode;
}

function RecordLoaded<T>({ query, level, gone, children }: LoadedProps<T>) {
  const { t } = useTranslation("backoffice");
  return (
    <Loaded
      query={query}
      texts="backoffice"
      level={level}
      instead={{
        403: (words) => (
          <EmptyState level={level} icon="lock" title={t("not_yours")} text={words} />
        ),
        404: () =>
          gone ?? (
            <EmptyState level={level} icon="search" title={t("gone")} text={t("gone_text")} />
          ),
      }}
      skeleton={
        <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
          {level === 1 && <Skeleton className="w-64 text-2xl" />}
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton shape="block" className="h-96" />
            <Skeleton shape="block" className="h-96" />
          </div>
        </SkeletonGroup>
      }
    >
      {children}
    </Loaded>
  );
}

function Actions({ actions }: { actions: readonly RecordAction[] }) {
  const { t } = useTranslation("backoffice");
  const [asked, setAsked] = useState<RecordAction | null>(null);
  const { busy, problem, run } = useAction();
  if (actions.length === 0) return null;
  async function act(action: RecordAction) {
    await run(action.run);
    setAsked(null);
  }
  return (
    <>
      <div className="ms-auto">
        <MenuButton
          label={t("actions")}
          size="sm"
          items={actions.map(({ id, label, icon, danger }) => ({
            id,
            label,
            ...(icon ? { icon } : {}),
            ...(danger ? { danger } : {}),
          }))}
          onAction={(id) => {
            const action = actions.find((one) => one.id === id);
            if (action?.confirm) setAsked(action);
            else if (action) void act(action);
          }}
        />
      </div>
      {problem && (
        <Notice tone="trouble" live className="w-full">
          {problem}
        </Notice>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.confirm?.title ?? ""}
        text={asked?.confirm?.text ?? ""}
        confirmLabel={asked?.label ?? ""}
        cancelLabel={t("cancel")}
        danger={asked?.danger ?? false}
        busy={busy}
        onConfirm={() => {
          if (asked) void act(asked);
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

/** A part of a record: its fields on a separate sheet, under a heading. */
export function RecordSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <Card as="section" aria-label={title} className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold">
          <Isolate>{title}</Isolate>
        </h2>
        {text && (
          <p className="text-sm text-muted text-pretty">
            <Isolate>{text}</Isolate>
          </p>
        )}
      </div>
      {children}
    </Card>
  );
}
