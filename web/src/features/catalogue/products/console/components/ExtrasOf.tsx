import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../../../api/client";
import { errorText } from "../../../../../api/errors";
import { personalQuery } from "../../../../../api/query";
import { useAction } from "../../../../../api/useAction";
import { MoveButtons } from "../../../../../backoffice/MoveButtons";
import { nameIn } from "../../../../../backoffice/nameIn";
import { moved } from "../../../../../backoffice/pictures/model";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { toasts } from "../../../../../backoffice/toasts";
import { type Scope, useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Checkbox } from "../../../../../ui/Checkbox";
import { Link } from "../../../../../ui/Link";

const groupsQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/products/{id}/extras", { path: { id }, needsLogin: true });

/** The groups of extras of a product, in the order in which they were added. */
export function ExtrasOf({ product, may }: { product: string; may: boolean }) {
  const { t } = useTranslation("catalogue");
  const { t: all } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const query = groupsQuery(scope, product);
  const { data } = useQuery(query);
  const { busy, run } = useAction();
  if (!data || data.known.length === 0) return null;
  async function keep(groups: string[]) {
    if (!data) return;
    await run(
      async () => {
        client.setQueryData(query.queryKey, { ...data, groups });
        const saved = await request("PUT", "/console/products/{id}/extras", {
          path: { id: product },
          body: { groups, was: data.groups },
          suppressToast: true,
        });
        client.setQueryData(query.queryKey, saved.data);
      },
      {
        failed: (error) => {
          toasts.show({ text: errorText(error, all, { inPlace: true }) ?? "", tone: "trouble" });
          void client.invalidateQueries({ queryKey: query.queryKey });
        },
      },
    );
  }
  const nameOf = (id: string) => {
    const group = data.known.find((one) => one.id === id);
    return group ? nameIn(scope.lang, group) : id;
  };
  return (
    <RecordSection title={t("extras")} text={t("extras_text")}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {data.known.map((group) => (
          <li key={group.id} className="flex items-center gap-3">
            <Checkbox
              label={nameOf(group.id)}
              hint={group.extras.join(scope.lang === "ar" ? "، " : ", ")}
              checked={data.groups.includes(group.id)}
              disabled={!may || busy}
              onCheckedChange={(on) =>
                void keep(
                  on ? [...data.groups, group.id] : data.groups.filter((one) => one !== group.id),
                )
              }
            />
          </li>
        ))}
      </ul>
      {may && data.groups.length > 1 && (
        <section aria-label={t("extras_order")} className="flex flex-col gap-1">
          <h3 className="text-sm text-muted">{t("extras_order")}</h3>
          <ol className="divide-y divide-line rounded-control border border-line">
            {data.groups.map((id, at) => (
              <li key={id} className="flex items-center gap-1 ps-4">
                <bdi className="min-w-0 flex-1 py-2">{nameOf(id)}</bdi>
                <MoveButtons
                  at={at}
                  count={data.groups.length}
                  what={nameOf(id)}
                  onMove={(to) => void keep(moved(data.groups, at, to))}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Link to="/extras" className="inline-flex min-h-11 items-center self-start">
        {t("all_extras")}
      </Link>
    </RecordSection>
  );
}
