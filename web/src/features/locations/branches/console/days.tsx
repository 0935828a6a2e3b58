import { useQuery } from "@tanstack/react-query";
import { useAction } from "../../../../api/useAction";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { ChoicesField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useAllRows } from "../../../../backoffice/useAllRows";
import { useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { TextInput } from "../../../../ui/TextInput";
import {
  branchesList,
  createNamedDays,
  moveNamedDays,
  type NamedDays,
  namedDaysQuery,
  saveNamedDays,
  setArchived,
} from "./api";
import { WeekFields } from "./components/WeekFields";
import { useRecordSaved } from "./keep";

const draftOf = (days: NamedDays | null) => ({
  name_en: days?.name_en ?? "",
  name_ar: days?.name_ar ?? "",
  starts_on: days?.starts_on ?? "",
  ends_on: days?.ends_on ?? "",
  hours: days?.hours ?? [],
  branches: days?.branches ?? [],
});

/** Named days with special hours, for all branches that observe them. */
function DaysPage() {
  const { t } = useTranslation("sellers");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(namedDaysQuery(scope, isNew ? "" : params.id));
  const navigate = useNavigate();
  const keep = useRecordSaved();
  function saved(days: NamedDays) {
    keep(namedDaysQuery(scope, days.id).queryKey, days);
    if (isNew) navigate(`/hours/${encodeURIComponent(days.id)}`, { replace: true });
  }
  const archive = (days: NamedDays, archived: boolean) => async () => {
    await setArchived("hours", days.id, archived);
    keep();
    await asked.refetch();
  };
  return (
    <RecordPage<NamedDays>
      back={{ to: "/hours", label: t("named_days") }}
      query={isNew ? null : asked}
      title={(days) => (days ? nameIn(scope.lang, days) : t("new_days"))}
      actions={(days) => {
        if (!days.mine) return [];
        if (days.archived_at !== null) {
          return [{ id: "restore", label: t("restore"), run: archive(days, false) }];
        }
        return [
          {
            id: "archive",
            label: t("take_away"),
            danger: true,
            confirm: { title: t("take_away_title"), text: t("take_away_text") },
            run: archive(days, true),
          },
        ];
      }}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(days) => (
        <>
          {days?.mine && days.archived_at === null && <Move days={days} onMoved={saved} />}
          <DaysForm key={days?.id ?? "new"} days={days} onSaved={saved} />
        </>
      )}
    </RecordPage>
  );
}

/** The sighting of the moon may shift these days on short notice: one press moves both dates. */
function Move({ days, onMoved }: { days: NamedDays; onMoved: (days: NamedDays) => void }) {
  const { t } = useTranslation("sellers");
  const { run, busy, problem } = useAction();
  const move = (by: 1 | -1) =>
    void run(async () => onMoved(await moveNamedDays(days.id, by, days.version)));
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <p className="min-w-48 flex-1">{problem ?? t("move_text")}</p>
      <Button loading={busy} loadingLabel={t("saving")} onClick={() => move(-1)}>
        {t("day_earlier")}
      </Button>
      <Button loading={busy} loadingLabel={t("saving")} onClick={() => move(1)}>
        {t("day_later")}
      </Button>
    </Card>
  );
}

function DaysForm({
  days,
  onSaved,
}: {
  days: NamedDays | null;
  onSaved: (days: NamedDays) => void;
}) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const branches = useAllRows(branchesList(scope, {}));
  const tries = useTryKey();
  const form = useForm({
    name: `days:${days?.id ?? "new"}`,
    record: days,
    draftOf,
    labels: {
      name_en: t("name_english"),
      name_ar: t("name_arabic"),
      starts_on: t("first_day"),
      ends_on: t("last_day"),
      hours: t("week"),
      branches: t("branches"),
    },
    save: (values, now) =>
      now === null
        ? createNamedDays(values, tries.of(values))
        : saveNamedDays(now.id, { ...values, version: now.version }),
    onSaved,
  });
  const { field, values, set, errorOf } = form;
  const named = (id: string) => {
    const branch = branches.find((one) => one.id === id);
    return branch ? nameIn(scope.lang, branch) : id;
  };
  return (
    <RecordForm
      form={form}
      shown={{
        hours: (list) => t("count_hours", { count: list.length }),
        branches: (ids) => ids.map(named).join(" · "),
      }}
    >
      <Card className="flex flex-col gap-5">
        <BilingualField form={form} name="name" label={t("name")} required />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("starts_on")} type="date" required />
          <TextInput {...field("ends_on")} type="date" required />
        </div>
        <ChoicesField
          {...field("branches")}
          options={branches.map((one) => ({ value: one.id, label: nameIn(scope.lang, one) }))}
        />
        {branches.length > 1 && (
          <Button
            size="sm"
            className="self-start"
            onClick={() => set({ branches: branches.map(({ id }) => id) })}
          >
            {t("all_branches")}
          </Button>
        )}
      </Card>
      <Card className="flex flex-col gap-4">
        <h2 className="text-lg font-semibold">{t("week")}</h2>
        <p className="text-muted">{t("week_hint")}</p>
        <WeekFields value={values.hours} onChange={(hours) => set({ hours })} errorOf={errorOf} />
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:named_days"), noIndex: true }),
  Component: DaysPage,
});
