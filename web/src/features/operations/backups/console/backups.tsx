import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAction } from "../../../../api/useAction";
import { NumberField, SwitchField } from "../../../../backoffice/fields";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import {
  type Backup,
  type Backups,
  backupAddress,
  backupsQuery,
  makeBackup,
  saveBackups,
} from "./api";

/** The polling interval while a backup is running. */
const lookEvery = 2000;

const tones = { running: "neutral", good: "good", failed: "trouble" } as const;

/** The shop's backups: the last good one, failures, the schedule, and all stored ones. */
function BackupsPage() {
  const { t } = useTranslation("backups");
  const query = useQuery({
    ...backupsQuery(useScope()),
    refetchInterval: ({ state }) => (state.data && running(state.data) ? lookEvery : false),
  });
  return (
    <RecordPage<Backups>
      back={{ to: "/setup", label: t("back") }}
      query={query}
      title={() => t("title")}
      history={() => <RecordHistory action="backup." />}
    >
      {(record) =>
        record && (
          <>
            <Now record={record} />
            <Nightly record={record} />
            <All record={record} />
          </>
        )
      }
    </RecordPage>
  );
}

const running = ({ backups }: Backups) => backups[0]?.state === "running";

const megabyte = 1_000_000;

function useWords() {
  const format = useFormat();
  const { t } = useTranslation("backups");
  return {
    when: (at: string) => format.dayTime(Date.parse(at)),
    size: (bytes: number) =>
      bytes < 1000 * megabyte
        ? t("megabytes", { size: format.number(bytes / megabyte, 1) })
        : t("gigabytes", { size: format.number(bytes / 1000 / megabyte, 1) }),
    took: (seconds: number) =>
      format.words(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`),
  };
}

/** The state at a glance, and a button to start a backup. */
function Now({ record }: { record: Backups }) {
  const { t } = useTranslation("backups");
  const words = useWords();
  const scope = useScope();
  const client = useQueryClient();
  const { busy, problem, run } = useAction();
  const { last_good: good, next, obstacle } = record;
  const latest = record.backups[0];
  const wrong = latest && latest.problem !== "" && latest;
  return (
    <RecordSection title={t("now")} text={t("now_text")}>
      {obstacle !== "" && <Notice tone="trouble">{t(`problem_${obstacle}`)}</Notice>}
      {wrong && wrong.problem !== obstacle && (
        <Notice tone={wrong.state === "good" ? "warning" : "trouble"}>
          {t(`problem_${wrong.problem}`)}
          {wrong.detail !== "" && (
            <bdi dir="ltr" className="mt-1 block break-words text-sm">
              {wrong.detail}
            </bdi>
          )}
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t("last_good")}>{good ? words.when(good.started_at) : t("never")}</Fact>
        <Fact name={t("next")}>{next ? words.when(next) : t("next_none")}</Fact>
        {good && (
          <>
            <Fact name={t("size")}>{words.size(good.size)}</Fact>
            <Fact name={t("took")}>{words.took(good.seconds)}</Fact>
          </>
        )}
        <Fact name={t("folder")}>
          <bdi dir="ltr" className="break-all">
            {record.folder}
          </bdi>
        </Fact>
        <Fact name={t("far")}>
          {record.far === "" ? (
            t("far_none")
          ) : (
            <bdi dir="ltr" className="break-all">
              {record.far}
            </bdi>
          )}
        </Fact>
      </dl>
      <Notice tone={record.encrypted ? "info" : "warning"}>
        {t(record.encrypted ? "encrypted" : "open")}
      </Notice>
      <Link to="/storage" className="inline-flex min-h-11 items-center self-start">
        {t("to_storage")}
      </Link>
      <Button
        className="self-start"
        loading={busy || running(record)}
        loadingLabel={t("making")}
        disabled={obstacle !== ""}
        onClick={() =>
          void run(async () =>
            client.setQueryData(backupsQuery(scope).queryKey, await makeBackup()),
          )
        }
      >
        {t("make")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </RecordSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">
        <Isolate>{name}</Isolate>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type Draft = { on: boolean; hour: string; keep: string };

/** The schedule of automatic backups. */
function Nightly({ record: shown }: { record: Backups }) {
  const { t } = useTranslation("backups");
  const scope = useScope();
  const client = useQueryClient();
  const form = useForm<Backups, Draft>({
    name: "backups",
    record: shown,
    draftOf: (record) => {
      const { on, hour, keep } = record ?? shown;
      return { on, hour: String(hour), keep: String(keep) };
    },
    labels: { on: t("on"), hour: t("hour"), keep: t("keep") },
    save: (draft, record) => saveBackups({ ...draft, version: (record ?? shown).version }),
    onSaved: (saved) => {
      client.setQueryData(backupsQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  return (
    <RecordForm form={form}>
      <RecordSection title={t("nightly")} text={t("nightly_text")}>
        <SwitchField {...form.field("on")} />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField {...form.field("hour")} hint={t("hour_hint")} required />
          <NumberField {...form.field("keep")} hint={t("keep_hint")} required />
        </div>
      </RecordSection>
    </RecordForm>
  );
}

function All({ record: { backups } }: { record: Backups }) {
  const { t } = useTranslation("backups");
  return (
    <RecordSection title={t("all")}>
      {backups.length === 0 && <p className="text-muted">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {backups.map((backup) => (
          <One key={backup.id} backup={backup} />
        ))}
      </ul>
    </RecordSection>
  );
}

function One({ backup }: { backup: Backup }) {
  const { t } = useTranslation("backups");
  const words = useWords();
  const { busy, problem, run } = useAction();
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{words.when(backup.started_at)}</span>
        <Badge tone={tones[backup.state]}>{t(`state_${backup.state}`)}</Badge>
        <span className="text-sm text-muted">{t(`why_${backup.why}`)}</span>
        {backup.size > 0 && <span className="text-sm text-muted">{words.size(backup.size)}</span>}
        {backup.reachable && (
          <Button
            variant="soft"
            size="sm"
            className="ms-auto"
            loading={busy}
            loadingLabel={t("busy")}
            aria-label={t("download_named", { when: words.when(backup.started_at) })}
            onClick={() =>
              void run(async () => window.location.assign(await backupAddress(backup.id)))
            }
          >
            {t("download")}
          </Button>
        )}
      </div>
      {backup.problem !== "" && (
        <p className="text-sm text-pretty">{t(`problem_${backup.problem}`)}</p>
      )}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </li>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("backups:title"), noIndex: true }),
  Component: BackupsPage,
});
