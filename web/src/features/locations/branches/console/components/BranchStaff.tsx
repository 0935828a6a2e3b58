import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Item } from "../../../../../api/operations";
import { personalList } from "../../../../../api/query";
import { meQuery } from "../../../../../backoffice/me";
import { RecordList } from "../../../../../backoffice/RecordList";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Card } from "../../../../../ui/Card";
import { Ltr } from "../../../../../ui/Ltr";

type Colleague = Item<"/console/staff">;

/** The staff of a branch; their branches are set on their own pages. */
export function BranchStaff({ branch }: { branch: string }) {
  const { t } = useTranslation("sellers");
  const { t: shell } = useTranslation("console");
  const scope = useScope();
  const may = useQuery(meQuery(scope)).data?.capabilities.includes("staff.manage") ?? false;
  const list = useInfiniteQuery({
    ...personalList(scope, "/console/staff", {
      params: { branch_id: branch },
      needsLogin: true,
      staleTime: 0,
    }),
    enabled: may,
  });
  if (!may) return <Card className="text-muted">{t("staff_theirs")}</Card>;
  return (
    <RecordList<Colleague>
      bare
      title={t("staff_title")}
      create={{ to: "/people/invite", label: t("staff_invite") }}
      list={list}
      to={({ id }) => `/people/${encodeURIComponent(id)}`}
      columns={[
        { id: "name", label: t("name"), cell: ({ name }) => <bdi>{name}</bdi> },
        { id: "role", label: t("staff_role"), cell: (one) => shell(`role_${one.role}`) },
        {
          id: "branches",
          label: t("branches"),
          cell: ({ branch_refs }) =>
            branch_refs.map(({ name }) => name).join(" · ") || t("staff_everywhere"),
        },
        {
          id: "sign_in",
          label: t("staff_sign_in"),
          cell: ({ phone, email }) => <Ltr>{phone || email}</Ltr>,
        },
      ]}
      empty={{ icon: "user", title: t("staff_empty"), text: t("staff_empty_text") }}
    >
      <p className="text-muted text-pretty">{t("staff_text")}</p>
    </RecordList>
  );
}
