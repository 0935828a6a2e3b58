import type { ReactNode } from "react";
import { errorText } from "../../../../api/errors";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import type { SettingsForm } from "../useSettingsForm";

/** A form of settings: its fields, what they come to, and the button that saves them. */
export function SettingsCard({
  it,
  title,
  text,
  effect,
  children,
}: {
  it: SettingsForm;
  title: string;
  text?: string;
  /** What is typed comes to this; not shown while it cannot be saved as it is. */
  effect: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const { t: all } = useTranslation();
  return (
    <Card as="section" aria-label={title}>
      <form ref={it.form} onSubmit={it.submit} noValidate className="flex flex-col gap-5">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {text && <p className="mt-1 text-sm text-muted text-pretty">{text}</p>}
        </div>
        {children}
        <div role="status" className="rounded-control bg-tint px-4 py-3">
          <h3 className="text-sm font-medium text-muted">{t("effect")}</h3>
          <div className="mt-1 text-pretty">{it.unclear ? t("wrong") : effect}</div>
        </div>
        {it.failure !== null && (
          <Notice tone="trouble" live>
            {it.invalid ? t("wrong") : errorText(it.failure, all, { inPlace: true })}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={it.busy}
          loadingLabel={t("saving")}
        >
          {t("save")}
        </Button>
      </form>
    </Card>
  );
}
