import type { ReactNode } from "react";
import type { Shown } from "../../../../../backoffice/Compare";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../../backoffice/RecordHistory";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import type { SettingForm } from "../useSetting";

/** A setting: its fields, their effect, the save button, and the history of its changes. */
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
  /** The setting's object in the audit log. */
  object: string;
  title: string;
  text?: string;
  /** The heading of the effect, if it is not an example. */
  effectTitle?: string;
  /** The effect of the typed values; hidden while they cannot be saved. */
  effect: ReactNode;
  /** How values are shown when two versions are compared. */
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
