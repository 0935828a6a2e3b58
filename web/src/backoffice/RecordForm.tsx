import type { ReactNode } from "react";
import { ApiError, errorText } from "../api/errors";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { cx } from "../ui/cx";
import { Notice } from "../ui/Notice";
import { Compare, type Shown } from "./Compare";
import { LeaveGuard } from "./LeaveGuard";
import type { Form } from "./useForm";

/**
 * The form of a record around its fields: restored changes, a colleague's changes, refusals, and
 * the bar with the button, which stays visible at the bottom.
 */
export function RecordForm<D extends object>({
  form,
  saveLabel,
  shown,
  aside,
  locked = false,
  children,
}: {
  form: Form<D>;
  /** "Save" where absent. */
  saveLabel?: string;
  /** How values are written in a comparison of two versions, where they are not plain text. */
  shown?: Shown<D>;
  /** Next to the button: a link, a delete action. */
  aside?: ReactNode;
  /** Read-only: the staff member may not change the record. */
  locked?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("backoffice");
  const { t: all } = useTranslation();
  const { failure, busy, changed } = form;
  const refused = failure instanceof ApiError ? failure : null;
  // The comparison shows it itself.
  const compared = refused?.code === "moved_on" && form.moved.length > 0;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <LeaveGuard active={changed && !busy} />
      {form.restored && (
        <Notice
          action={
            <Button size="sm" onClick={form.discard}>
              {t("discard")}
            </Button>
          }
        >
          {t("restored")}
        </Notice>
      )}
      <fieldset disabled={locked} className="contents">
        {children}
      </fieldset>
      <Compare form={form} shown={shown} />
      {failure !== null && !compared && (
        <Notice tone="trouble" live>
          {refused?.status === 422 ? (
            <Wrong form={form} of={refused} />
          ) : (
            errorText(failure, all, { inPlace: true })
          )}
        </Notice>
      )}
      {!locked && <Bar form={form} saveLabel={saveLabel} aside={aside} />}
    </form>
  );
}

/** The bar with the button, which stays visible at the bottom. */
function Bar<D extends object>({
  form: { busy, changed, discard },
  saveLabel,
  aside,
}: {
  form: Form<D>;
  saveLabel: string | undefined;
  aside: ReactNode;
}) {
  const { t } = useTranslation("backoffice");
  return (
    <div
      className={cx(
        "sticky bottom-[var(--console-bar,0px)] z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper px-4 py-3",
        // Over the padding of the dialog, as the dialog's own footer.
        "in-[dialog]:-mx-5 in-[dialog]:-mb-6 in-[dialog]:-bottom-6 in-[dialog]:bg-card in-[dialog]:px-5 in-[dialog]:pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:in-[dialog]:-mx-6 sm:in-[dialog]:px-6",
      )}
    >
      <Button type="submit" variant="primary" size="lg" loading={busy} loadingLabel={t("saving")}>
        {saveLabel ?? t("save")}
      </Button>
      {changed && !busy && (
        <Button variant="plain" onClick={discard}>
          {t("discard")}
        </Button>
      )}
      <p role="status" className="text-sm text-muted">
        {changed ? t("unsaved") : ""}
      </p>
      {aside && <div className="ms-auto flex flex-wrap items-center gap-2">{aside}</div>}
    </div>
  );
}

/** The names of the refused fields: on a phone they may be far above. */
function Wrong<D extends object>({ form, of }: { form: Form<D>; of: ApiError }) {
  const { t } = useTranslation("backoffice");
  const labels: Readonly<Record<string, string>> = form.labels;
  const named = (field: string) => {
    const [, stem, lang] = /^(.*)_(ar|en)$/.exec(field) ?? [];
    const label = labels[field];
    // A pair's label is used for both of its languages.
    return label !== undefined && stem && labels[`${stem}_${lang === "ar" ? "en" : "ar"}`] === label
      ? t(lang === "ar" ? "label_ar" : "label_en", { label })
      : label;
  };
  const names = new Set(Object.keys(of.errors).map((field) => named(field.split(".")[0] ?? "")));
  names.delete(undefined);
  return names.size === 0 ? t("wrong") : t("wrong_these", { fields: [...names].join(t("comma")) });
}
