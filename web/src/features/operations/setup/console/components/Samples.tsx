import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { BranchSelect } from "../../../../../backoffice/BranchSelect";
import { meQuery } from "../../../../../backoffice/me";
import { toasts } from "../../../../../backoffice/toasts";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Link } from "../../../../../ui/Link";
import { Notice } from "../../../../../ui/Notice";
import { addSamples, removeSamples, samplesQuery, setUpQuery } from "../api";

/** The polling interval while the samples are being added or removed. */
const lookEvery = 1000;

/** Sample products to try the shop with, which can be removed together. */
export function Samples() {
  const { t } = useTranslation("setup");
  const scope = useScope();
  const client = useQueryClient();
  const format = useFormat();
  const branches = useQuery(meQuery(scope)).data?.branches ?? [];
  const [branch, setBranch] = useState("");
  const { busy, problem, run } = useAction();
  const samples = useQuery({
    ...samplesQuery(scope),
    refetchInterval: ({ state }) => (underWay(state.data?.run?.state) ? lookEvery : false),
  });
  const now = samples.data?.run;
  const chosen = branch || (branches.length === 1 ? (branches[0]?.id ?? "") : "");
  // The missing steps change when the samples have been added or removed.
  const state = now?.state ?? "none";
  useEffect(() => {
    if (!underWay(state)) void client.invalidateQueries({ queryKey: setUpQuery(scope).queryKey });
  }, [client, scope, state]);

  async function change(what: () => Promise<unknown>) {
    await run(async () => {
      try {
        await what();
      } finally {
        await client.invalidateQueries({ queryKey: samplesQuery(scope).queryKey });
      }
    });
  }
  if (samples.data === undefined || (branches.length === 0 && !now)) return null;
  const working = busy || underWay(now?.state);
  return (
    <section
      aria-label={t("samples")}
      className="mt-3 flex flex-col gap-3 rounded-card bg-paper p-4"
    >
      <div>
        <h3 className="font-semibold">{t("samples")}</h3>
        <p className="text-sm text-muted text-pretty">
          {now
            ? t("samples_in", {
                count: now.counts.added ?? 0,
                number: format.number(now.counts.added ?? 0),
              })
            : t("samples_text")}
        </p>
      </div>
      {!now && (
        <BranchSelect
          label={t("samples_branch")}
          all={t("samples_choose")}
          value={branch}
          onChange={setBranch}
        />
      )}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {now ? (
          <Button
            variant="soft"
            loading={working}
            loadingLabel={t(now.state === "undoing" ? "samples_going" : "samples_coming")}
            disabled={!now.can.includes("undo")}
            onClick={() =>
              void change(async () => {
                await removeSamples(now.id, now.version);
                toasts.show({ text: t("samples_gone"), tone: "success" });
              })
            }
          >
            {t("samples_remove")}
          </Button>
        ) : (
          <Button
            variant="soft"
            loading={working}
            loadingLabel={t("samples_coming")}
            disabled={chosen === ""}
            onClick={() => void change(() => addSamples(chosen))}
          >
            {t("samples_add")}
          </Button>
        )}
        {now && (
          <Link
            to={`/imports/${encodeURIComponent(now.id)}`}
            className="inline-flex min-h-11 items-center"
          >
            {t("samples_see")}
          </Link>
        )}
      </div>
    </section>
  );
}

const underWay = (state: string | undefined) => state === "running" || state === "undoing";
