import { openDialog } from "../../../../lib/dialogs";
import { leftStore } from "../../../../lib/left";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useStore } from "../../../../lib/useStore";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Icon } from "../../../../ui/Icon";
import { IconButton } from "../../../../ui/IconButton";

/** Explains to a customer why they were signed out, and what they can do. */
export function SessionEnded() {
  const { t } = useTranslation("auth");
  const { session } = useScope();
  const { why, reason } = useStore(leftStore) ?? {};
  if (session !== "" || (why !== "ended" && why !== "blocked")) return null;
  return (
    <section aria-label={t(`${why}_title`)} className="flex justify-center px-4">
      <div className="pointer-events-auto flex w-full max-w-md flex-wrap items-center gap-3 rounded-card bg-card p-4 shadow-lift">
        <Icon name={why === "ended" ? "logout" : "lock"} size={28} className="text-muted" />
        <div className="min-w-0 flex-1" role="alert">
          <p className="font-semibold">{t(`${why}_title`)}</p>
          <p className="text-sm text-muted text-pretty">{reason ?? t(`${why}_text`)}</p>
        </div>
        <IconButton
          icon="close"
          label={t("close")}
          onClick={() => leftStore.set({ why: "out" })}
          className="-me-2 self-start"
        />
        {why === "ended" ? (
          <Button variant="primary" wide onClick={() => openDialog("signIn", { back: true })}>
            {t("sign_in")}
          </Button>
        ) : (
          <ButtonLink variant="primary" wide to={paths.contactUs}>
            {t("write_to_us")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
