import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../../backoffice/me";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { EmptyState } from "../../../../../ui/EmptyState";
import { Icon } from "../../../../../ui/Icon";
import { Notice } from "../../../../../ui/Notice";
import type { Board, ClosedBranch } from "../api";

/** Why no orders may arrive: the shop is not open yet, or branches take none right now. */
export function ShopNow({ board, empty }: { board: Board; empty: boolean }) {
  const { t } = useTranslation("orders");
  const may = useQuery(meQuery(useScope())).data?.capabilities ?? [];
  const setup = may.includes("settings.change");
  if (board.shop === "setup" && empty) {
    return (
      <EmptyState
        icon="store"
        title={t("shop_setup")}
        text={t(setup ? "shop_setup_text" : "shop_setup_wait")}
        action={
          setup ? (
            <ButtonLink variant="primary" to="/setup">
              {t("shop_link")}
            </ButtonLink>
          ) : undefined
        }
      />
    );
  }
  return (
    <>
      {board.shop !== "open" && (
        <Notice
          title={t(board.shop === "soft" ? "shop_soft" : "shop_setup")}
          action={
            setup ? (
              <ButtonLink size="sm" to="/setup">
                {t("shop_link")}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      {board.closed.length > 0 && (
        <details className="group rounded-card bg-saffron-soft px-4">
          <summary className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold">
            <Icon name="alert" size={24} />
            <span className="flex-1">{t("closed", { count: board.closed.length })}</span>
            <Icon name="chevron-down" size={20} className="group-open:rotate-180" />
          </summary>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 pb-3">
            {board.closed.map((branch) => (
              <li key={branch.id}>
                <bdi className="font-medium">{branch.name}</bdi>
                {": "}
                <Why branch={branch} />
              </li>
            ))}
          </ul>
          {may.includes("branches.set") && (
            <p className="pb-3">
              <ButtonLink size="sm" to="/branches">
                {t("closed_link")}
              </ButtonLink>
            </p>
          )}
        </details>
      )}
    </>
  );
}

function Why({ branch }: { branch: ClosedBranch }) {
  const { t } = useTranslation("orders");
  const { t: all } = useTranslation();
  const { dayTime } = useFormat();
  const time = branch.opens_at ? dayTime(Date.parse(branch.opens_at)) : "";
  const state =
    branch.reason === "switched"
      ? t("closed_until_opened")
      : !time
        ? t("closed_no_hours")
        : t(branch.reason === "paused" ? "closed_paused" : "closed_opens", { time });
  return (
    <>
      {state}
      {branch.pause_reason && ` (${all(`sellers:reason_${branch.pause_reason}`)})`}
    </>
  );
}
