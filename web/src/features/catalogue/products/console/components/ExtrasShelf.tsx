import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../../../api/client";
import { errorText } from "../../../../../api/errors";
import { personalQuery } from "../../../../../api/query";
import { toasts } from "../../../../../backoffice/toasts";
import { type Scope, useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { cx } from "../../../../../ui/cx";

const shelfQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/branches/{id}/extras", {
    path: { id },
    needsLogin: true,
    enabled: id !== "",
  });

/** The extras of a branch: one tap marks one as sold out today, or as available again. */
export function ExtrasShelf({ branch, may }: { branch: string; may: boolean }) {
  const { t } = useTranslation("catalogue");
  const { t: all } = useTranslation();
  const client = useQueryClient();
  const query = shelfQuery(useScope(), branch);
  const { data } = useQuery(query);
  if (!data || data.length === 0) return null;
  async function turn(id: string, out: boolean) {
    try {
      const saved = await request("PUT", "/console/branches/{id}/extras/sold-out", {
        path: { id: branch },
        body: { extras: [id], sold_out: out },
        suppressToast: true,
      });
      client.setQueryData(query.queryKey, saved.data);
      toasts.show({ text: saved.message, tone: "success" });
    } catch (error) {
      toasts.show({ text: errorText(error, all, { inPlace: true }) ?? "", tone: "trouble" });
    }
  }
  return (
    <details className="rounded-card border border-line bg-card p-4">
      <summary className="min-h-11 cursor-pointer font-semibold">{t("extras_shelf")}</summary>
      <p className="mb-3 text-sm text-muted">{t("extras_shelf_text")}</p>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, group, name, out_until }) => (
          <li key={id}>
            <button
              type="button"
              disabled={!may}
              aria-pressed={out_until !== null}
              onClick={() => void turn(id, out_until === null)}
              className={cx(
                "min-h-12 rounded-control border px-4 text-start",
                out_until === null
                  ? "border-control bg-card"
                  : "border-trouble bg-trouble-soft text-trouble-text line-through",
              )}
            >
              <bdi>{name}</bdi> <bdi className="text-sm text-muted">{group}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
