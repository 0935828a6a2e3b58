import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Data } from "../../../../api/operations";
import { useAction } from "../../../../api/useAction";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { type RecordAction, RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import {
  type ColleagueDetail,
  colleagueQuery,
  endSession,
  endSessions,
  letIn,
  lockOut,
  newPassword,
  ofPeople,
  resetSecondFactor,
  saveColleague,
} from "./api";
import { Handover } from "./components/Handover";
import { PersonFields, usePersonLabels } from "./components/PersonFields";
import { personBody, personDraft, tones } from "./model";

type Password = Data<"POST", "/console/staff/{id}/password">;

/** A member of staff: their data, permissions and sessions. */
function PersonPage() {
  const { t } = useTranslation("staff");
  const { params } = usePage();
  const client = useQueryClient();
  const format = useFormat();
  const asked = useQuery(colleagueQuery(useScope(), params.id));
  const [password, setPassword] = useState<Password | null>(null);

  const again = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => ofPeople(path) || String(path) === "/console/audit",
    });
  /** Performs an action, shows the server's message and refreshes the data. */
  const then = (what: () => Promise<{ message: string }>) => async () => {
    const { message } = await what();
    toasts.show({ text: message, tone: "success" });
    await again();
  };
  function actions(person: ColleagueDetail): RecordAction[] {
    const { id } = person;
    if (person.own) return [];
    const all: (RecordAction | false)[] = [
      person.state === "locked"
        ? { id: "unlock", label: t("unlock"), run: then(() => letIn(id)) }
        : {
            id: "lock",
            label: t("lock"),
            icon: "lock",
            danger: true,
            confirm: { title: t("lock_title"), text: t("lock_text") },
            run: then(() => lockOut(id, "")),
          },
      {
        id: "password",
        label: t("new_password"),
        confirm: { title: t("new_password"), text: t("new_password_text") },
        run: async () => {
          setPassword(await newPassword(id));
          await again();
        },
      },
      person.sessions > 0 && {
        id: "sessions",
        label: t("end_sessions"),
        icon: "logout",
        run: then(() => endSessions(id)),
      },
      person.second_factor_since !== null && {
        id: "factor",
        label: t("reset_factor"),
        danger: true,
        confirm: { title: t("reset_factor"), text: t("reset_factor_text") },
        run: then(() => resetSecondFactor(id)),
      },
    ];
    return all.filter((one) => one !== false);
  }
  return (
    <RecordPage<ColleagueDetail>
      back={{ to: "/people", label: t("title") }}
      query={asked}
      title={(person) => <bdi>{person?.name}</bdi>}
      badge={(person) =>
        person && <Badge tone={tones[person.state]}>{t(`state_${person.state}`)}</Badge>
      }
      actions={actions}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(person) =>
        person && (
          <>
            {password && (
              <Handover
                title={t("password_made")}
                text={t("password_made_text", { when: format.dayTime(Date.parse(password.until)) })}
                secret={password.password}
                onDone={() => setPassword(null)}
              />
            )}
            {person.own && <Notice>{t("own")}</Notice>}
            <PersonForm key={person.id} person={person} onSaved={again} />
            <Sessions person={person} onEnded={again} />
          </>
        )
      }
    </RecordPage>
  );
}

function PersonForm({
  person,
  onSaved,
}: {
  person: ColleagueDetail;
  onSaved: () => Promise<unknown>;
}) {
  const { t } = useTranslation("staff");
  const { t: shell } = useTranslation("console");
  const scope = useScope();
  const client = useQueryClient();
  const names = new Map(person.branch_refs.map(({ id, name }) => [id, name]));
  const form = useForm({
    name: `staff:${person.id}`,
    record: person,
    draftOf: personDraft,
    labels: usePersonLabels(),
    save: (values, now) =>
      saveColleague(person.id, { ...personBody(values), version: now?.version ?? 0 }),
    onSaved: (saved) => {
      client.setQueryData(colleagueQuery(scope, saved.id).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
      void onSaved();
    },
  });
  return (
    <RecordForm
      form={form}
      shown={{
        role: (role) => shell(`role_${role}`),
        branches: (ids) => ids.map((id) => names.get(id) ?? id).join(" · ") || t("all_branches"),
      }}
    >
      <PersonFields form={form} own={person.own} />
    </RecordForm>
  );
}

/** Their sessions, and their second factor. */
function Sessions({
  person,
  onEnded,
}: {
  person: ColleagueDetail;
  onEnded: () => Promise<unknown>;
}) {
  const { t } = useTranslation("staff");
  const { t: account } = useTranslation("auth");
  const format = useFormat();
  const { busy, problem, run } = useAction();
  const since = person.second_factor_since;
  return (
    <RecordSection title={t("access")}>
      <p>
        {t("second_factor")}:{" "}
        {since ? t("since", { when: format.date(Date.parse(since)) }) : t("off")}
      </p>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {person.places.length === 0 ? (
        <p className="text-muted">{t("no_sessions")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {person.places.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <div className="min-w-0">
                <p className="font-medium">
                  <bdi>{one.device}</bdi>
                </p>
                <p className="text-sm text-muted">
                  {account("session_since", {
                    since: format.relative(Date.parse(one.created_at)),
                    seen: format.relative(Date.parse(one.last_seen_at)),
                  })}{" "}
                  <Ltr>{one.address}</Ltr>
                </p>
              </div>
              {!one.current && (
                <Button
                  size="sm"
                  loading={busy}
                  aria-label={account("session_end_device", { device: one.device })}
                  onClick={() =>
                    void run(async () => {
                      await endSession(one.id);
                      await onEnded();
                    })
                  }
                >
                  {account("session_end")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("staff:title"), noIndex: true }),
  Component: PersonPage,
});
