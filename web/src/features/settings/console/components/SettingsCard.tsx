import type { FormEvent, ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../../api/errors";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";

/** A form of settings: its fields, what they come to, and the button that saves them. */
export function SettingsCard({
  form,
  title,
  text,
  effect,
  failure,
  invalid,
  busy,
  onSubmit,
  children,
}: {
  form: RefObject<HTMLFormElement | null>;
  title: string;
  text?: string;
  effect: ReactNode;
  failure: unknown;
  invalid: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("settings");
  const { t: all } = useTranslation();
  return (
    <Card as="section" aria-label={title}>
      <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {text && <p className="mt-1 text-sm text-muted text-pretty">{text}</p>}
        </div>
        {children}
        <div role="status" className="rounded-control bg-tint px-4 py-3">
          <h3 className="text-sm font-medium text-muted">{t("effect")}</h3>
          <div className="mt-1 text-pretty">{effect}</div>
        </div>
        {failure !== null && (
          <Notice tone="trouble" live>
            {invalid ? t("wrong") : errorText(failure, all, { inPlace: true })}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={busy}
          loadingLabel={t("saving")}
        >
          {t("save")}
        </Button>
      </form>
    </Card>
  );
}
