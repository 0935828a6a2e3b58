import type { ReactNode } from "react";
import type { Shown } from "../../../../../backoffice/Compare";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../../backoffice/RecordHistory";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import type { SettingForm } from "../useSetting";

/** A setting: its fields, what they come to, the button that saves them, and who changed it. */
export function SettingSection<Saved, Draft extends object>({
  it,
  object,
  title,
  text,
  effectTitle,
  effect,
  shown,
  children,
}: {
  it: SettingForm<Saved, Draft>;
  /** What the audit log calls it. */
  object: string;
  title: string;
  text?: string;
  /** What stands over the effect where it is no example. */
  effectTitle?: string;
  /** What is typed comes to this; not shown while it cannot be saved as it is. */
  effect: ReactNode;
  /** How values are written where two versions are compared. */
  shown?: Shown<Draft>;
  children: ReactNode;
}) {
  const { t } = useTranslation("settings");
  return (
    <>
      <RecordForm form={it.form} {...(shown ? { shown } : {})}>
        <RecordSection title={title} {...(text ? { text } : {})}>
          {children}
          <div role="status" className="rounded-control bg-tint px-4 py-3">
            <h3 className="text-sm font-medium text-muted">{effectTitle ?? t("effect")}</h3>
            <div className="mt-1 text-pretty">{it.unclear ? t("wrong") : effect}</div>
          </div>
        </RecordSection>
      </RecordForm>
      <RecordHistory object={object} of={title} />
    </>
  );
}
