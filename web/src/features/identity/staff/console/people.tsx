import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { bulkRun } from "../../../../backoffice/bulk";
import { RecordList } from "../../../../backoffice/RecordList";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Ltr } from "../../../../ui/Ltr";
import { type Colleague, type Invitation, invitationsList, staffList } from "./api";
import { roles, tones } from "./model";

const states = ["active", "temporary", "locked"] as const;

/** The staff, and the open invitations. */
function PeoplePage() {
  const { t } = useTranslation("staff");
  const { t: shell } = useTranslation("console");
  const scope = useScope();
  const format = useFormat();
  const { params } = useListAddress("role", "state");
  const { q, role, state } = params;
  const list = useInfiniteQuery(staffList(scope, { q, role, state }));
  const where = ({ branch_refs }: { branch_refs: readonly { name: string }[] }) =>
    format.list(
      branch_refs.map(({ name }) => name),
      " · ",
    ) || t("all_branches");
  return (
    <RecordList<Colleague>
      title={t("title")}
      create={{ to: "/people/invite", label: t("invite") }}
      list={list}
      to={({ id }) => `/people/${encodeURIComponent(id)}`}
      search={t("search")}
      filters={[
        {
          name: "role",
          label: t("role"),
          all: t("all_roles"),
          options: roles.map((value) => ({ value, label: shell(`role_${value}`) })),
        },
        {
          name: "state",
          label: t("state"),
          all: t("all_states"),
          options: states.map((value) => ({ value, label: t(`state_${value}`) })),
        },
      ]}
      columns={[
        { id: "name", label: t("name"), cell: ({ name }) => <bdi>{name}</bdi> },
        { id: "role", label: t("role"), cell: (one) => shell(`role_${one.role}`) },
        { id: "branches", label: t("branches"), cell: where },
        {
          id: "sign_in",
          label: t("sign_in"),
          cell: ({ phone, email }) => <Ltr>{phone || email}</Ltr>,
        },
        {
          id: "factor",
          label: t("second_factor"),
          cell: ({ second_factor_since }) => t(second_factor_since ? "on" : "off"),
        },
        {
          id: "seen",
          label: t("signed_in"),
          cell: ({ signed_in_at }) =>
            signed_in_at ? format.relative(Date.parse(signed_in_at)) : t("never"),
        },
        {
          id: "state",
          label: t("state"),
          cell: (one) => <Badge tone={tones[one.state]}>{t(`state_${one.state}`)}</Badge>,
        },
      ]}
      empty={{ icon: "user", title: t("empty"), text: t("empty_text") }}
    >
      <Waiting where={where} />
    </RecordList>
  );
}

/** The open invitations; renders nothing if there are none. */
function Waiting({ where }: { where: (one: Invitation) => string }) {
  const { t } = useTranslation("staff");
  const { t: shell } = useTranslation("console");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const list = useInfiniteQuery(invitationsList(scope));
  if (!list.data?.pages[0]?.items.length) return null;
  return (
    <RecordList<Invitation>
      bare
      title={t("invited")}
      list={list}
      nameOf={({ name }) => name}
      columns={[
        { id: "name", label: t("name"), cell: ({ name }) => <bdi>{name}</bdi> },
        { id: "role", label: t("role"), cell: (one) => shell(`role_${one.role}`) },
        { id: "branches", label: t("branches"), cell: where },
        {
          id: "sign_in",
          label: t("sign_in"),
          cell: ({ phone, email }) => <Ltr>{phone || email}</Ltr>,
        },
        {
          id: "until",
          label: t("until"),
          cell: ({ expires_at }) => format.dayTime(Date.parse(expires_at)),
        },
      ]}
      bulk={[
        {
          id: "withdraw",
          label: t("withdraw"),
          danger: true,
          confirm: { title: t("withdraw_title"), text: t("withdraw_text") },
          run: bulkRun(client, "/console/invitations/bulk", "withdraw"),
        },
      ]}
      empty={{ icon: "user", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("staff:title"), noIndex: true }),
  Component: PeoplePage,
});
