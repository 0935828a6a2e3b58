import { type ReactNode, useState } from "react";
import { useAction } from "../api/useAction";
import { useTranslation } from "../lib/translation";
import { BackLink } from "../ui/BackLink";
import { Card } from "../ui/Card";
import { ConfirmDialog } from "../ui/ConfirmDialog";
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

/** Something to do with a record beside changing it: archive, restore, duplicate. */
export interface RecordAction {
  id: string;
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Asked first; without it, it is done at the press. */
  confirm?: { title: string; text: string };
  run: () => Promise<unknown>;
}

export interface RecordPageProps<T> {
  /** The list it stands in. */
  back: { to: string; label: string };
  /** The record; null for something new. */
  query: Asked<T> | null;
  title: (record: T | null) => ReactNode;
  /** Beside the title: its state, a way to see it in the shop. */
  badge?: (record: T | null) => ReactNode;
  actions?: (record: T) => readonly RecordAction[];
  children: (record: T | null) => ReactNode;
  /** Below everything: who changed what (RecordHistory). */
  history?: (record: T) => ReactNode;
}

/**
 * One record of the shop: the way back, its name and state, what can be done with it, its sections,
 * and its history; loading, failed, not found and not allowed are said here.
 *
 *   <RecordPage
 *     back={{ to: "/coupons", label: t("back") }}
 *     query={isNew ? null : useQuery(couponQuery(scope, id))}
 *     title={(coupon) => coupon?.code ?? t("new")}
 *   >
 *     {(coupon) => <CouponForm coupon={coupon} />}
 *   </RecordPage>
 */
export function RecordPage<T>({
  back,
  query,
  title,
  badge,
  actions,
  children,
  history,
}: RecordPageProps<T>) {
  const { t } = useTranslation("backoffice");
  const shown = (record: T | null) => (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl font-bold break-words">{title(record)}</h1>
        {badge?.(record)}
        {record !== null && actions && <Actions actions={actions(record)} />}
      </div>
      {children(record)}
      {record !== null && history?.(record)}
    </>
  );
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4">
      <BackLink to={back.to}>{back.label}</BackLink>
      {query === null ? (
        shown(null)
      ) : (
        <Loaded
          query={query}
          texts="backoffice"
          level={1}
          instead={{
            403: (words) => (
              <EmptyState level={1} icon="lock" title={t("not_yours")} text={words} />
            ),
            404: () => (
              <Gone title={t("gone")} text={t("gone_text")} to={back.to} back={back.label} />
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

/** A part of a record: its fields on a sheet of their own, under a heading. */
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
        <h2 className="text-lg font-semibold">{title}</h2>
        {text && <p className="text-sm text-muted text-pretty">{text}</p>}
      </div>
      {children}
    </Card>
  );
}
